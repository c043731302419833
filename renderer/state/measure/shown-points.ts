import type { Vec3 } from '#core/math';
import { placementOf, pointToWorld } from '../pair/placement.ts';
import type { Scene } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { MeasurePoint } from './measure.ts';

/** A measured point in world space. */
export type ShownPoint = Pick<MeasurePoint, 'position' | 'kind'>;

/** Returns the measured points of open documents in world space. Follows the store. */
export function shownPoints({ scene, shown }: Pick<Store, 'scene' | 'shown'>): readonly ShownPoint[] {
  const open = new Set(shown.value.map(({ summary }) => summary.id));
  return scene.value.measure
    .filter(({ document }) => open.has(document))
    .map((point) => ({ position: measuredInWorld(scene.value, point), kind: point.kind }));
}

/** Returns where a measured point is in world space. */
export function measuredInWorld(scene: Pick<Scene, 'movingMesh'>, { document, position, worldFromSource }: MeasurePoint): Vec3 {
  return pointToWorld(worldFromSource ?? placementOf(scene, document), position);
}
