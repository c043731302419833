import { bigCross, bigDot, bigPoint, bigTimes, type BigVec3 } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { exactHeights, type ExactHalfSpace } from '../../shape/half-spaces.ts';
import { frustumHalfSpaces, type Frustum } from './half-spaces.ts';

/**
 * Test oracle of `frustumOverlap`: tests every triangle without a tree, in rational numbers. A triangle overlaps if one of the points where
 * two of its sides or of the planes intersect is in all of them; ascending. Plain f64 decides for triangles surely outside of one plane, and
 * for those with a corner surely inside of all.
 * @throws InspectorError `invalid-argument` as `frustumOverlap`.
 */
export function frustumOverlapBruteForce(mesh: TriangleMesh, frustum: Frustum): Uint32Array {
  const spaces = frustumHalfSpaces(frustum);
  const rounded = spaces.map(roundedSpace);
  const found: number[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const sure = surelyOverlaps(triangleVertices(mesh, triangle), rounded);
    if (sure === true) found.push(triangle);
    if (sure !== null) continue;
    const { integers, exponent } = scaledIntegers(triangleVertices(mesh, triangle).flat());
    const corners = [0, 3, 6].map((at) => bigPoint(integers, at));
    if (hasCommonPoint(spaces.map((space) => exactHeights(space, corners, exponent) as BigVec3))) found.push(triangle);
  }
  return Uint32Array.from(found);
}

/** Returns the normal and the offset of a half-space, each rounded once. The largest component of the normal is 1. */
function roundedSpace({ normal, offset, exponent }: ExactHalfSpace): readonly [...Vec3, number] {
  const largest = normal.map((value) => (value < 0n ? -value : value)).reduce((p, q) => (p > q ? p : q));
  const [x, y, z] = normal.map((value) => roundedRatio(value, largest, 0)) as [number, number, number];
  return [x, y, z, roundedRatio(offset, largest, exponent)];
}

/** Error of a height, as a part of the sum of its absolute products, with a factor of 10 to spare; then more than underflow can lose. */
const tolerance = 1e-14;
const underflow = 1e-290;

/** Whether a triangle overlaps the half-spaces; `null` where plain f64 does not prove it. */
function surelyOverlaps(corners: readonly Vec3[], spaces: readonly (readonly [...Vec3, number])[]): boolean | null {
  const isIn = [true, true, true];
  for (const [x, y, z, offset] of spaces) {
    let outside = 0;
    corners.forEach((p, i) => {
      const height = x * p[0] + y * p[1] + z * p[2] + offset;
      const size = Math.abs(x * p[0]) + Math.abs(y * p[1]) + Math.abs(z * p[2]) + Math.abs(offset);
      const error = tolerance * size + underflow * (1 + Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]));
      if (!(height > error)) isIn[i] = false;
      if (height < -error) outside++;
    });
    if (outside === 3) return false;
  }
  return isIn.includes(true) ? true : null;
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
