import { bigCross, bigDot, bigMinus, bigPlus, bigPoint, bigTimes, type BigVec3 } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { roundedRoot } from '../../math/rounded-root.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { rationalClosest } from '../closest/rational.ts';
import { checkCapsuleQuery } from './check.ts';
import type { Capsule } from './query.ts';

/**
 * Test oracle of `capsuleOverlap`: tests every triangle without a tree, in rational numbers; ascending. The point of the axis closest to a
 * triangle is an end, or nearest to a vertex, the line of an edge or the plane of the face. Each of these points is tried.
 * @throws InspectorError `invalid-argument` as `capsuleOverlap`.
 */
export function capsuleOverlapBruteForce(mesh: TriangleMesh, capsule: Capsule): Uint32Array {
  checkCapsuleQuery(capsule);
  const found: number[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (isFiniteTriangle(mesh, triangle) && isWithinRadius(capsule, triangleVertices(mesh, triangle).flat())) found.push(triangle);
  }
  return Uint32Array.from(found);
}

function isWithinRadius(capsule: Capsule, corners: readonly number[]): boolean {
  const { integers } = scaledIntegers([capsule.radius, ...capsule.from, ...capsule.to, ...corners]);
  return distancesOf(integers.slice(1)).some(([sizeSq, whole]) => sizeSq <= (integers[0]! * whole) ** 2n);
}

/** Returns the distance of the axis of a capsule from a triangle (9), rounded. */
export function axisDistanceBruteForce({ from, to }: Capsule, corners: readonly number[]): number {
  const { integers, exponent } = scaledIntegers([...from, ...to, ...corners]);
  return Math.min(...distancesOf(integers).map(([sizeSq, whole]) => roundedRoot(sizeSq, whole * whole, exponent)));
}

/** Returns squared distances of some points of the axis from the triangle, over the square of a whole; the smallest is that of the axis. */
function distancesOf(integers: readonly bigint[]): readonly (readonly [sizeSq: bigint, whole: bigint])[] {
  const p = bigPoint(integers, 0);
  const axis = bigMinus(bigPoint(integers, 3), p);
  const points = [6, 9, 12].map((at) => bigMinus(bigPoint(integers, at), p));
  return placesAlong(axis, points).map(([along, whole]) => {
    // All is scaled by `whole`: the place on the axis becomes an integer point.
    const place = bigTimes(axis, along);
    const { offset, denominator } = rationalClosest(points.map((point) => bigMinus(bigTimes(point, whole), place)));
    return [bigDot(offset, offset), whole * denominator];
  });
}

/** Returns the places on the axis, as fractions from 0 to 1, of which one is closest to the triangle. */
function placesAlong(axis: BigVec3, points: readonly BigVec3[]): readonly (readonly [bigint, bigint])[] {
  const [a, b, c] = points as [BigVec3, BigVec3, BigVec3];
  const normal = bigCross(bigMinus(b, a), bigMinus(c, a));
  const critical = [
    ...points.map((point) => [bigDot(axis, point), bigDot(axis, axis)] as const),
    [bigDot(normal, a), bigDot(normal, axis)] as const,
    ...points.map((point, i) => {
      // Across the edge only: what is left of the axis and the vertex without their parts along the edge.
      const edge = bigMinus(points[(i + 1) % 3]!, point);
      const size = bigDot(edge, edge);
      const across = bigPlus(bigTimes(axis, size), bigTimes(edge, -bigDot(edge, axis)));
      return [bigDot(across, point), bigDot(across, axis)] as const;
    }),
  ];
  const inside = critical.map(([x, y]) => (y < 0n ? ([-x, -y] as const) : ([x, y] as const))).filter(([x, y]) => y > 0n && x > 0n && x < y);
  return [[0n, 1n], [1n, 1n], ...inside];
}
