import type { SourceSpace } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { hiddenKey, type PageDocument } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { spaceOf } from './space-of.ts';

/** Two visible meshes whose files state different units or axes. */
export interface MixedSpaces {
  readonly a: StatedSpace;
  readonly b: StatedSpace;
}

export interface StatedSpace {
  readonly document: DocumentId;
  readonly name: string;
  readonly space: SourceSpace;
}

/** Returns the first visible mesh, and the first other one that states a different unit, up axis or handedness; `null` for none. Follows the scene. */
export function mixedSpaces(store: Pick<Store, 'scene'>, documents: readonly PageDocument[]): MixedSpaces | null {
  const { hidden } = store.scene.value;
  const shown = documents
    .filter(({ mesh, summary }) => mesh !== null && !hidden.has(hiddenKey(summary.id)))
    .map((document) => ({ document: document.summary.id, name: document.summary.name, space: spaceOf(store, document) }));
  for (const [i, a] of shown.entries()) {
    const b = shown.slice(i + 1).find(({ space }) => differ(a.space, space));
    if (b !== undefined) return { a, b };
  }
  return null;
}

/** Whether both state a value, and another one. */
function differ(a: SourceSpace, b: SourceSpace): boolean {
  const isOther = <Name extends keyof SourceSpace>(name: Name): boolean => a[name] !== null && b[name] !== null && a[name] !== b[name];
  return unitsDiffer(a, b) || isOther('up') || isOther('handedness');
}

/** Files have rounded factors: those within a millionth are the same unit. */
function unitsDiffer({ metresPerUnit: a }: SourceSpace, { metresPerUnit: b }: SourceSpace): boolean {
  return a !== null && b !== null && Math.abs(a / b - 1) > 1e-6;
}
