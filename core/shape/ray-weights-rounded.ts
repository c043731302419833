import { pairCross, pairDotTimes, pairOfDifference, pairQuotient, largestOfPairs, roundedPair } from '../math/double-double.ts';
import type { Vec3 } from '../math/vec3.ts';
import { denominator, first, pairError, quotientError, type RayDistanceScratch, scratchPairs, second } from './ray-distance-rounded.ts';

/** Pairs after those of `roundedRayDistance`: edge c − b, a corner − origin, their cross product, its product with the direction, and a weight. */
const third = scratchPairs;
const point = scratchPairs + 3;
const cross = scratchPairs + 6;
const numerator = scratchPairs + 9;
const weight = scratchPairs + 10;

export function createRayHitScratch(): RayDistanceScratch {
  return new Float64Array(2 * scratchPairs + 22);
}

/** Smaller weights are left to exact arithmetic. What underflow loses is far smaller. */
export const minWeight = 2 ** -200;

/**
 * Returns the barycentric weights of the point where a ray hits a triangle, as the f64 nearest to the true values: those of `rayTriangleExact`.
 * `null` where double-double arithmetic does not decide, as at the edges of a triangle. The arguments are those of a call of `roundedRayDistance`
 * just before, which has returned a distance.
 *
 * With A = a − origin, and so on, the weights are d·(B × (c − b)), d·((c − a) × C) and d·(A × (b − a)), over d·((b − a) × (c − a)).
 */
export function roundedRayWeights(
  scratch: RayDistanceScratch,
  ox: number,
  oy: number,
  oz: number,
  direction: Float64Array,
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
): Vec3 | null {
  for (let k = 0; k < 3; k++) pairOfDifference(scratch, third + k, positions[c + k], positions[b + k]);
  const area = largestOfPairs(scratch, first) * largestOfPairs(scratch, second);
  const setPoint = (corner: number): void => {
    pairOfDifference(scratch, point, positions[corner], ox);
    pairOfDifference(scratch, point + 1, positions[corner + 1], oy);
    pairOfDifference(scratch, point + 2, positions[corner + 2], oz);
  };
  setPoint(b);
  const u = roundedWeight(scratch, point, third, direction, area);
  setPoint(c);
  const v = roundedWeight(scratch, second, point, direction, area);
  setPoint(a);
  const w = roundedWeight(scratch, point, first, direction, area);
  return u >= minWeight && v >= minWeight && w >= minWeight ? [u, v, w] : null;
}

/** Returns d·(p × q) over the denominator; NaN if it is not decided. The bound is that of `roundedRayDistance`. */
function roundedWeight(s: RayDistanceScratch, p: number, q: number, direction: Float64Array, area: number): number {
  pairCross(s, cross, p, q);
  pairDotTimes(s, numerator, cross, direction);
  pairQuotient(s, weight, numerator, denominator);
  const size = Math.abs(s[2 * weight]);
  const slack =
    (pairError * (largestOfPairs(s, p) * largestOfPairs(s, q) + size * area)) / Math.abs(s[2 * denominator]) + quotientError * size;
  return roundedPair(s, weight, slack);
}
