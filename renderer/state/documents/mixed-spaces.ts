import { type SourceSpace, unitName } from '#core/mesh';
import { hiddenKey, type PageDocument } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { spaceOf } from './space-of.ts';

/** Two visible meshes that state different units or axes in their files. */
export interface MixedSpaces {
  readonly a: StatedSpace;
  readonly b: StatedSpace;
}

export interface StatedSpace {
  readonly name: string;
  readonly space: SourceSpace;
}

/** Returns the pairs of visible meshes that state a different unit, up axis or handedness, the first mesh of each kind. Follows the scene. */
export function mixedSpaces(store: Pick<Store, 'scene'>, documents: readonly PageDocument[]): readonly MixedSpaces[] {
  const { hidden } = store.scene.value;
  const shown = documents
    .filter(({ mesh, summary }) => mesh !== null && !hidden.has(hiddenKey(summary.id)))
    .map((document) => ({ name: document.summary.name, space: spaceOf(store, document) }))
    .filter(({ space }, i, all) => all.findIndex((other) => isSameSpace(space, other.space)) === i);
  return shown.flatMap((a, i) => shown.slice(i + 1).flatMap((b) => (differences(a.space, b.space).length > 0 ? [{ a, b }] : [])));
}

/** Returns what a space states other than another one, in words. */
export function differences(space: SourceSpace, other: SourceSpace): readonly string[] {
  const [unit, otherUnit] = [unitName(space.metresPerUnit), unitName(other.metresPerUnit)];
  const { up, handedness } = space;
  return [
    ...(differ(unit, otherUnit) ? [`the unit ${unit}`] : []),
    ...(up !== null && differ(up, other.up) ? [`${up.toUpperCase()} up`] : []),
    ...(differ(handedness, other.handedness) ? [`${handedness}-handed axes`] : []),
  ];
}

function isSameSpace(a: SourceSpace, b: SourceSpace): boolean {
  return unitName(a.metresPerUnit) === unitName(b.metresPerUnit) && a.up === b.up && a.handedness === b.handedness;
}

/** Whether both are stated, and differ. */
function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}
