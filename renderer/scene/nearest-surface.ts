import type { Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { closestPoint } from '#core/query';
import type { Tree } from '#core/tree';
import { pointFromWorld, scaleOf, type Placement } from '../state/pair/placement.ts';

/** Returns the distance from a point to the surface of a mesh, all in world space; `null` without a tree of this mesh. */
export function nearestSurface(tree: Tree | null, mesh: TriangleMesh, placement: Placement, point: Vec3): number | null {
  if (tree === null || tree.nodeCount === 0 || !point.every((value) => Number.isFinite(value))) return null;
  const { closest } = closestPoint(tree, mesh, pointFromWorld(placement, point));
  return closest === null ? null : closest.distance * scaleOf(placement);
}
