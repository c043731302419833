import { bigCross, bigDot, bigPoint, bigTimes, type BigVec3 } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { exactHeights } from '../../shape/half-spaces.ts';
import { frustumHalfSpaces, type Frustum } from './half-spaces.ts';

/**
 * Test oracle of `frustumOverlap`: tests every triangle without a tree, in rational numbers. A triangle overlaps if one of the points where
 * two of its sides or of the planes intersect is in all of them; ascending.
 * @throws InspectorError `invalid-argument` as `frustumOverlap`.
 */
export function frustumOverlapBruteForce(mesh: TriangleMesh, frustum: Frustum): Uint32Array {
  const spaces = frustumHalfSpaces(frustum);
  const found: number[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const { integers, exponent } = scaledIntegers(triangleVertices(mesh, triangle).flat());
    const corners = [0, 3, 6].map((at) => bigPoint(integers, at));
    if (hasCommonPoint(spaces.map((space) => exactHeights(space, corners, exponent) as BigVec3))) found.push(triangle);
  }
  return Uint32Array.from(found);
}

/** Whether weights of the corners, not all 0, have no negative product with any of the rows. */
function hasCommonPoint(heights: readonly BigVec3[]): boolean {
  const rows: readonly BigVec3[] = [[1n, 0n, 0n], [0n, 1n, 0n], [0n, 0n, 1n], ...heights];
  return rows.some((p, i) =>
    rows.slice(0, i).some((q) => {
      const weights = bigCross(p, q);
      return [weights, bigTimes(weights, -1n)].some(
        (point) => point.some((value) => value > 0n) && rows.every((row) => bigDot(row, point) >= 0n),
      );
    }),
  );
}
