import { type Bounds, boundsRadius } from '#core/mesh';
import { boundsToWorld, placementOf } from '../pair/placement.ts';
import { hiddenKey } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/**
 * Returns half the diagonal of the visible documents, without what is far out, in world units; 0 for none. Steps and speeds of the
 * camera depend on it. Follows the store.
 */
export function sceneSize(store: Pick<Store, 'shown' | 'scene'> & Partial<Pick<Store, 'sceneRun'>>): number {
  const bounds = sceneBounds(store);
  return bounds === null ? 0 : boundsRadius(bounds);
}

/**
 * Returns the bounds of the visible documents, without what is far out, and of the instances of the open scene at its first step, in world
 * space; `null` for none. Follows the store.
 */
export function sceneBounds({ shown, scene, sceneRun }: Pick<Store, 'shown' | 'scene'> & Partial<Pick<Store, 'sceneRun'>>): Bounds | null {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const add = (bounds: Bounds): void => {
    for (const axis of [0, 1, 2] as const) {
      min[axis] = Math.min(min[axis], bounds.min[axis]);
      max[axis] = Math.max(max[axis], bounds.max[axis]);
    }
  };
  const instances = sceneRun?.value.startBounds ?? null;
  if (instances !== null) add(instances);
  for (const { summary, mesh } of shown.value) {
    const own: Bounds | null = mesh?.mainBounds ?? mesh?.bounds ?? null;
    if (own === null || scene.value.hidden.has(hiddenKey(summary.id))) continue;
    add(boundsToWorld(placementOf(scene.value, summary.id), own));
  }
  return max[0] >= min[0] ? { min, max } : null;
}
