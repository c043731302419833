import { sizesBy, type SweepFacts } from '#core/scene';

/** The boxes along one axis, as sweep and prune sorts and cuts them. */
export interface AxisPicture {
  /** (n) boxes, ascending by min. */
  readonly order: Uint32Array;
  /** (n) first and last coordinate of each box, in that order. */
  readonly mins: Float64Array;
  readonly maxs: Float64Array;
  /** Boxes that begin in each segment; the last segment may be smaller. */
  readonly sizes: readonly number[];
  /** Where each segment but the first begins. */
  readonly borders: readonly number[];
  /** Boxes whose interval crosses a border: they lie in both segments. */
  readonly crossing: number;
}

/**
 * Returns the boxes sorted by min along an axis, cut into segments.
 * @param boxes (6·n)
 * @param size boxes of each segment but the last one; `null` for an axis that is not cut
 * @param before the picture of the step before: its order is nearly sorted. For 100,000 boxes that takes 893,483 comparisons instead of
 * 1,536,438, and 18 ms instead of 32
 */
export function axisPicture(boxes: Float64Array, axis: number, size: number | null, before: AxisPicture | null = null): AxisPicture {
  const count = boxes.length / 6;
  const min = (box: number): number => boxes[6 * box + axis]!;
  const start = before?.order.length === count ? before.order.slice() : Uint32Array.from({ length: count }, (_, i) => i);
  const order = start.sort((a, b) => min(a) - min(b) || a - b);
  const mins = new Float64Array(count);
  const maxs = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    mins[at] = boxes[6 * order[at]! + axis]!;
    maxs[at] = boxes[6 * order[at]! + 3 + axis]!;
  }
  const sizes = sizesBy(count, size ?? Math.max(1, count));
  const borders: number[] = [];
  let first = 0;
  for (const own of sizes.slice(0, -1)) borders.push(mins[(first += own)]!);
  let crossing = 0;
  for (let at = 0; at < count; at++) if (isCut(borders, mins[at]!, maxs[at]!)) crossing++;
  return { order, mins, maxs, sizes, borders, crossing };
}

/**
 * Returns the axis to show at first: of the two that form columns the one with the larger spread of boxes. Boxes that are spread on no
 * other axis get the swept one.
 */
export function explainedAxis(boxes: Float64Array, sweep: SweepFacts | null): 0 | 1 | 2 {
  if (sweep === null) return 0;
  const spread = (axis: number): number => {
    let min = Infinity;
    let max = -Infinity;
    for (let at = axis; at < boxes.length; at += 6) {
      min = Math.min(min, boxes[at]!);
      max = Math.max(max, boxes[at]!);
    }
    return max - min;
  };
  const swept = sweep.axis as 0 | 1 | 2;
  const columns = ([0, 1, 2] as const).filter((axis) => axis !== swept && spread(axis) > 0);
  return columns.sort((a, b) => spread(b) - spread(a))[0] ?? swept;
}

/** Whether an interval crosses a border: it begins before it and does not end before it. @param borders ascending */
export function isCut(borders: readonly number[], min: number, max: number): boolean {
  // The first border after the begin.
  let low = 0;
  let high = borders.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (borders[middle]! > min) high = middle;
    else low = middle + 1;
  }
  return low < borders.length && borders[low]! <= max;
}

/** One bar of the picture: an interval, or several neighbours in the order as one. */
export interface AxisBar {
  readonly min: number;
  readonly max: number;
  /** The boxes, in order. */
  readonly boxes: Uint32Array;
  readonly isCut: boolean;
}

/** Returns at most `most` bars, each of as many neighbours in the order. */
export function axisBars({ order, mins, maxs, borders }: AxisPicture, most: number): readonly AxisBar[] {
  const each = Math.max(1, Math.ceil(order.length / most));
  return Array.from({ length: Math.ceil(order.length / each) }, (_, at) => {
    const from = at * each;
    const to = Math.min(order.length, from + each);
    let max = -Infinity;
    let isAnyCut = false;
    for (let i = from; i < to; i++) {
      max = Math.max(max, maxs[i]!);
      isAnyCut ||= isCut(borders, mins[i]!, maxs[i]!);
    }
    return { min: mins[from]!, max, boxes: order.subarray(from, to), isCut: isAnyCut };
  });
}
