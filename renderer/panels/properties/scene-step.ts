import type { DocumentId } from '#host-api';
import { documentOf } from '../../commands/actions.ts';
import type { Store } from '../../state/store/store.ts';
import { stepForSize } from '../../text/step-number.ts';

/** Returns the step of coordinates in the space of a document, by the size of its mesh; `undefined` without one. */
export function sceneStep(store: Store, document: DocumentId | null): number | undefined {
  const bounds = document === null ? null : (documentOf(store, document)?.mesh?.bounds ?? null);
  if (bounds === null) return undefined;
  const { min, max } = bounds;
  return stepForSize(Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]));
}
