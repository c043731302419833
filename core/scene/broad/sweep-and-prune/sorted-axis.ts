import type { SceneOptions } from '../../../options/scene-options.ts';
import { gapComparisons, gapSort, insertionGaps, shellGaps } from './gap-sort.ts';
import { segmentSize } from './segments.ts';

/** The boxes in the order of their min along one axis, kept from step to step. */
export interface SortedAxis {
  /** 0 to 2. */
  readonly axis: number;
  /** (n) boxes, ascending by min. */
  order: Uint32Array;
  /** (n) their min. */
  keys: Float64Array;
  /** (n) memory for the next distribution. */
  spare: Uint32Array;
  /** (segments) min of the first box of each segment at the last step; empty before the first step. */
  borders: Float64Array;
}

/** What sorting an axis took; not counted for the platform's sort. */
interface SortCost {
  /** Elements moved. */
  readonly moves: number;
  /** Keys compared. */
  readonly comparisons: number;
}

export function createSortedAxis(axis: number, count: number): SortedAxis {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  return { axis, order, keys: new Float64Array(count), spare: new Uint32Array(count), borders: new Float64Array(0) };
}

/**
 * Sorts the boxes of an axis again. With segments, each box goes first to the segment of the last step in which its min is now, without
 * swaps; then each segment is sorted.
 */
export function sortAxis(sorted: SortedAxis, boxes: Float64Array, sort: SceneOptions['sort'], segments: number): SortCost {
  const ends = segments > 1 ? distribute(sorted, boxes, segments) : [sorted.order.length];
  readKeys(sorted, boxes);
  const gaps = sort === 'shell' ? shellGaps : insertionGaps;
  let moves = 0;
  // Of the binary search of a segment, once to count and once to distribute.
  let comparisons = segments > 1 ? 2 * sorted.order.length * Math.ceil(Math.log2(ends.length)) : 0;
  let from = 0;
  for (const to of ends) {
    if (sort === 'native') nativeSort(sorted, boxes, from, to);
    else {
      moves += gapSort(sorted.keys, sorted.order, from, to, gaps);
      comparisons += gapComparisons(to - from, gaps);
    }
    from = to;
  }
  if (sort === 'native') readKeys(sorted, boxes);
  return { moves, comparisons: comparisons + moves };
}

/** Cuts the sorted axis into segments, for the sweep of this step and the distribution of the next one. Returns their number. */
export function cutAxis(sorted: SortedAxis, segments: number): number {
  const { keys } = sorted;
  const size = segmentSize(keys.length, segments);
  const count = Math.max(1, Math.ceil(keys.length / size));
  if (sorted.borders.length !== count) sorted.borders = new Float64Array(count);
  for (let s = 0; s < count; s++) sorted.borders[s] = keys[s * size];
  return count;
}

/** Moves each box to its segment in the borders of the last step, in the order of the last step. Returns the ends of the segments. */
function distribute(sorted: SortedAxis, boxes: Float64Array, segments: number): Uint32Array {
  const { axis, order, spare } = sorted;
  const borders = sorted.borders.length > 0 ? sorted.borders : equalBorders(boxes, axis, segments);
  const ends = new Uint32Array(borders.length);
  for (let at = 0; at < order.length; at++) ends[segmentOf(borders, boxes[6 * order[at] + axis])]++;
  let before = 0;
  for (let s = 0; s < ends.length; s++) {
    const size = ends[s];
    ends[s] = before;
    before += size;
  }
  for (let at = 0; at < order.length; at++) spare[ends[segmentOf(borders, boxes[6 * order[at] + axis])]++] = order[at];
  sorted.order = spare;
  sorted.spare = order;
  return ends;
}

/** The last segment whose border is not above the value; the first one for smaller values. */
function segmentOf(borders: Float64Array, value: number): number {
  let low = 0;
  let high = borders.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (borders[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Borders of equal distance, for the first step. */
function equalBorders(boxes: Float64Array, axis: number, segments: number): Float64Array {
  let min = Infinity;
  let max = -Infinity;
  for (let at = axis; at < boxes.length; at += 6) {
    if (boxes[at] < min) min = boxes[at];
    if (boxes[at] > max) max = boxes[at];
  }
  return Float64Array.from({ length: segments }, (_, s) => min + s * (max / segments - min / segments));
}

function readKeys({ axis, order, keys }: SortedAxis, boxes: Float64Array): void {
  for (let at = 0; at < order.length; at++) keys[at] = boxes[6 * order[at] + axis];
}

function nativeSort({ axis, order }: SortedAxis, boxes: Float64Array, from: number, to: number): void {
  order.subarray(from, to).sort((a, b) => boxes[6 * a + axis] - boxes[6 * b + axis]);
}
