import type { Vec3 } from '#core/math';
import { placementOf, pointToWorld } from '../pair/placement.ts';
import type { Store } from '../store/store.ts';

/** Returns the measured points of open documents in world space. Follows the store. */
export function shownPoints({ scene, shown }: Pick<Store, 'scene' | 'shown'>): readonly Vec3[] {
  const open = new Set(shown.value.map(({ summary }) => summary.id));
  return scene.value.measure
    .filter(({ document }) => open.has(document))
    .map(({ document, position }) => pointToWorld(placementOf(scene.value, document), position));
}
