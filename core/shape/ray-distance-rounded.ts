import { pairCross, pairDot, pairDotTimes, pairOfDifference, pairQuotient, largestOfPairs, roundedPair } from '../math/double-double.ts';

/** Scratch of `roundedRayDistance` and then `roundedRayWeights`: pairs. */
export type RayDistanceScratch = Float64Array;

/** Pairs: edges b − a and c − a, a − origin, normal, then numerator, denominator and their quotient. */
export const first = 0;
export const second = 3;
const away = 6;
const normal = 9;
const numerator = 12;
export const denominator = 13;
const quotient = 14;
export const scratchPairs = 15;

/** Error of numerator and denominator, as a part of the product of the largest components of their factors: 24 times 2⁻⁹², far above 2⁻¹⁰⁰. */
export const pairError = 24 * 2 ** -92;
/** Error of a quotient of pairs, as a part of it. */
export const quotientError = 2 ** -90;
/** Sizes between these can be multiplied three times, and their errors too. */
const minSize = 2 ** -80;
const maxSize = 2 ** 80;

/**
 * Returns the distance at which a ray crosses the plane of a triangle, as the f64 nearest to the true value. For a triangle that the ray hits,
 * it is the distance of `rayTriangleExact`. NaN where double-double arithmetic does not decide, which is rare. `direction` (3) is
 * normalised; the corners are at offsets a, b, c of `positions`. Hot: bench `rays-many`.
 */
export function roundedRayDistance(
  scratch: RayDistanceScratch,
  ox: number,
  oy: number,
  oz: number,
  direction: Float64Array,
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
): number {
  const s = scratch;
  for (let k = 0; k < 3; k++) {
    const at = positions[a + k];
    pairOfDifference(s, first + k, positions[b + k], at);
    pairOfDifference(s, second + k, positions[c + k], at);
    pairOfDifference(s, away + k, at, k === 0 ? ox : k === 1 ? oy : oz);
  }
  const edge = largestOfPairs(s, first);
  const other = largestOfPairs(s, second);
  const reach = largestOfPairs(s, away);
  if (!(isSized(edge) && isSized(other) && isSized(reach))) return Number.NaN;
  pairCross(s, normal, first, second);
  pairDot(s, numerator, normal, away);
  pairDotTimes(s, denominator, normal, direction);
  pairQuotient(s, quotient, numerator, denominator);
  const size = Math.abs(s[2 * quotient]);
  const slack = (pairError * edge * other * (reach + size)) / Math.abs(s[2 * denominator]) + quotientError * size;
  const distance = roundedPair(s, quotient, slack);
  return distance >= 0 ? distance + 0 : Number.NaN;
}

/** Whether a length can be multiplied three times, and its errors too; false for NaN. A distance of 0 has a reach of 0, which is left to exact arithmetic. */
export function isSized(length: number): boolean {
  return length > minSize && length < maxSize;
}
