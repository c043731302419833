import { addToSum, createSum, sumOf } from '../../math/compensated-sum.ts';
import { bigCross, bigDot, bigMinus, bigPoint } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { roundedRoot } from '../../math/rounded-root.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';

/**
 * Test oracle of `windingInto`: the solid angles of all triangles without a tree, each with an arc tangent of its own, in a compensated sum.
 * Determinants and products are exact and rounded once. The point must not be on a triangle. `flipped` as in `WindingSurface`.
 */
export function windingBruteForce(mesh: TriangleMesh, point: Vec3, flipped: Uint8Array | null = null): number {
  const sum = createSum();
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const half = halfAngle(point, triangleVertices(mesh, triangle));
    addToSum(sum, flipped !== null && flipped[triangle] === 1 ? -half : half);
  }
  return sumOf(sum) / (2 * Math.PI);
}

/** Returns half of the solid angle of a triangle. */
function halfAngle(point: Vec3, corners: readonly Vec3[]): number {
  const { integers } = scaledIntegers([...point, ...corners.flat()]);
  const eye = bigPoint(integers, 0);
  const [a, b, c] = [3, 6, 9].map((at) => bigMinus(bigPoint(integers, at), eye)) as [Big, Big, Big];
  const squares = [bigDot(a, a), bigDot(b, b), bigDot(c, c)] as const;
  const determinant = bigDot(a, bigCross(b, c));
  // Cosines of the angles between the corners, and the determinant, each for vectors of length 1.
  const cosine = (dot: bigint, p: bigint, q: bigint): number => (dot < 0n ? -1 : 1) * roundedRoot(dot * dot, p * q, 0);
  const product = squares[0] * squares[1] * squares[2];
  const sine = (determinant < 0n ? -1 : 1) * roundedRoot(determinant * determinant, product, 0);
  const sum =
    1 +
    cosine(bigDot(a, b), squares[0], squares[1]) +
    cosine(bigDot(b, c), squares[1], squares[2]) +
    cosine(bigDot(c, a), squares[2], squares[0]);
  return determinant === 0n ? 0 : Math.atan2(sine, sum);
}

type Big = ReturnType<typeof bigPoint>;
