import { bigCross, bigDot, bigMinus, bigPlus, bigPoint, bigTimes, isBigZero, type BigVec3 } from '../math/big-vec3.ts';
import { scaledIntegers } from '../math/exact.ts';
import type { Vec3 } from '../math/vec3.ts';
import { faceCode, firstEdgeCode, firstVertexCode } from './triangle-feature.ts';

/** A point of a segment and a point of a triangle, over a common positive denominator, in units of a power of two. */
export interface ExactPair {
  readonly onSegment: BigVec3;
  readonly onTriangle: BigVec3;
  readonly denominator: bigint;
  /** The feature of the triangle that has the point. */
  readonly code: number;
}

/** The closest points of a segment and a triangle that do not intersect. */
export interface ExactClosestPairs {
  /** One pair, or the two ends of all closest pairs where a feature is parallel to the segment; the first is nearer to `from`. */
  readonly pairs: readonly ExactPair[];
  readonly exponent: number;
}

/**
 * Returns the closest points of the segment from `from` to `to` and the closed triangle a, b, c, which do not intersect, in exact arithmetic.
 * Both may be a point, and the triangle a segment; all numbers are finite. The closest pairs are among those of an end or a vertex with the
 * foot of its perpendicular, and of two edges that are nearest within both.
 */
export function segmentTriangleExact(from: Vec3, to: Vec3, a: Vec3, b: Vec3, c: Vec3): ExactClosestPairs {
  const { integers, exponent } = scaledIntegers([...from, ...to, ...a, ...b, ...c]);
  const [p, q] = [bigPoint(integers, 0), bigPoint(integers, 3)];
  const corners = [6, 9, 12].map((at) => bigPoint(integers, at));
  let closest: ExactPair[] = [];
  for (const pair of [...fromEnd(p, corners), ...fromEnd(q, corners), ...fromVertices(p, q, corners), ...fromEdges(p, q, corners)]) {
    const order = closest.length === 0 ? -1n : compare(pair, closest[0]!);
    if (order < 0n) closest = [pair];
    else if (order === 0n) closest.push(pair);
  }
  const along = bigMinus(q, p);
  const sorted = closest.sort((s, t) =>
    Number(sign(bigDot(along, s.onSegment) * t.denominator - bigDot(along, t.onSegment) * s.denominator)),
  );
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const isOne = isBigZero(bigMinus(bigTimes(first.onTriangle, last.denominator), bigTimes(last.onTriangle, first.denominator)));
  return { pairs: isOne ? [first] : [first, last], exponent };
}

/** Whether the distance of a pair is at most `radius`, exactly. */
export function isPairWithin({ onSegment, onTriangle, denominator }: ExactPair, exponent: number, radius: number): boolean {
  const r = scaledIntegers([radius]);
  const power = 2 * (exponent - r.exponent);
  const offset = bigMinus(onSegment, onTriangle);
  return bigDot(offset, offset) << BigInt(Math.max(0, power)) <= ((r.integers[0]! * denominator) ** 2n) << BigInt(Math.max(0, -power));
}

function sign(value: bigint): bigint {
  return value > 0n ? 1n : value < 0n ? -1n : 0n;
}

function compare(p: ExactPair, q: ExactPair): bigint {
  const [u, v] = [bigMinus(p.onSegment, p.onTriangle), bigMinus(q.onSegment, q.onTriangle)];
  return bigDot(u, u) * q.denominator ** 2n - bigDot(v, v) * p.denominator ** 2n;
}

/** Returns the pairs of an end of the segment with the vertices, edges and face of the triangle. */
function fromEnd(end: BigVec3, corners: readonly BigVec3[]): readonly ExactPair[] {
  const found = corners.map((onTriangle, i): ExactPair => ({ onSegment: end, onTriangle, denominator: 1n, code: firstVertexCode + i }));
  corners.forEach((corner, i) => {
    const edge = bigMinus(corners[(i + 1) % 3]!, corner);
    const denominator = bigDot(edge, edge);
    const along = bigDot(edge, bigMinus(end, corner));
    if (along <= 0n || along >= denominator) return;
    const onTriangle = bigPlus(bigTimes(corner, denominator), bigTimes(edge, along));
    found.push({ onSegment: bigTimes(end, denominator), onTriangle, denominator, code: firstEdgeCode + i });
  });
  const [a, b, c] = corners as [BigVec3, BigVec3, BigVec3];
  const normal = bigCross(bigMinus(b, a), bigMinus(c, a));
  const denominator = bigDot(normal, normal);
  const isOver = corners.every(
    (corner, i) => bigDot(normal, bigCross(bigMinus(corners[(i + 1) % 3]!, corner), bigMinus(end, corner))) > 0n,
  );
  if (denominator > 0n && isOver) {
    const onSegment = bigTimes(end, denominator);
    const onTriangle = bigMinus(onSegment, bigTimes(normal, bigDot(normal, bigMinus(end, a))));
    found.push({ onSegment, onTriangle, denominator, code: faceCode });
  }
  return found;
}

/** Returns the pairs of a vertex with a point within the segment. */
function fromVertices(p: BigVec3, q: BigVec3, corners: readonly BigVec3[]): readonly ExactPair[] {
  const axis = bigMinus(q, p);
  const denominator = bigDot(axis, axis);
  return corners.flatMap((corner, i) => {
    const along = bigDot(axis, bigMinus(corner, p));
    if (along <= 0n || along >= denominator) return [];
    const onSegment = bigPlus(bigTimes(p, denominator), bigTimes(axis, along));
    return [{ onSegment, onTriangle: bigTimes(corner, denominator), denominator, code: firstVertexCode + i }];
  });
}

/** Returns the pairs of a point within an edge and a point within the segment; none for parallel edges. */
function fromEdges(p: BigVec3, q: BigVec3, corners: readonly BigVec3[]): readonly ExactPair[] {
  const u = bigMinus(q, p);
  return corners.flatMap((corner, i) => {
    const v = bigMinus(corners[(i + 1) % 3]!, corner);
    const r = bigMinus(corner, p);
    const normal = bigCross(u, v);
    const denominator = bigDot(normal, normal);
    const s = bigDot(normal, bigCross(r, v));
    const t = bigDot(normal, bigCross(r, u));
    if (denominator === 0n || s <= 0n || s >= denominator || t <= 0n || t >= denominator) return [];
    const onSegment = bigPlus(bigTimes(p, denominator), bigTimes(u, s));
    const onTriangle = bigPlus(bigTimes(corner, denominator), bigTimes(v, t));
    return [{ onSegment, onTriangle, denominator, code: firstEdgeCode + i }];
  });
}
