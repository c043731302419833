import { bigDot, bigPoint } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { checkPlaneQuery } from './check.ts';
import type { Plane } from './query.ts';

/**
 * Test oracle of `planeOverlap`: the lowest and the highest corner of every triangle, without a tree; ascending. Plain f64 decides what its
 * error bound allows, rational numbers the rest.
 * @throws InspectorError `invalid-argument` as `planeOverlap`.
 */
export function planeOverlapBruteForce(mesh: TriangleMesh, plane: Plane, thickness = 0): Uint32Array {
  checkPlaneQuery(plane);
  const found: number[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const corners = triangleVertices(mesh, triangle);
    if (surelyReaches(corners, plane, thickness) ?? reachesSlab(corners.flat(), plane, thickness)) found.push(triangle);
  }
  return Uint32Array.from(found);
}

/** Error of a height, as a part of the sum of its absolute products, with a factor of 10 to spare; then more than underflow can lose. */
const tolerance = 1e-14;
const underflow = 1e-290;

/** Whether a triangle reaches the slab; `null` where plain f64 does not prove it. */
function surelyReaches(corners: readonly Vec3[], { point, normal }: Plane, thickness: number): boolean | null {
  const face = (thickness * Math.hypot(...normal)) / 2;
  let above = 0;
  let under = 0;
  let between = false;
  for (const corner of corners) {
    let height = 0;
    let size = 0;
    for (const k of [0, 1, 2] as const) {
      height += normal[k] * (corner[k] - point[k]);
      size += Math.abs(normal[k]) * (Math.abs(corner[k]) + Math.abs(point[k]));
    }
    const error = tolerance * (size + face) + underflow;
    if (!(size + face < Infinity)) return null;
    if (height - error > face) above++;
    else if (height + error < -face) under++;
    else if (Math.abs(height) + error < face) between = true;
  }
  // A triangle with corners on both sides reaches the slab between them.
  if (between || (above > 0 && under > 0)) return true;
  return above === 3 || under === 3 ? false : null;
}

function reachesSlab(corners: readonly number[], { point, normal }: Plane, thickness: number): boolean {
  const { integers } = scaledIntegers([...corners, ...point, ...normal, thickness]);
  const n = bigPoint(integers, 12);
  const level = bigDot(n, bigPoint(integers, 9));
  const heights = [0, 3, 6].map((at) => 2n * (bigDot(n, bigPoint(integers, at)) - level));
  // Twice the height of a face of the slab is thickness · |n|. Both sides of a comparison are 0 or more before they are squared.
  const faceSq = integers[15] ** 2n * bigDot(n, n);
  const isAbove = heights.every((height) => height > 0n && height ** 2n > faceSq);
  const isUnder = heights.every((height) => height < 0n && height ** 2n > faceSq);
  return !isAbove && !isUnder;
}
