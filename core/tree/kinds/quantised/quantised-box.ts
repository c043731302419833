import type { KindFormat, Tree } from '../../layout.ts';
import { largestBelow } from './largest-below.ts';

/**
 * Boxes in 16-bit fixed point relative to the root box (T4, GD-AABB). Minima count steps up from the low corner of the root,
 * maxima count steps down from the high corner. So 0 is exactly the side of the root, without rounding, and the steps of an
 * axis without extent are 0. The grid is nine f32: low x y z, high x y z, step x y z.
 *
 * Bounds are decoded in f32 arithmetic with two roundings, so that any 32-bit reader gets the same values. The writer chooses the
 * tightest number whose decoded value is still outward. An axis outside the range of f32 has infinite low and high, and steps of 0.
 */
export const gridWords = 9;
export const gridSteps = 0xffff;

export const quantisedFormat: KindFormat = {
  kind: 'quantised',
  code: 2,
  layout: 'binary',
  volume: 'box',
  nodeWords: 5,
  hasGrid: true,
  isOrderPacked: false,
};

/** Returns the min on an axis, f32, relative to the tree's origin. Hot. */
export function decodeMin(grid: Float32Array, axis: number, steps: number): number {
  return Math.fround(grid[axis] + Math.fround(steps * grid[axis + 6]));
}

/** Returns the max on an axis, as `decodeMin`. Hot. */
export function decodeMax(grid: Float32Array, axis: number, steps: number): number {
  return Math.fround(grid[axis + 3] - Math.fround(steps * grid[axis + 6]));
}

/** Writes the box whose six numbers start at u16 `at` into `out` (6). Hot. */
export function readQuantisedBox(nodesU16: Uint16Array, at: number, grid: Float32Array, out: Float32Array): void {
  out[0] = grid[0] + Math.fround(nodesU16[at] * grid[6]);
  out[1] = grid[1] + Math.fround(nodesU16[at + 1] * grid[7]);
  out[2] = grid[2] + Math.fround(nodesU16[at + 2] * grid[8]);
  out[3] = grid[3] - Math.fround(nodesU16[at + 3] * grid[6]);
  out[4] = grid[4] - Math.fround(nodesU16[at + 4] * grid[7]);
  out[5] = grid[5] - Math.fround(nodesU16[at + 5] * grid[8]);
}

/** Writes the grid over a root box (six f32 at the start of `boxes`) into `grid` (9). */
export function writeGrid(grid: Float32Array, boxes: Float32Array): void {
  for (let axis = 0; axis < 3; axis++) {
    grid[axis] = boxes[axis];
    grid[axis + 3] = boxes[axis + 3];
    const step = Math.fround((boxes[axis + 3] - boxes[axis]) / gridSteps);
    grid[axis + 6] = step < Infinity ? step : 0;
  }
}

/** Writes six f32 (min, max) at `from` as six u16 at `at`: the tightest box that contains them. Hot: once per node in a build. */
export function writeQuantisedBox(boxes: Float32Array, from: number, grid: Float32Array, nodesU16: Uint16Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const min = boxes[from + axis];
    const max = boxes[from + axis + 3];
    const step = grid[axis + 6];
    nodesU16[at + axis] =
      step === 0 ? 0 : largestBelow(gridSteps, (min - grid[axis]) / step, (steps) => decodeMin(grid, axis, steps) <= min);
    nodesU16[at + axis + 3] =
      step === 0 ? 0 : largestBelow(gridSteps, (grid[axis + 3] - max) / step, (steps) => decodeMax(grid, axis, steps) >= max);
  }
}

/** Returns the start of the box of a node in the u16 view. Hot. */
export function quantisedAt(tree: Tree, node: number): number {
  return 2 * node * tree.nodeWords;
}
