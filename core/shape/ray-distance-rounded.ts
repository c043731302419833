import { addPairProduct, addPairTimes, pairOfDifference, productError } from '../math/double-double.ts';

/** Scratch of `roundedRayDistance`: 15 pairs. */
export type RayDistanceScratch = Float64Array;

export function createRayDistanceScratch(): RayDistanceScratch {
  return new Float64Array(30);
}

/** Pairs: edges b − a and c − a, a − origin, normal, then numerator and denominator. */
const first = 0;
const second = 3;
const away = 6;
const normal = 9;
const numerator = 12;
const denominator = 13;

/** Error of numerator and denominator, as a part of their absolute products; far above 2⁻¹⁰⁰. */
const relativeError = 2 ** -92;
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
  let edge = 0;
  let other = 0;
  let reach = 0;
  for (let k = 0; k < 3; k++) {
    const at = positions[a + k];
    pairOfDifference(s, first + k, positions[b + k], at);
    pairOfDifference(s, second + k, positions[c + k], at);
    pairOfDifference(s, away + k, at, k === 0 ? ox : k === 1 ? oy : oz);
    edge = Math.max(edge, Math.abs(s[2 * (first + k)]));
    other = Math.max(other, Math.abs(s[2 * (second + k)]));
    reach = Math.max(reach, Math.abs(s[2 * (away + k)]));
  }
  // False for NaN too. A reach of 0 gives a distance of 0.
  if (!(edge > minSize && edge < maxSize && other > minSize && other < maxSize && reach > minSize && reach < maxSize)) return Number.NaN;
  s.fill(0, 2 * normal);
  for (let k = 0; k < 3; k++) {
    const p = k === 2 ? 0 : k + 1;
    const q = k === 0 ? 2 : k - 1;
    addPairProduct(s, normal + k, s, first + p, second + q, 1);
    addPairProduct(s, normal + k, s, first + q, second + p, -1);
  }
  for (let k = 0; k < 3; k++) {
    addPairProduct(s, numerator, s, normal + k, away + k, 1);
    addPairTimes(s, denominator, s, normal + k, direction[k]);
  }
  const bottom = s[2 * denominator];
  const top = s[2 * numerator];
  const area = edge * other;
  const head = top / bottom;
  // The remainder of the division, in pairs.
  const product = head * bottom;
  const rest = top - product - productError(head, bottom, product) + (s[2 * numerator + 1] - head * s[2 * denominator + 1]);
  const tail = rest / bottom;
  const slack = (relativeError * 24 * area * (reach + Math.abs(head))) / Math.abs(bottom) + 2 ** -90 * Math.abs(head);
  const low = head + (tail - slack);
  return low === head + (tail + slack) && low >= 0 ? low + 0 : Number.NaN;
}
