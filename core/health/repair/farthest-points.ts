import type { Vec3 } from '../../math/vec3.ts';
import { isClosed } from '../../mesh/is-closed.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { farthestDistance } from '../../pair/deviation/farthest-distance.ts';
import { closestPoint } from '../../query/closest/closest.ts';
import { insideTest } from '../../query/inside-closed-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { ChangeDistance, DifferentTriangles, SurfaceChange } from './surface-change.ts';
import { treedForDistances, type TreedForDistances, measureWithTree } from './treed-for-distances.ts';

/** The point of one mesh that is farthest from another one. */
export interface FarthestPoint {
  readonly position: Vec3;
  /** The point of the other mesh that is closest to it. */
  readonly closest: Vec3;
  /** Whether it lies inside the other mesh, where nobody sees it from outside; `null` if that mesh is not closed. */
  readonly isInside: boolean | null;
  /** The largest distance of the points outside the other mesh; `null` unless the farthest point lies inside. */
  readonly outside: ChangeDistance | null;
}

/** Max points in the search outside the other mesh: each needs a ray too. */
const maxSamples = 20_000;

/**
 * Returns where the largest distances of two meshes are, both ways, and whether these points lie inside the other mesh: hulls of a collider that overlap
 * have faces inside. `null` for a distance without a point. @throws whatever `progress` throws.
 */
export function farthestPoints(
  before: TriangleMesh,
  after: TriangleMesh,
  { lost, gained }: DifferentTriangles,
  surface: SurfaceChange,
  progress: Progress,
  treedFor: TreedForDistances = treedForDistances,
): { readonly before: FarthestPoint | null; readonly after: FarthestPoint | null } {
  const find = (from: TriangleMesh, triangles: Uint32Array, to: TriangleMesh, distance: ChangeDistance | null, report: Progress) =>
    distance?.position == null
      ? null
      : measureWithTree(to, treedFor, report, (treed, searching) =>
          farthestPoint(from, triangles, treed, distance.position!, distance.found, searching),
        );
  return {
    before: find(before, lost, after, surface.removed, (fraction) => progress(fraction / 2)),
    after: find(after, gained, before, surface.added, (fraction) => progress((1 + fraction) / 2)),
  };
}

function farthestPoint(
  from: TriangleMesh,
  triangles: Uint32Array,
  treed: TreedMesh,
  position: Vec3,
  distance: number,
  progress: Progress,
): FarthestPoint {
  const { mesh: to } = treed;
  const closest = closestPoint(treed.tree, to, position).closest?.position ?? position;
  if (!isClosed(to)) return { position, closest, isInside: null, outside: null };
  const isIn = insideTest(treed.tree, to);
  const isInside = (x: number, y: number, z: number): boolean => isIn([x, y, z]) === true;
  if (!isInside(...position)) return { position, closest, isInside: false, outside: null };
  const outside = farthestDistance(from, triangles, treed, { maxSamples, tolerance: 1e-3 * distance, isInside }, progress);
  return { position, closest, isInside: true, outside };
}
