import { spreadBits } from '../../../math/spread-bits.ts';
import { curveGrid, sampleSize, type CurveGrid } from './curve-grid.ts';

/**
 * Returns the numbers 0 to n − 1 of boxes (6·n) in Morton order of their centres, on a grid of 2^20 cells per axis (`curveGrid`). A radix
 * sort, so the time does not depend on the input.
 */
export function mortonOrder(boxes: Float64Array): Uint32Array {
  const count = boxes.length / 6;
  const coarse = new Uint32Array(count);
  const fine = new Uint32Array(count);
  for (let axis = 0; axis < 3; axis++) {
    const { low, cellsPerUnit } = gridOnAxis(boxes, axis);
    for (let i = 0; i < count; i++) {
      const location = (boxes[6 * i + axis] / 2 + boxes[6 * i + 3 + axis] / 2 - low) * cellsPerUnit;
      const cell = location > 0 ? (location < lastCell ? Math.floor(location) : lastCell) : 0;
      coarse[i] |= spreadBits(cell >>> cellBits) << axis;
      fine[i] |= spreadBits(cell & cellMask) << axis;
    }
  }
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  return sortByKey(sortByKey(order, fine), coarse);
}

/** Bits of a cell in each of two keys; three axes make 30 bits per key. */
const cellBits = 10;
const cellMask = (1 << cellBits) - 1;
const lastCell = 2 ** (2 * cellBits) - 1;

/** Returns the grid for the centres of the boxes. */
function gridOnAxis(boxes: Float64Array, axis: number): CurveGrid {
  const count = boxes.length / 6;
  const step = Math.max(1, Math.floor(count / sampleSize));
  const sample = new Float64Array(Math.ceil(count / step));
  for (let i = 0; i < sample.length; i++) sample[i] = boxes[6 * i * step + axis] / 2 + boxes[6 * i * step + 3 + axis] / 2;
  return curveGrid(sample, lastCell + 1);
}

/** Returns the numbers sorted by their keys. A stable radix sort, lowest digit first. */
function sortByKey(numbers: Uint32Array, keys: Uint32Array): Uint32Array {
  let from = numbers;
  let to: Uint32Array = new Uint32Array(numbers.length);
  for (let shift = 0; shift < 3 * cellBits; shift += cellBits) {
    const next = new Uint32Array(cellMask + 2);
    for (let i = 0; i < from.length; i++) next[((keys[from[i]] >>> shift) & cellMask) + 1]++;
    for (let digit = 0; digit < cellMask; digit++) next[digit + 1] += next[digit];
    for (let i = 0; i < from.length; i++) to[next[(keys[from[i]] >>> shift) & cellMask]++] = from[i];
    [from, to] = [to, from];
  }
  return from;
}
