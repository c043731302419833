import { bigCross, bigDot, bigMinus, bigPlus, bigTimes, type BigVec3 } from '../../math/big-vec3.ts';

/** A point of a triangle, `offset / denominator`, that may be closest to 0, and the code of its feature. */
export interface RationalClosest {
  readonly code: number;
  readonly offset: BigVec3;
  readonly denominator: bigint;
}

/**
 * Returns the point of a triangle closest to 0, for test oracles. It is the nearest of the vertices, of the perpendicular feet within
 * edges, and of the foot within the face. `points` are the corners, as integers.
 */
export function rationalClosest(points: readonly BigVec3[]): RationalClosest {
  return candidates(points).reduce((best, next) => (isNearer(next, best) ? next : best));
}

/** Returns vertices first, then edges, then the face: of equally near points the first one wins. */
function candidates(points: readonly BigVec3[]): readonly RationalClosest[] {
  const found: RationalClosest[] = points.map((offset, i) => ({ code: 4 + i, offset, denominator: 1n }));
  points.forEach((from, i) => {
    const edge = bigMinus(points[(i + 1) % 3]!, from);
    const lengthSq = bigDot(edge, edge);
    const t = -bigDot(from, edge);
    if (t <= 0n || t >= lengthSq) return;
    found.push({ code: 1 + i, offset: bigPlus(bigTimes(from, lengthSq), bigTimes(edge, t)), denominator: lengthSq });
  });
  const [p, q, s] = points as [BigVec3, BigVec3, BigVec3];
  const normal = bigCross(bigMinus(q, p), bigMinus(s, p));
  const areaSq = bigDot(normal, normal);
  const weights = [bigDot(normal, bigCross(p, q)), bigDot(normal, bigCross(q, s)), bigDot(normal, bigCross(s, p))];
  if (areaSq > 0n && weights.every((weight) => weight > 0n)) {
    const height = bigDot(normal, p);
    found.push({ code: 0, offset: bigTimes(normal, height), denominator: areaSq });
  }
  return found;
}

/** Whether p is nearer to 0 than q, in exact arithmetic. */
export function isNearer(p: RationalClosest, q: RationalClosest): boolean {
  return bigDot(p.offset, p.offset) * q.denominator ** 2n < bigDot(q.offset, q.offset) * p.denominator ** 2n;
}
