import { placementOf, pointToWorld } from '../pair/placement.ts';
import type { Store } from '../store/store.ts';
import type { MeasurePoint } from './measure.ts';

/** A measured point in world space. */
export type ShownPoint = Pick<MeasurePoint, 'position' | 'kind'>;

/** Returns the measured points of open documents in world space. Follows the store. */
export function shownPoints({ scene, shown }: Pick<Store, 'scene' | 'shown'>): readonly ShownPoint[] {
  const open = new Set(shown.value.map(({ summary }) => summary.id));
  return scene.value.measure
    .filter(({ document }) => open.has(document))
    .map(({ document, position, kind }) => ({ position: pointToWorld(placementOf(scene.value, document), position), kind }));
}
