import type { SweepSetup } from './setup.ts';

/** Numbers for tests of boxes, relative to the tree's origin. */
export interface BoxSweep {
  /** (3) lowest and highest coordinates of the shape at time 0, rounded outward. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly motion: Float64Array;
}

/** More than the roundings of a box test, as a part of the largest number. */
const padding = 2 ** -48;

/** @param reach largest absolute coordinate of the tree's boxes, relative to its origin. */
export function setupBoxSweep({ sweep, around, motion, size }: SweepSetup, origin: ArrayLike<number>, reach: number): BoxSweep {
  const low = new Float64Array(3);
  const high = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    const start = sweep.from[k]! - origin[k]!;
    const slack = padding * (size + reach + Math.abs(origin[k]!));
    low[k] = start + around[k] - slack;
    high[k] = start + around[k + 3] + slack;
  }
  return { low, high, motion };
}

/**
 * Returns a time before which the box around the moving shape is free of a node's box (6 numbers); Infinity if it is free up to `limit`. Hot.
 */
export function boxEntry({ low, high, motion }: BoxSweep, box: Float32Array, at: number, limit: number): number {
  let entry = 0;
  let exit = limit;
  for (let k = 0; k < 3; k++) {
    const speed = motion[k];
    // It overlaps from the first of these times to the second.
    const first = box[at + k] - high[k];
    const second = box[at + k + 3] - low[k];
    if (speed > 0) {
      entry = Math.max(entry, first / speed);
      exit = Math.min(exit, second / speed);
    } else if (speed < 0) {
      entry = Math.max(entry, second / speed);
      exit = Math.min(exit, first / speed);
    } else if (first > 0 || second < 0) return Infinity;
  }
  return entry * (1 - padding) <= exit * (1 + padding) ? entry * (1 - padding) : Infinity;
}
