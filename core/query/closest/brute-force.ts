import { bigDot, bigMinus, bigPoint, bigTimes, bigUnit } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import { roundedRoot } from '../../math/rounded-root.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, partOfTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import { checkPoint } from './check.ts';
import type { ClosestAnswer, ClosestPoint } from './closest.ts';
import { isNearer, rationalClosest, type RationalClosest } from './rational.ts';

/**
 * The oracle: every triangle, no tree, rational numbers, and another formula than `closestPoint` has (`rational-closest.ts`). Same
 * triangle and feature as `closestPoint`; the numbers here are those of exact arithmetic, rounded. Triangles are passed over
 * only where their own box is farther than the nearest vertex of all, beyond all rounding.
 * @throws InspectorError `invalid-argument` as `closestPoint`.
 */
export function closestPointBruteForce(mesh: TriangleMesh, point: Vec3, within: number = Infinity): ClosestAnswer {
  checkPoint(point, within);
  const limit = Math.min(within, nearestVertex(mesh, point)) * (1 + 1e-12);
  let best: Bid | null = null;
  let trianglesTested = 0;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    trianglesTested++;
    if (isFartherThan(mesh, triangle, point, limit)) continue;
    const bid = bidOf(mesh, triangle, point);
    if (best === null || isCloser(bid, best)) best = bid;
  }
  const stats = { nodesVisited: 0, trianglesTested };
  return { closest: best === null || isBeyond(best, within) ? null : recordOf(mesh, best, point), stats };
}

/** A triangle's closest point, relative to the point asked, times 2^exponent. */
interface Bid extends RationalClosest {
  readonly triangle: number;
  readonly exponent: number;
}

function bidOf(mesh: TriangleMesh, triangle: number, point: Vec3): Bid {
  const { integers, exponent } = scaledIntegers([...point, ...triangleVertices(mesh, triangle).flat()]);
  const middle = bigPoint(integers, 0);
  return { triangle, exponent, ...rationalClosest([3, 6, 9].map((at) => bigMinus(bigPoint(integers, at), middle))) };
}

function isCloser(p: Bid, q: Bid): boolean {
  const common = Math.min(p.exponent, q.exponent);
  return isNearer(onExponent(p, common), onExponent(q, common));
}

function onExponent(bid: Bid, exponent: number): RationalClosest {
  return { ...bid, offset: bigTimes(bid.offset, 1n << BigInt(bid.exponent - exponent)) };
}

function isBeyond(bid: Bid, within: number): boolean {
  if (within === Infinity) return false;
  const length = scaledIntegers([within]);
  const common = Math.min(bid.exponent, length.exponent);
  const { offset, denominator } = onExponent(bid, common);
  const reach = (length.integers[0]! << BigInt(length.exponent - common)) * denominator;
  return bigDot(offset, offset) > reach * reach;
}

function recordOf(mesh: TriangleMesh, { triangle, exponent, code, offset, denominator }: Bid, point: Vec3): ClosestPoint {
  const position = point.map((value, k) => {
    const own = scaledIntegers([value]);
    const common = Math.min(own.exponent, exponent);
    const start = (own.integers[0]! << BigInt(own.exponent - common)) * denominator;
    return roundedRatio(start + (offset[k]! << BigInt(exponent - common)), denominator, common);
  });
  return {
    triangle,
    ...featureOf(code),
    position: [position[0]!, position[1]!, position[2]!],
    distance: roundedRoot(bigDot(offset, offset), denominator * denominator, exponent),
    direction: bigUnit(bigTimes(offset, -1n)),
    part: partOfTriangle(mesh, triangle),
  };
}

/** From the point to the nearest vertex of a finite triangle; infinite where there is none, or it overflows. */
function nearestVertex(mesh: TriangleMesh, point: Vec3): number {
  let min = Infinity;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    for (const [x, y, z] of triangleVertices(mesh, triangle)) min = Math.min(min, Math.hypot(x - point[0], y - point[1], z - point[2]));
  }
  return min;
}

/** Whether the triangle's own box is farther than this on some axis, beyond all rounding. Hot. */
function isFartherThan({ positions, indices }: TriangleMesh, triangle: number, point: Vec3, limit: number): boolean {
  const a = 3 * indices[3 * triangle]!;
  const b = 3 * indices[3 * triangle + 1]!;
  const c = 3 * indices[3 * triangle + 2]!;
  for (let k = 0; k < 3; k++) {
    const low = Math.min(positions[a + k]!, positions[b + k]!, positions[c + k]!) - point[k]!;
    const high = Math.max(positions[a + k]!, positions[b + k]!, positions[c + k]!) - point[k]!;
    if (low * (1 - 1e-12) > limit || high * (1 - 1e-12) < -limit) return true;
  }
  return false;
}
