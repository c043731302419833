import { pairCross, pairDot, pairOfDifference, pairQuotient, largestOfPairs, productError, roundedPair } from '../math/double-double.ts';
import type { Vec3 } from '../math/vec3.ts';
import { isSized, pairError, quotientError } from './ray-distance-rounded.ts';
import { minWeight } from './ray-weights-rounded.ts';

/** The numbers of a hit of a segment on a triangle, each the f64 nearest to the true value. */
export interface SegmentHitNumbers {
  /** Place on the segment: 0 at its start, 1 at its end. */
  readonly fraction: number;
  /** From its start, in mesh units. */
  readonly distance: number;
  /** Weights of the three corners. */
  readonly barycentric: Vec3;
}

/** Scratch of `roundedSegmentHit`: pairs. */
export type SegmentHitScratch = Float64Array;

export function createSegmentHitScratch(): SegmentHitScratch {
  return new Float64Array(2 * scratchPairs);
}

/** Pairs: end − start, edges b − a, c − a and c − b, a corner − start, a cross product, then numerator, denominator, their quotient, and a length. */
const axis = 0;
const first = 3;
const second = 6;
const third = 9;
const point = 12;
const cross = 15;
const numerator = 18;
const denominator = 19;
const quotient = 20;
const length = 21;
const scratchPairs = 22;

/**
 * Returns the numbers of the hit of a segment on a triangle that it hits. `null` where double-double arithmetic does not decide them: at the edges of the
 * triangle and the start of the segment. The method is that of `roundedRayDistance` and `roundedRayWeights`, with the pairs of end − start in place of
 * the direction. Start and end differ. The corners are at offsets a, b, c of `positions`.
 */
export function roundedSegmentHit(
  scratch: SegmentHitScratch,
  start: Vec3,
  end: Vec3,
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
): SegmentHitNumbers | null {
  const s = scratch;
  for (let k = 0; k < 3; k++) {
    pairOfDifference(s, axis + k, end[k]!, start[k]!);
    pairOfDifference(s, first + k, positions[b + k], positions[a + k]);
    pairOfDifference(s, second + k, positions[c + k], positions[a + k]);
    pairOfDifference(s, third + k, positions[c + k], positions[b + k]);
  }
  if (!(isSized(largestOfPairs(s, axis)) && isSized(largestOfPairs(s, first)) && isSized(largestOfPairs(s, second)))) return null;
  pairCross(s, cross, first, second);
  pairDot(s, denominator, cross, axis);
  setPoint(s, positions, b, start);
  const u = roundedPair(s, quotient, setShare(s, point, third, axis));
  setPoint(s, positions, c, start);
  const v = roundedPair(s, quotient, setShare(s, second, point, axis));
  setPoint(s, positions, a, start);
  const w = roundedPair(s, quotient, setShare(s, point, first, axis));
  const slack = setShare(s, first, second, point);
  const fraction = roundedPair(s, quotient, slack);
  const distance = roundedDistance(s, slack);
  // False for NaN.
  const isDecided = u >= minWeight && v >= minWeight && w >= minWeight && fraction >= minWeight && distance > 0;
  return isDecided ? { fraction, distance, barycentric: [u, v, w] } : null;
}

function setPoint(s: SegmentHitScratch, positions: Float64Array, corner: number, start: Vec3): void {
  for (let k = 0; k < 3; k++) pairOfDifference(s, point + k, positions[corner + k], start[k]!);
}

/** Sets the quotient to (p × q)·r over the denominator, and returns a bound on its error. */
function setShare(s: SegmentHitScratch, p: number, q: number, r: number): number {
  pairCross(s, cross, p, q);
  pairDot(s, numerator, cross, r);
  pairQuotient(s, quotient, numerator, denominator);
  const size = Math.abs(s[2 * quotient]);
  const ofTop = largestOfPairs(s, p) * largestOfPairs(s, q) * largestOfPairs(s, r);
  const ofBottom = largestOfPairs(s, first) * largestOfPairs(s, second) * largestOfPairs(s, axis);
  return (pairError * (ofTop + size * ofBottom)) / Math.abs(s[2 * denominator]) + quotientError * size;
}

/** Returns the quotient times the length of the segment; NaN if it is not decided. @param slack a bound on the error of the quotient */
function roundedDistance(s: SegmentHitScratch, slack: number): number {
  pairDot(s, length, axis, axis);
  const root = Math.sqrt(s[2 * length]);
  const square = root * root;
  // One step of Newton's method. Its error is below 2⁻¹⁰⁰ of the root.
  const rootTail = (s[2 * length] - square - productError(root, root, square) + s[2 * length + 1]) / (2 * root);
  const share = s[2 * quotient];
  const head = share * root;
  s[2 * length] = head;
  s[2 * length + 1] = productError(share, root, head) + (share * rootTail + s[2 * quotient + 1] * root);
  return roundedPair(s, length, 2 * slack * root + quotientError * head);
}
