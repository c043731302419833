import { bigCross, bigDot, bigMinus, bigPlus, bigPoint, bigTimes, type BigVec3 } from '../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../math/exact.ts';
import { roundedRoot } from '../math/rounded-root.ts';
import type { Vec3 } from '../math/vec3.ts';

/** Two closest points of two triangles, rounded from exact arithmetic. */
export interface ExactDistance {
  readonly distance: number;
  readonly pointP: Vec3;
  readonly pointQ: Vec3;
}

/** A pair of points over a common denominator, which is positive. */
interface Candidate {
  readonly p: BigVec3;
  readonly q: BigVec3;
  readonly denominator: bigint;
  readonly offset: BigVec3;
}

/**
 * Returns the distance of two triangles (9 finite numbers each) that do not intersect, in exact arithmetic. It is the smallest distance
 * from a vertex to a vertex, edge or face that contains the perpendicular's foot, or of two edges that are nearest within both. Triangles
 * without area act as segments or points. Distance and points are the f64 nearest to the
 * true ones.
 */
export function triangleDistanceExact(p: ArrayLike<number>, q: ArrayLike<number>): ExactDistance {
  const { integers, exponent } = scaledIntegers([...Array.from(p), ...Array.from(q)]);
  const ps = [bigPoint(integers, 0), bigPoint(integers, 3), bigPoint(integers, 6)];
  const qs = [bigPoint(integers, 9), bigPoint(integers, 12), bigPoint(integers, 15)];
  const {
    p: pointP,
    q: pointQ,
    offset,
    denominator,
  } = [
    ...qs.flatMap((point) => fromPoint(point, ps).map(({ p: a, q: b, ...rest }) => ({ p: b, q: a, ...rest }))),
    ...ps.flatMap((point) => fromPoint(point, qs)),
    ...ps.flatMap((_, i) => qs.flatMap((__, j) => ofEdges(ps[i]!, ps[(i + 1) % 3]!, qs[j]!, qs[(j + 1) % 3]!))),
  ].reduce((best, next) => (isNearer(next, best) ? next : best));
  const rounded = (point: BigVec3): Vec3 => [
    roundedRatio(point[0], denominator, exponent),
    roundedRatio(point[1], denominator, exponent),
    roundedRatio(point[2], denominator, exponent),
  ];
  return { distance: roundedRoot(bigDot(offset, offset), denominator ** 2n, exponent), pointP: rounded(pointP), pointQ: rounded(pointQ) };
}

function isNearer(a: Candidate, b: Candidate): boolean {
  return bigDot(a.offset, a.offset) * b.denominator ** 2n < bigDot(b.offset, b.offset) * a.denominator ** 2n;
}

function candidate(p: BigVec3, q: BigVec3, denominator: bigint): Candidate {
  return { p, q, denominator, offset: bigMinus(q, p) };
}

/** Returns the pairs of a point with the vertices, edges and face of a triangle. */
function fromPoint(point: BigVec3, triangle: readonly BigVec3[]): readonly Candidate[] {
  const found = triangle.map((vertex) => candidate(point, vertex, 1n));
  triangle.forEach((from, i) => {
    const edge = bigMinus(triangle[(i + 1) % 3]!, from);
    const size = bigDot(edge, edge);
    const along = bigDot(edge, bigMinus(point, from));
    if (along > 0n && along < size)
      found.push(candidate(bigTimes(point, size), bigPlus(bigTimes(from, size), bigTimes(edge, along)), size));
  });
  const [a, b, c] = triangle as [BigVec3, BigVec3, BigVec3];
  const normal = bigCross(bigMinus(b, a), bigMinus(c, a));
  const size = bigDot(normal, normal);
  const isOver = triangle.every((from, i) => bigDot(normal, bigCross(bigMinus(triangle[(i + 1) % 3]!, from), bigMinus(point, from))) > 0n);
  if (size > 0n && isOver) {
    const height = bigDot(normal, bigMinus(point, a));
    const start = bigTimes(point, size);
    found.push(candidate(start, bigMinus(start, bigTimes(normal, height)), size));
  }
  return found;
}

/** Returns the nearest points of two edges if they are within both; none for parallel edges, which are nearest at an end. */
function ofEdges(a: BigVec3, b: BigVec3, c: BigVec3, d: BigVec3): readonly Candidate[] {
  const u = bigMinus(b, a);
  const v = bigMinus(d, c);
  const r = bigMinus(c, a);
  const normal = bigCross(u, v);
  const size = bigDot(normal, normal);
  const s = bigDot(normal, bigCross(r, v));
  const t = bigDot(normal, bigCross(r, u));
  if (size === 0n || s <= 0n || s >= size || t <= 0n || t >= size) return [];
  return [candidate(bigPlus(bigTimes(a, size), bigTimes(u, s)), bigPlus(bigTimes(c, size), bigTimes(v, t)), size)];
}
