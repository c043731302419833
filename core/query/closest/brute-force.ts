import { bigDot, bigMinus, bigPoint, bigTimes, bigUnit } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import { roundedRoot } from '../../math/rounded-root.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, partOfTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { checkClosestQuery } from './check.ts';
import type { ClosestOptions, ClosestPoint, ClosestResult } from './query.ts';
import { isNearer, rationalClosest, type RationalClosest } from './rational.ts';

/**
 * Test oracle of `closestPoint`: tests every triangle without a tree, in rational numbers and with another formula
 * (`rationalClosest`). Returns the same triangle and feature; the numbers are those of exact arithmetic, rounded. A triangle is
 * skipped only if its box is farther than the nearest vertex of the mesh, beyond all rounding.
 * @throws InspectorError `invalid-argument` as `closestPoint`.
 */
export function closestPointBruteForce(
  mesh: TriangleMesh,
  point: Vec3,
  { maxDistance = Infinity }: Partial<Pick<ClosestOptions, 'maxDistance'>> = {},
  accepts: TriangleFilter = null,
): ClosestResult {
  checkClosestQuery(point, maxDistance);
  const limit = Math.min(maxDistance, nearestVertex(mesh, point, accepts)) * (1 + 1e-12);
  let best: Candidate | null = null;
  let trianglesTested = 0;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle) || accepts?.(triangle) === false) continue;
    trianglesTested++;
    if (isFartherThan(mesh, triangle, point, limit)) continue;
    const candidate = candidateOf(mesh, triangle, point);
    if (best === null || isCloser(candidate, best)) best = candidate;
  }
  const stats = { nodesVisited: 0, trianglesTested };
  return { closest: best === null || isBeyond(best, maxDistance) ? null : recordOf(mesh, best, point), stats };
}

/** A triangle's closest point, relative to the query point, times 2^exponent. */
interface Candidate extends RationalClosest {
  readonly triangle: number;
  readonly exponent: number;
}

function candidateOf(mesh: TriangleMesh, triangle: number, point: Vec3): Candidate {
  const { integers, exponent } = scaledIntegers([...point, ...triangleVertices(mesh, triangle).flat()]);
  const middle = bigPoint(integers, 0);
  return { triangle, exponent, ...rationalClosest([3, 6, 9].map((at) => bigMinus(bigPoint(integers, at), middle))) };
}

function isCloser(p: Candidate, q: Candidate): boolean {
  const common = Math.min(p.exponent, q.exponent);
  return isNearer(onExponent(p, common), onExponent(q, common));
}

function onExponent(candidate: Candidate, exponent: number): RationalClosest {
  return { ...candidate, offset: bigTimes(candidate.offset, 1n << BigInt(candidate.exponent - exponent)) };
}

function isBeyond(candidate: Candidate, maxDistance: number): boolean {
  if (maxDistance === Infinity) return false;
  const length = scaledIntegers([maxDistance]);
  const common = Math.min(candidate.exponent, length.exponent);
  const { offset, denominator } = onExponent(candidate, common);
  const reach = (length.integers[0]! << BigInt(length.exponent - common)) * denominator;
  return bigDot(offset, offset) > reach * reach;
}

function recordOf(mesh: TriangleMesh, { triangle, exponent, code, offset, denominator }: Candidate, point: Vec3): ClosestPoint {
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

/** Returns the distance to the nearest vertex of a finite triangle that the filter accepts; infinite if there is none, or if it overflows. */
function nearestVertex(mesh: TriangleMesh, point: Vec3, accepts: TriangleFilter): number {
  let min = Infinity;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle) || accepts?.(triangle) === false) continue;
    for (const [x, y, z] of triangleVertices(mesh, triangle)) min = Math.min(min, Math.hypot(x - point[0], y - point[1], z - point[2]));
  }
  return min;
}

/** Whether the triangle's box is farther than this, beyond all rounding. Hot. */
function isFartherThan({ positions, indices }: TriangleMesh, triangle: number, point: Vec3, limit: number): boolean {
  const a = 3 * indices[3 * triangle]!;
  const b = 3 * indices[3 * triangle + 1]!;
  const c = 3 * indices[3 * triangle + 2]!;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const low = Math.min(positions[a + k]!, positions[b + k]!, positions[c + k]!) - point[k]!;
    const high = Math.max(positions[a + k]!, positions[b + k]!, positions[c + k]!) - point[k]!;
    const gap = Math.max(low, -high, 0);
    if (gap * (1 - 1e-12) > limit) return true;
    square += gap * gap;
  }
  // Squares may underflow, or overflow to Infinity, which is not above itself.
  return square * (1 - 1e-12) - 1e-300 > limit * limit;
}
