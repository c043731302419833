import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { closestPointTriangleExact, compareDistances, isWithin } from '../../shape/closest-point-triangle-exact.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { checkNearestQuery } from './check.ts';
import { nearestRecord } from './nearest.ts';
import type { NearestOptions, NearestResult } from './query.ts';

/**
 * Test oracle of `nearestTriangles`: sorts all triangles by their distance in exact arithmetic, without a tree.
 * @throws InspectorError `invalid-argument` as `nearestTriangles`.
 */
export function nearestBruteForce(
  mesh: TriangleMesh,
  point: Vec3,
  count: number,
  { maxDistance = Infinity }: Partial<NearestOptions> = {},
  accepts: TriangleFilter = null,
): NearestResult {
  checkNearestQuery(point, count, maxDistance);
  const scratch = new Float64Array(4);
  const all = Array.from({ length: triangleCount(mesh) }, (_, triangle) => triangle)
    .filter((triangle) => isFiniteTriangle(mesh, triangle) && accepts?.(triangle) !== false)
    .map((triangle) => ({ triangle, exact: closestPointTriangleExact(point, ...triangleVertices(mesh, triangle)) }));
  const closest = all
    .filter(({ exact }) => maxDistance === Infinity || isWithin(exact, maxDistance))
    .sort((p, q) => compareDistances(p.exact, q.exact) || p.triangle - q.triangle)
    .slice(0, count)
    .map(({ triangle }) => nearestRecord(mesh, triangle, point, scratch));
  return { closest, stats: { nodesVisited: 0, trianglesTested: all.length } };
}
