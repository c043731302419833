import { type Bounds, boundsRadius } from '#core/mesh';
import { boundsToWorld, placementOf } from '../pair/placement.ts';
import { hiddenKey } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/**
 * Returns half the diagonal of the visible documents, without what is far out, in world units; 0 for none. Steps and speeds of the
 * camera depend on it. Follows the store.
 */
export function sceneSize(store: Pick<Store, 'shown' | 'scene'>): number {
  const bounds = sceneBounds(store);
  return bounds === null ? 0 : boundsRadius(bounds);
}

/** Returns the bounds of the visible documents, without what is far out, in world space; `null` for none. Follows the store. */
export function sceneBounds({ shown, scene }: Pick<Store, 'shown' | 'scene'>): Bounds | null {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { summary, mesh } of shown.value) {
    const own: Bounds | null = mesh?.mainBounds ?? mesh?.bounds ?? null;
    if (own === null || scene.value.hidden.has(hiddenKey(summary.id))) continue;
    const bounds = boundsToWorld(placementOf(scene.value, summary.id), own);
    for (const axis of [0, 1, 2] as const) {
      min[axis] = Math.min(min[axis], bounds.min[axis]);
      max[axis] = Math.max(max[axis], bounds.max[axis]);
    }
  }
  return max[0] >= min[0] ? { min, max } : null;
}
