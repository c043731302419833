import { isTooLarge, type Kernel, theKernel } from '../../../kernel/index.ts';
import { addBoxPair, type BoxPairs, createBoxPairs } from '../box-pairs.ts';
import { boxesOverlap } from '../boxes-overlap.ts';
import type { BroadPhase } from '../broad-phase.ts';
import { mayPair, type PairFilter } from '../pair-filter.ts';
import { createKernelGrid } from './kernel-grid.ts';
import { levelCellAt, chooseLevels, createGridLevels, type GridLevels } from './grid-levels.ts';

/** The boxes in the order of their cells, next to each other in memory. */
interface CellOrder {
  readonly levels: GridLevels;
  /** (n) */
  readonly levelOf: Uint8Array;
  /** (n) */
  readonly cellOf: Uint32Array;
  /** (n) boxes by cell. */
  order: Uint32Array;
  /** (n) memory for the next order. */
  next: Uint32Array;
  /** (6·n) copies of the boxes in this order. Rounding to f32 is monotone: boxes that share a point still do. */
  readonly sorted: Float32Array;
  /** (cells + 1 or more) where the boxes of each cell start. */
  starts: Uint32Array;
}

/** Boxes between two calls of `progress`. */
const reportStep = 1 << 14;

/**
 * Returns the broad phase of uniform grids (catalogue B4), one for each size of boxes (Ericson 2005, 7.2). A box is in one cell only, and is
 * compared with those of its neighbours, then with the larger boxes around it. Cells of a row are adjacent in memory. Allocates only to
 * grow. Runs in WebAssembly if there is a kernel, with the same result.
 * @param kernel `null` for TypeScript
 */
export function createUniformGrid(count: number, filter: PairFilter | null, kernel: Kernel | null = theKernel): BroadPhase {
  if (kernel === null) return createScriptGrid(count, filter);
  try {
    return createKernelGrid(kernel, count, filter);
  } catch (thrown) {
    if (!isTooLarge(thrown)) throw thrown;
    return createScriptGrid(count, filter);
  }
}

function createScriptGrid(count: number, filter: PairFilter | null): BroadPhase {
  const found = createBoxPairs();
  const cells: CellOrder = {
    levels: createGridLevels(),
    levelOf: new Uint8Array(count),
    cellOf: new Uint32Array(count),
    order: Uint32Array.from({ length: count }, (_, i) => i),
    next: new Uint32Array(count),
    sorted: new Float32Array(6 * count),
    starts: new Uint32Array(1),
  };
  return {
    update: (boxes, progress) => {
      found.words = 0;
      progress(0);
      chooseLevels(cells.levels, boxes, cells.levelOf);
      sortByCell(cells, boxes);
      let tests = 0;
      for (let from = 0; from < count; from += reportStep) {
        progress(0.2 + (0.8 * from) / count);
        tests += comparePart(cells, boxes, from, Math.min(count, from + reportStep), filter, found);
      }
      return { found, tests, swaps: null, sweep: null, tree: null };
    },
  };
}

/** Sorts the boxes by cell, by counting, from the order of the step before: most of them stay near. Hot. */
function sortByCell(cells: CellOrder, boxes: Float64Array): void {
  const { levels, levelOf, cellOf, sorted, order, next } = cells;
  const count = order.length;
  const cellCount = levels.firstCells[levels.count];
  if (cells.starts.length < cellCount + 1) cells.starts = new Uint32Array(Math.ceil(1.25 * cellCount) + 1);
  const { starts } = cells;
  starts.fill(0, 0, cellCount + 1);
  for (let p = 0; p < count; p++) {
    const i = order[p];
    const cell = levelCellAt(levels, levelOf[i], boxes[6 * i], boxes[6 * i + 1], boxes[6 * i + 2]);
    cellOf[i] = cell;
    starts[cell]++;
  }
  let total = 0;
  for (let cell = 0; cell <= cellCount; cell++) {
    total += starts[cell];
    starts[cell] = total;
  }
  for (let p = count - 1; p >= 0; p--) {
    const i = order[p];
    const at = --starts[cellOf[i]];
    next[at] = i;
    const from = 6 * i;
    const to = 6 * at;
    sorted[to] = boxes[from];
    sorted[to + 1] = boxes[from + 1];
    sorted[to + 2] = boxes[from + 2];
    sorted[to + 3] = boxes[from + 3];
    sorted[to + 4] = boxes[from + 4];
    sorted[to + 5] = boxes[from + 5];
  }
  cells.order = next;
  cells.next = order;
}

/** Compares some boxes, by their place in the order, with later ones of their level and with those of larger levels. Hot. */
function comparePart(cells: CellOrder, boxes: Float64Array, from: number, to: number, filter: PairFilter | null, found: BoxPairs): number {
  const { levels, levelOf, cellOf, order, sorted, starts } = cells;
  const { counts } = levels;
  let tests = 0;
  for (let p = from; p < to; p++) {
    const i = order[p];
    const level = levelOf[i];
    const row = counts[3 * level];
    const layer = row * counts[3 * level + 1];
    const cell = cellOf[i];
    const minX = sorted[6 * p];
    const minY = sorted[6 * p + 1];
    const minZ = sorted[6 * p + 2];
    const maxX = sorted[6 * p + 3];
    const maxY = sorted[6 * p + 4];
    const maxZ = sorted[6 * p + 5];
    // The rest of the cell and the next one; then three cells in each of the four later rows around them.
    for (let k = -1; k < 4; k++) {
      const middle = k < 0 ? cell : k === 0 ? cell + row : cell + layer + (k - 2) * row;
      const first = k < 0 ? p + 1 : starts[middle - 1];
      const end = starts[middle + 2];
      tests += end - first;
      for (let q = first; q < end; q++) {
        const b = 6 * q;
        if (sorted[b] > maxX || sorted[b + 3] < minX || sorted[b + 1] > maxY || sorted[b + 4] < minY) continue;
        if (sorted[b + 2] > maxZ || sorted[b + 5] < minZ) continue;
        addIfPair(boxes, i, order[q], filter, found);
      }
    }
    for (let larger = level + 1; larger < levels.count; larger++) tests += compareLarger(cells, boxes, p, larger, filter, found);
  }
  return tests;
}

/** Compares a box with those of a larger level around it. Returns the number of tests. Hot. */
function compareLarger(
  { levels, order, sorted, starts }: CellOrder,
  boxes: Float64Array,
  p: number,
  level: number,
  filter: PairFilter | null,
  found: BoxPairs,
): number {
  const i = order[p];
  const around = levelCellAt(levels, level, boxes[6 * i], boxes[6 * i + 1], boxes[6 * i + 2]);
  const row = levels.counts[3 * level];
  const layer = row * levels.counts[3 * level + 1];
  const minX = sorted[6 * p];
  const maxX = sorted[6 * p + 3];
  const minY = sorted[6 * p + 1];
  const maxY = sorted[6 * p + 4];
  let tests = 0;
  for (let k = 0; k < 9; k++) {
    const middle = around + (Math.floor(k / 3) - 1) * layer + ((k % 3) - 1) * row;
    const end = starts[middle + 2];
    tests += end - starts[middle - 1];
    for (let q = starts[middle - 1]; q < end; q++) {
      const b = 6 * q;
      if (sorted[b] > maxX || sorted[b + 3] < minX || sorted[b + 1] > maxY || sorted[b + 4] < minY) continue;
      addIfPair(boxes, i, order[q], filter, found);
    }
  }
  return tests;
}

/** Decides in f64, after f32 left few. */
function addIfPair(boxes: Float64Array, i: number, j: number, filter: PairFilter | null, found: BoxPairs): void {
  if (boxesOverlap(boxes, i, j) && mayPair(filter, i, j)) addBoxPair(found, i, j);
}
