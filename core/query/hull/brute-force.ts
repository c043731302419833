import { bigMinus, bigPoint, type BigVec3 } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { polytopesOverlapExact, type BigPolytope } from '../../shape/polytopes-overlap-exact.ts';
import { checkHullQuery } from './check.ts';
import type { PointHull } from './query.ts';

/**
 * Test oracle of `hullOverlap`, for few points: tests every triangle against every hull of four points, in exact arithmetic and without a
 * tree; ascending. Each point of a hull is in the hull of four of its points (Carathéodory).
 * @throws InspectorError `invalid-argument` as `hullOverlap`.
 */
export function hullOverlapBruteForce(mesh: TriangleMesh, hull: PointHull): Uint32Array {
  checkHullQuery(hull);
  const { points } = hull;
  const found: number[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const { integers } = scaledIntegers([...triangleVertices(mesh, triangle).flat(), ...points.flat()]);
    const corners = Array.from({ length: 3 + points.length }, (_, i) => bigPoint(integers, 3 * i));
    const other = polytopeOf(corners.slice(0, 3));
    if (foursOf(corners.slice(3)).some((four) => polytopesOverlapExact(polytopeOf(four), other))) found.push(triangle);
  }
  return Uint32Array.from(found);
}

/** Returns the hull of some points as a polytope with every difference of two of them as an edge. */
export function polytopeOf(corners: readonly BigVec3[]): BigPolytope {
  return { corners, edges: corners.flatMap((p, i) => corners.slice(0, i).map((q) => bigMinus(p, q))) };
}

/** Returns all choices of four points; all points if there are fewer. */
function foursOf(points: readonly BigVec3[]): readonly (readonly BigVec3[])[] {
  if (points.length <= 4) return [points];
  return points.flatMap((a, i) =>
    points.slice(0, i).flatMap((b, j) => points.slice(0, j).flatMap((c, k) => points.slice(0, k).map((d) => [a, b, c, d]))),
  );
}
