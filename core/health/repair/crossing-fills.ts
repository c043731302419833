import { meshTopology } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { Progress } from '../../progress.ts';
import { createShapeWorkspace } from '../../query/overlap-descent.ts';
import { triangleOverlap } from '../../query/triangle/triangle.ts';
import { createSelfIntersectionTest } from '../study/find-self-intersections.ts';
import { flatTriangles } from '../study/flat-triangles.ts';
import { treedForDistances } from './treed-for-distances.ts';

/**
 * Returns (F) 1 for each filling that intersects the surface, or an earlier filling that stays, beyond shared corners: the rule of the check
 * for self-intersections. Triangles without area are left out.
 * @param mesh the surface, followed by the triangles of all fillings in their order.
 * @param firsts (F + 1) first triangle of each filling, then the number of triangles.
 * @throws whatever `progress` throws.
 */
export function crossingFills(mesh: TriangleMesh, firsts: readonly number[], progress: Progress): Uint8Array {
  const isCrossing = new Uint8Array(firsts.length - 1);
  const topology = meshTopology(mesh);
  const isFlat = flatTriangles(mesh, topology);
  const intersect = createSelfIntersectionTest(mesh, topology.corners);
  const { tree } = treedForDistances(mesh, () => progress(0));
  const workspace = createShapeWorkspace(tree);
  /** The surface, and the fillings that stay so far. */
  const isThere = isFlat.map((flat, triangle) => (flat === 0 && triangle < firsts[0]! ? 1 : 0));
  for (let fill = 0; fill < isCrossing.length; fill++) {
    progress(fill / isCrossing.length);
    const [first, end] = [firsts[fill]!, firsts[fill + 1]!];
    for (let triangle = first; triangle < end; triangle++) isThere[triangle] = 1 - isFlat[triangle];
    for (let triangle = first; triangle < end && isCrossing[fill] === 0; triangle++) {
      if (isThere[triangle] === 0) continue;
      const [a, b, c] = triangleVertices(mesh, triangle);
      const near = triangleOverlap(tree, mesh, { a, b, c }, {}, workspace, (other) => isThere[other] === 1).triangles;
      if (near.some((other) => other !== triangle && intersect(triangle, other))) isCrossing[fill] = 1;
    }
    if (isCrossing[fill] === 1) isThere.fill(0, first, end);
  }
  return isCrossing;
}
