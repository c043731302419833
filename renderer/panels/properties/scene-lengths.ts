import type { DocumentId } from '#host-api';
import { documentOf } from '../../commands/actions.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { sceneSize } from '../../state/camera/scene-size.ts';
import type { Store } from '../../state/store/store.ts';
import { lengthDecimals, type ShownLengths } from '../../text/list-lengths.ts';

/** What results and fields of lengths need. */
export interface SceneLengths extends ShownLengths {
  /** The diagonal of the bounds, in the unit of the document; 0 for none. */
  readonly size: number;
}

/** Returns how lengths in the space of a document are shown, and the size of its mesh. */
export function lengthsOf(store: Store, document: DocumentId | null): SceneLengths {
  const opened = document === null ? null : documentOf(store, document);
  const bounds = opened?.mesh?.bounds ?? null;
  const size = bounds === null ? 0 : Math.hypot(...bounds.max.map((value, i) => value - bounds.min[i]!));
  const units = unitsOf(store, opened);
  return { units, decimals: lengthDecimals(bounds, units), size };
}

/** Returns the same for world space and all visible meshes; the digits are those of the active one, as in the status bar. */
export function worldLengths(store: Store): SceneLengths {
  const { units, decimals } = lengthsOf(store, store.activeDocument.value?.summary.id ?? null);
  return { units, decimals, size: 2 * sceneSize(store) };
}
