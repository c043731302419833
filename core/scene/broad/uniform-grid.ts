import { addBoxPair, type BoxPairs, createBoxPairs } from './box-pairs.ts';
import { boxesOverlap } from './boxes-overlap.ts';
import type { BroadPhase } from './broad-phase.ts';
import { type CellLists, type CellRanges, createCellLists, fillCellLists, ownsPair } from './cell-lists.ts';
import { mayPair, type PairFilter } from './pair-filter.ts';

/** A box in more cells than this is tested against all others. */
const maxCellsOfBox = 64;
/** Cells for each box, at most. */
const maxCellsPerBox = 2;
/** Cells along an axis, at most. */
const maxCellsOfAxis = 1024;

/**
 * Returns the broad phase that puts boxes into a grid of cubes (catalogue B4). The edge of a cell is twice the mean extent of the boxes, or
 * more if the scene would have too many cells. Boxes much larger than a cell are tested against all others.
 */
export function createUniformGrid(count: number, filter: PairFilter | null): BroadPhase {
  const found = createBoxPairs();
  const lists = createCellLists();
  const ranges = new Uint16Array(6 * count);
  const small = new Uint32Array(count);
  const large = new Uint32Array(count);
  return {
    update: (boxes, progress) => {
      found.words = 0;
      progress(0);
      const grid: CellRanges = { counts: placeInCells(boxes, ranges), ranges };
      let smallCount = 0;
      let largeCount = 0;
      for (let i = 0; i < count; i++) {
        if (cellsOfBox(ranges, i) <= maxCellsOfBox) small[smallCount++] = i;
        else large[largeCount++] = i;
      }
      fillCellLists(lists, grid, small.subarray(0, smallCount));
      let tests = testCells(grid, lists, boxes, filter, found);
      for (let k = 0; k < largeCount; k++) {
        if (k % 64 === 0) progress(0.5 + k / largeCount / 2);
        tests += testLarge(large[k], ranges, boxes, filter, found);
      }
      return { found, tests, swaps: null, sweep: null, tree: null };
    },
  };
}

/** Writes the cells of each box, and returns the number of cells along each axis. */
function placeInCells(boxes: Float64Array, ranges: Uint16Array): [number, number, number] {
  const count = boxes.length / 6;
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  let extents = 0;
  for (let at = 0; at < boxes.length; at += 6) {
    let widest = 0;
    for (let axis = 0; axis < 3; axis++) {
      if (boxes[at + axis] < min[axis]) min[axis] = boxes[at + axis];
      if (boxes[at + 3 + axis] > max[axis]) max[axis] = boxes[at + 3 + axis];
      widest = Math.max(widest, boxes[at + 3 + axis] - boxes[at + axis]);
    }
    extents += widest / count;
  }
  const longest = Math.max(...max.map((value, axis) => value - min[axis]!));
  const counts = cellCounts(min, max, Math.max(2 * extents, longest / maxCellsOfAxis), Math.max(1, maxCellsPerBox * count));
  for (let at = 0; at < boxes.length; at++) {
    const axis = at % 3;
    // Rounding is monotone, so boxes that share a point share a cell.
    const cell = Math.floor(counts[axis] * ((boxes[at] - min[axis]) / (max[axis] - min[axis])));
    ranges[at] = cell >= counts[axis] ? counts[axis] - 1 : cell;
  }
  return counts;
}

function cellCounts(min: readonly number[], max: readonly number[], edge: number, maxCells: number): [number, number, number] {
  const along = (axis: number, size: number): number => {
    const cells = Math.floor((max[axis]! - min[axis]!) / size);
    return cells >= 1 ? Math.min(maxCellsOfAxis, cells) : 1;
  };
  // All boxes are one point, or nearly.
  if (!(edge > 0)) return [1, 1, 1];
  for (let size = edge; ; size *= 1.25) {
    const counts: [number, number, number] = [along(0, size), along(1, size), along(2, size)];
    const cells = counts[0] * counts[1] * counts[2];
    if (cells <= maxCells) return counts;
  }
}

function cellsOfBox(ranges: Uint16Array, i: number): number {
  const at = 6 * i;
  return (ranges[at + 3] - ranges[at] + 1) * (ranges[at + 4] - ranges[at + 1] + 1) * (ranges[at + 5] - ranges[at + 2] + 1);
}

/** Tests the boxes of each cell against each other. Returns the number of tests. Hot. */
function testCells(
  { counts, ranges }: CellRanges,
  { starts, entries }: CellLists,
  boxes: Float64Array,
  filter: PairFilter | null,
  found: BoxPairs,
): number {
  const [nx, ny, nz] = counts;
  let tests = 0;
  for (let cell = 0; cell < nx * ny * nz; cell++) {
    const x = cell % nx;
    const y = Math.floor(cell / nx) % ny;
    const z = Math.floor(cell / (nx * ny));
    const end = starts[cell + 1];
    for (let p = starts[cell]; p < end; p++) {
      const i = entries[p];
      for (let q = p + 1; q < end; q++) {
        const j = entries[q];
        if (!mayPair(filter, i, j)) continue;
        tests++;
        if (boxesOverlap(boxes, i, j) && ownsPair(ranges, x, y, z, i, j)) addBoxPair(found, i, j);
      }
    }
  }
  return tests;
}

/** Tests a large box against all small ones, and against the large ones after it. Returns the number of tests. */
function testLarge(i: number, ranges: Uint16Array, boxes: Float64Array, filter: PairFilter | null, found: BoxPairs): number {
  let tests = 0;
  for (let j = 0; j < boxes.length / 6; j++) {
    if (j === i || (j < i && cellsOfBox(ranges, j) > maxCellsOfBox) || !mayPair(filter, i, j)) continue;
    tests++;
    if (boxesOverlap(boxes, i, j)) addBoxPair(found, i, j);
  }
  return tests;
}
