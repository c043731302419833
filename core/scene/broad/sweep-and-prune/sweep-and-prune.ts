import type { SceneOptions } from '../../../options/scene-options.ts';
import { addBoxPair, type BoxPairs, createBoxPairs } from '../box-pairs.ts';
import type { BroadPhase } from '../broad-phase.ts';
import { type CellLists, countEntries, createCellLists, fillCellLists, ownsPair } from '../cell-lists.ts';
import { mayPair, type PairFilter } from '../pair-filter.ts';
import { segmentSize } from './segments.ts';
import { createSortedAxis, cutAxis, sortAxis, type SortedAxis } from './sorted-axis.ts';

/** Boxes of a column that automatic segments aim for. */
const boxesOfColumn = 32;
/** With more entries of columns for each box, automatic columns get fewer segments. */
const maxEntriesOfBox = 6;
/** The same for a number of segments that was requested: up to 4 of each axis are always used. */
const maxRequestedEntries = 16;

/**
 * Returns the broad phase of the article (catalogue B1): three axes, sorted again at every step from the last order, and cut into segments
 * of equal box count.
 *
 * A box whose interval crosses the border of a segment lies in both segments. One that would lie in more is split into pieces of two
 * segments each beforehand. The boxes of each column, a segment of one axis and a segment of another, are swept along the third axis:
 * the one on which the boxes are spread most. With one segment this is plain sweep and prune.
 */
export function createSweepAndPrune(
  { sort, segments }: Pick<SceneOptions, 'sort' | 'segments'>,
  count: number,
  filter: PairFilter | null,
): BroadPhase {
  const axes = [0, 1, 2].map((axis) => createSortedAxis(axis, count));
  const wanted = segments > 0 ? segments : Math.max(1, Math.round(Math.sqrt(count / boxesOfColumn)));
  const maxEntries = count * (segments > 0 ? maxRequestedEntries : maxEntriesOfBox);
  const ranges = new Uint16Array(6 * count);
  const lists = createCellLists();
  const found = createBoxPairs();
  return {
    update: (boxes, progress) => {
      found.words = 0;
      let swaps = 0;
      let comparisons = 0;
      for (const sorted of axes) {
        progress(sorted.axis / 4);
        const cost = sortAxis(sorted, boxes, sort, wanted);
        swaps += cost.moves;
        comparisons += cost.comparisons;
        cutAxis(sorted, wanted);
      }
      progress(3 / 4);
      const swept = axes[widestAxis(boxes)]!;
      const others = axes.filter((sorted) => sorted !== swept) as [SortedAxis, SortedAxis];
      const cut = findRanges(others, boxes, ranges, wanted, maxEntries);
      const counts = perAxis((axis) => (axis === swept.axis ? 1 : axes[axis]!.borders.length));
      fillCellLists(lists, { counts, ranges }, swept.order);
      const columns: Columns = { lists, ranges, counts, axis: swept.axis };
      const tests = sweepColumns(columns, boxes, filter, found);
      const facts = {
        axis: swept.axis,
        segments: perAxis((axis) => axes[axis]!.borders.length),
        segmentBoxes: perAxis((axis) => segmentSize(count, cut[axis])),
        pieces: countPieces(ranges),
        comparisons: sort === 'native' ? null : comparisons,
        entries: countEntries({ ranges }),
      };
      // Every axis keeps the cut of the requested segments, for the next distribution.
      for (const sorted of others) cutAxis(sorted, wanted);
      return { found, tests, swaps: sort === 'native' ? null : swaps, sweep: facts, tree: null };
    },
  };
}

/** The columns of a step. */
interface Columns {
  readonly lists: CellLists;
  readonly ranges: Uint16Array;
  readonly counts: readonly [number, number, number];
  /** Along which they are swept. */
  readonly axis: number;
}

/** Returns the axis on which the min of the boxes varies most. */
function widestAxis(boxes: Float64Array): number {
  let widest = 0;
  let most = -1;
  for (let axis = 0; axis < 3; axis++) {
    const origin = boxes[axis];
    let sum = 0;
    let squares = 0;
    for (let at = axis; at < boxes.length; at += 6) {
      const from = boxes[at] - origin;
      sum += from;
      squares += from * from;
    }
    const variance = squares - (sum * sum * 6) / boxes.length;
    if (variance > most) [widest, most] = [axis, variance];
  }
  return widest;
}

/**
 * Writes the segments of each box on two axes. While large boxes lie in too many columns, the axis on which they lie in more segments gets
 * half as many. Returns the segments that x, y and z were cut for.
 */
function findRanges(
  others: readonly [SortedAxis, SortedAxis],
  boxes: Float64Array,
  ranges: Uint16Array,
  wanted: number,
  maxEntries: number,
): readonly [number, number, number] {
  const cut: [number, number, number] = [wanted, wanted, wanted];
  const sums: [number, number, number] = [0, 0, 0];
  ranges.fill(0);
  let changed: readonly SortedAxis[] = others;
  for (;;) {
    for (const sorted of changed) {
      cutAxis(sorted, cut[sorted.axis]);
      sums[sorted.axis] = writeRanges(sorted, boxes, ranges, cut[sorted.axis]);
    }
    const [a, b] = others;
    if ((cut[a.axis] <= 1 && cut[b.axis] <= 1) || countEntries({ ranges }) <= maxEntries) return cut;
    const fewer = cut[b.axis] <= 1 || (cut[a.axis] > 1 && sums[a.axis] >= sums[b.axis]) ? a : b;
    cut[fewer.axis] = cut[fewer.axis] >> 1;
    changed = [fewer];
  }
}

/** Writes the first and the last segment of each box on one axis. Returns the sum of their numbers of segments. */
function writeRanges({ axis, order, borders }: SortedAxis, boxes: Float64Array, ranges: Uint16Array, segments: number): number {
  const size = segmentSize(order.length, segments);
  let sum = 0;
  let first = 0;
  let end = size;
  for (let rank = 0; rank < order.length; rank++) {
    if (rank === end) {
      first++;
      end += size;
    }
    const box = order[rank];
    const max = boxes[6 * box + 3 + axis];
    let last = first;
    while (last + 1 < borders.length && borders[last + 1] <= max) last++;
    ranges[6 * box + axis] = first;
    ranges[6 * box + 3 + axis] = last;
    sum += last - first + 1;
  }
  return sum;
}

function perAxis(of: (axis: 0 | 1 | 2) => number): [number, number, number] {
  return [of(0), of(1), of(2)];
}

/** Returns the number of pieces of which each lies in at most two segments of an axis. */
function countPieces(ranges: Uint16Array): number {
  let pieces = 0;
  for (let at = 0; at < ranges.length; at += 6) {
    let ofBox = 1;
    for (let axis = 0; axis < 3; axis++) ofBox *= Math.ceil((ranges[at + 3 + axis] - ranges[at + axis] + 1) / 2);
    pieces += ofBox;
  }
  return pieces;
}

/** Sweeps every column, and returns the number of pairs compared. Hot. */
function sweepColumns({ lists, ranges, counts, axis }: Columns, boxes: Float64Array, filter: PairFilter | null, found: BoxPairs): number {
  const { starts, entries } = lists;
  const [nx, ny, nz] = counts;
  const b = (axis + 1) % 3;
  const c = (axis + 2) % 3;
  let tests = 0;
  for (let cell = 0; cell < nx * ny * nz; cell++) {
    const x = cell % nx;
    const y = Math.floor(cell / nx) % ny;
    const z = Math.floor(cell / (nx * ny));
    const end = starts[cell + 1];
    for (let p = starts[cell]; p < end; p++) {
      const i = entries[p];
      const at = 6 * i;
      const max = boxes[at + 3 + axis];
      const minB = boxes[at + b];
      const maxB = boxes[at + 3 + b];
      const minC = boxes[at + c];
      const maxC = boxes[at + 3 + c];
      for (let q = p + 1; q < end; q++) {
        const j = entries[q];
        const to = 6 * j;
        if (boxes[to + axis] > max) break;
        if (!mayPair(filter, i, j)) continue;
        tests++;
        if (boxes[to + b] > maxB || boxes[to + 3 + b] < minB || boxes[to + c] > maxC || boxes[to + 3 + c] < minC) continue;
        if (ownsPair(ranges, x, y, z, i, j)) addBoxPair(found, i, j);
      }
    }
  }
  return tests;
}
