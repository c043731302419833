import { boxCount, boxes, cellOf, levelOf, nextOrder, order, row, starts, swapOrders } from './grid-tables';
import { levelCellAt } from './grid-pairs';

/** Sorts the boxes by cell, by counting, from the order of the step before: most of them stay near. `cells`: all cells of all levels. */
export function sortByCell(cells: u32, originX: f64, originY: f64, originZ: f64): void {
  memory.fill(starts, 0, 4 * (<usize>cells + 1));
  for (let p: u32 = 0; p < boxCount; p++) {
    const i = load<u32>(order + 4 * <usize>p);
    const cell = levelCellAt(i, <u32>load<u8>(levelOf + <usize>i), originX, originY, originZ);
    store<u32>(cellOf + 4 * <usize>i, cell);
    const at = starts + 4 * <usize>cell;
    store<u32>(at, load<u32>(at) + 1);
  }
  let total: u32 = 0;
  for (let cell: u32 = 0; cell <= cells; cell++) {
    total += load<u32>(starts + 4 * <usize>cell);
    store<u32>(starts + 4 * <usize>cell, total);
  }
  for (let p = boxCount; p > 0; p--) {
    const i = load<u32>(order + 4 * <usize>(p - 1));
    const start = starts + 4 * <usize>load<u32>(cellOf + 4 * <usize>i);
    const at = load<u32>(start) - 1;
    store<u32>(start, at);
    store<u32>(nextOrder + 4 * <usize>at, i);
    const box = boxes + 48 * <usize>i;
    for (let k: usize = 0; k < 6; k++) store<f32>(row(k) + 4 * <usize>at, <f32>load<f64>(box + 8 * k));
  }
  swapOrders();
}
