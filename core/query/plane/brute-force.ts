import { bigDot, bigPoint } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { checkPlaneQuery } from './check.ts';
import type { Plane } from './query.ts';

/**
 * Test oracle of `planeOverlap`: the lowest and the highest corner of every triangle in rational numbers, without a tree; ascending.
 * @throws InspectorError `invalid-argument` as `planeOverlap`.
 */
export function planeOverlapBruteForce(mesh: TriangleMesh, plane: Plane, thickness = 0): Uint32Array {
  checkPlaneQuery(plane);
  const found: number[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (isFiniteTriangle(mesh, triangle) && reachesSlab(triangleVertices(mesh, triangle).flat(), plane, thickness)) found.push(triangle);
  }
  return Uint32Array.from(found);
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
