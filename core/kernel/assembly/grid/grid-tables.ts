import { allocate } from '../arena';

/** Boxes that all tables have room for. */
export let boxCount: u32 = 0;
/** (6·n) f64, written by the host. */
export let boxes: usize = 0;
/** (n) u8, written by the host. */
export let levelOf: usize = 0;
/** (4·levels) f64: cells in a unit of length, cells along x and y, first cell; written by the host. */
export let levels: usize = 0;
/** (n) u32 boxes by cell, and memory for the next order. */
export let order: usize = 0;
export let nextOrder: usize = 0;
/** (n) u32 the cell of each box. */
export let cellOf: usize = 0;
/** Six rows of f32: min x, y, z, max x, y, z of the boxes in their order. */
let rows: usize = 0;
let rowBytes: usize = 0;
/** (cells + 1) u32 where the boxes of each cell start. */
export let starts: usize = 0;
let maxCells: u32 = 0;
/** (2·maxPairs) u32 */
export let pairs: usize = 0;
export let maxPairs: u32 = 0;

const maxLevels: usize = 12;
/** Pairs of one call, at least. */
const minPairs: u32 = 1 << 16;

/** Reserves the tables, for as long as the instance lives, with the boxes in their own order. Returns false where memory has ended. */
export function reserveGrid(count: u32): bool {
  boxCount = count;
  maxPairs = max<u32>(2 * count, minPairs);
  // A search reads up to four boxes beyond the last one.
  rowBytes = 4 * (<usize>count + 4);
  boxes = allocate(48 * <usize>count + 16);
  levelOf = allocate(<usize>count + 16);
  levels = allocate(32 * maxLevels);
  order = allocate(4 * <usize>count + 16);
  nextOrder = allocate(4 * <usize>count + 16);
  cellOf = allocate(4 * <usize>count + 16);
  rows = allocate(6 * rowBytes);
  pairs = allocate(8 * <usize>maxPairs);
  if (boxes == 0 || levelOf == 0 || levels == 0 || order == 0 || nextOrder == 0 || cellOf == 0 || rows == 0 || pairs == 0) return false;
  for (let i: u32 = 0; i < count; i++) store<u32>(order + 4 * <usize>i, i);
  return true;
}

/** Reserves the starts of at least as many cells. Returns false where memory has ended. */
export function reserveCells(cells: u32): bool {
  if (cells <= maxCells) return true;
  maxCells = cells + cells / 4;
  starts = allocate(4 * (<usize>maxCells + 1));
  return starts != 0;
}

// @ts-ignore: decorator
@inline
export function row(at: usize): usize {
  return rows + at * rowBytes;
}

/** Makes the next order the order. */
export function swapOrders(): void {
  const before = order;
  order = nextOrder;
  nextOrder = before;
}
