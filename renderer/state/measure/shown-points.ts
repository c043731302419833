import type { Vec3 } from '#core/math';
import { instanceCount } from '../instances/scene-input.ts';
import { placementOf, pointToWorld } from '../pair/placement.ts';
import type { Store } from '../store/store.ts';
import type { MeasurePoint } from './measure.ts';

/** A measured point in world space. */
export type ShownPoint = Pick<MeasurePoint, 'position' | 'kind'>;

/** Returns the measured points of open documents in world space. Follows the store. */
export function shownPoints(store: Pick<Store, 'scene' | 'sceneRun' | 'shown'>): readonly ShownPoint[] {
  const open = new Set(store.shown.value.map(({ summary }) => summary.id));
  return store.scene.value.measure
    .filter(({ document }) => open.has(document))
    .flatMap((point) => {
      const position = measuredInWorld(store, point);
      return position === null ? [] : [{ position, kind: point.kind }];
    });
}

/**
 * Returns where a measured point is in world space, that of an instance at the step that is shown; `null` without such an instance. Follows the
 * store.
 */
export function measuredInWorld(
  { scene, sceneRun }: Pick<Store, 'scene' | 'sceneRun'>,
  { document, position, instance }: Pick<MeasurePoint, 'document' | 'position' | 'instance'>,
): Vec3 | null {
  if (instance === undefined) return pointToWorld(placementOf(scene.value, document), position);
  const input = scene.value.instances;
  if (input === null || instance >= instanceCount(input)) return null;
  const matrices = sceneRun.value.frame?.matrices ?? input.packed.matrices;
  return pointToWorld([...matrices.subarray(16 * instance, 16 * instance + 16)], position);
}
