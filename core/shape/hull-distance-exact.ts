import { bigCross, bigDot, bigMinus, bigPlus, bigTimes, isBigZero, type BigVec3 } from '../math/big-vec3.ts';

/** A point `offset / denominator` of a hull; the denominator is positive. */
interface HullPoint {
  readonly offset: BigVec3;
  readonly denominator: bigint;
  /** The corners of the smallest face of the simplex that contains the point in its interior. */
  readonly corners: readonly BigVec3[];
}

/**
 * Whether the convex hulls of two point sets are within `radius` of each other, exactly. All numbers are integers on one scale, and
 * neither set is empty. A radius of 0 tests whether the hulls share a point.
 *
 * Source: Gilbert, Johnson and Keerthi (1988), on integers. Each step is nearer to the origin than the last one, and there are finitely
 * many simplices, so it ends. Changed: the nearest point of a simplex is the nearest of its faces.
 */
export function hullsAreWithin(p: readonly BigVec3[], q: readonly BigVec3[], radius: bigint): boolean {
  const radiusSq = radius * radius;
  let nearest: HullPoint = ofPoint(bigMinus(q[0]!, p[0]!));
  for (;;) {
    const { offset, denominator } = nearest;
    const sizeSq = bigDot(offset, offset);
    if (sizeSq <= radiusSq * denominator * denominator) return true;
    const support = bigMinus(lowest(q, offset), highest(p, offset));
    const height = bigDot(offset, support);
    // The plane through the support point separates the hulls by more than the radius.
    if (height > 0n && height * height > radiusSq * sizeSq) return false;
    if (height * denominator >= sizeSq) return false;
    nearest = nearestOfSimplex([...nearest.corners, support]);
  }
}

function lowest(points: readonly BigVec3[], direction: BigVec3): BigVec3 {
  return extreme(points, direction, -1n);
}

function highest(points: readonly BigVec3[], direction: BigVec3): BigVec3 {
  return extreme(points, direction, 1n);
}

function extreme(points: readonly BigVec3[], direction: BigVec3, sign: bigint): BigVec3 {
  let best = points[0]!;
  let bestHeight = sign * bigDot(best, direction);
  for (const point of points) {
    const height = sign * bigDot(point, direction);
    if (height <= bestHeight) continue;
    best = point;
    bestHeight = height;
  }
  return best;
}

function ofPoint(point: BigVec3): HullPoint {
  return { offset: point, denominator: 1n, corners: [point] };
}

/** Returns the point of a simplex of 1 to 4 corners nearest to the origin. */
function nearestOfSimplex(corners: readonly BigVec3[]): HullPoint {
  if (corners.length === 4 && containsOrigin(corners)) return { offset: [0n, 0n, 0n], denominator: 1n, corners };
  const candidates: HullPoint[] = corners.map(ofPoint);
  for (let i = 0; i < corners.length; i++) {
    for (let j = i + 1; j < corners.length; j++) {
      addEdge(candidates, corners[i]!, corners[j]!);
      for (let k = j + 1; k < corners.length; k++) addFace(candidates, corners[i]!, corners[j]!, corners[k]!);
    }
  }
  return candidates.reduce((best, next) => (isNearer(next, best) ? next : best));
}

function isNearer(p: HullPoint, q: HullPoint): boolean {
  return bigDot(p.offset, p.offset) * q.denominator ** 2n < bigDot(q.offset, q.offset) * p.denominator ** 2n;
}

/** Adds the foot of the perpendicular from the origin if it is inside the edge. */
function addEdge(candidates: HullPoint[], from: BigVec3, to: BigVec3): void {
  const edge = bigMinus(to, from);
  const lengthSq = bigDot(edge, edge);
  const along = -bigDot(from, edge);
  if (along <= 0n || along >= lengthSq) return;
  candidates.push({ offset: bigPlus(bigTimes(from, lengthSq), bigTimes(edge, along)), denominator: lengthSq, corners: [from, to] });
}

/** Adds the foot of the perpendicular from the origin if it is inside the face. */
function addFace(candidates: HullPoint[], a: BigVec3, b: BigVec3, c: BigVec3): void {
  const normal = bigCross(bigMinus(b, a), bigMinus(c, a));
  if (isBigZero(normal)) return;
  const isInside = [bigCross(a, b), bigCross(b, c), bigCross(c, a)].every((side) => bigDot(normal, side) > 0n);
  if (isInside) candidates.push({ offset: bigTimes(normal, bigDot(normal, a)), denominator: bigDot(normal, normal), corners: [a, b, c] });
}

/** Whether a tetrahedron has a volume and contains the origin, its surface included. */
function containsOrigin([a, b, c, d]: readonly BigVec3[]): boolean {
  const volume = bigDot(bigMinus(b!, a!), bigCross(bigMinus(c!, a!), bigMinus(d!, a!)));
  if (volume === 0n) return false;
  const sign = volume > 0n ? 1n : -1n;
  // Each corner replaced by the origin.
  const weights = [
    bigDot(b!, bigCross(c!, d!)),
    -bigDot(a!, bigCross(c!, d!)),
    bigDot(a!, bigCross(b!, d!)),
    -bigDot(a!, bigCross(b!, c!)),
  ];
  return weights.every((weight) => weight * sign >= 0n);
}
