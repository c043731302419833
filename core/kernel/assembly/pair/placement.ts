import { allocate } from '../arena';
import { directionNumbers, matrixNumbers, maxDirections, nodePairsNumber, originEndsNumber, placementNumbers } from '../../layouts/pair';
import { wideRowBytes } from '../../layouts/wide-tree';

/**
 * The address of the placement of B in the frame of A, which the host writes: see `layouts/pair.ts`. Boxes are tested for separation along its
 * directions. The first three are the axes of A. The ends of the origin of B's frame include the bound on all errors.
 */
export let placement: usize = 0;

/**
 * The directions as the loops use them: d and the axes of B in four lanes each, then the two ends. Then the offsets of the near and far
 * rows of a node for A and B.
 */
export let records: usize = 0;
export const recordBytes: usize = 192;
export const columnsByte: usize = 48;
export const lowByte: usize = 96;
export const highByte: usize = 112;
export const rowsAByte: usize = 128;
export const rowsBByte: usize = 152;

export let directions: usize = 0;
/** The same as in `core/pair/loaded/place-pair.ts`. */
const relativePadding: f64 = 9.5367431640625e-7;
/**
 * In A's frame: bound on the rounding of a placed vertex of B, and max scale of a side of B along the axes. Then the square of the max
 * scale in any direction, and the padding of a box test.
 */
export let placed: f32 = 0;
export let stretch: f32 = 0;
export let grownSq: f32 = 0;
export let padding: f32 = 0;

export function reservePlacement(): bool {
  placement = allocate(8 * placementNumbers);
  records = allocate(recordBytes * maxDirections);
  return placement != 0 && records != 0;
}

/** Stores what a step of a walk leaves for the host; `pair` is the address of the first pair. */
export function storeFigures(nodePairs: u32, trianglePairs: u32, count: u32, pair: usize): void {
  const at = placement + 8 * nodePairsNumber;
  store<f64>(at, <f64>nodePairs);
  store<f64>(at, <f64>trianglePairs, 8);
  store<f64>(at, <f64>count, 16);
  if (count == 0) return;
  store<f64>(at, <f64>load<u32>(pair), 24);
  store<f64>(at, <f64>load<u32>(pair, 4), 32);
}

/** Reads a placement with `count` directions, which the host has written. */
export function setPlacement(count: u32, placedError: f64, longest: f64, growth: f64, boxPadding: f64): void {
  directions = count;
  placed = <f32>placedError;
  stretch = <f32>longest;
  grownSq = <f32>(growth * growth);
  padding = <f32>boxPadding;
  for (let i: usize = 0; i < count; i++) {
    const from = placement + 8 * (matrixNumbers + directionNumbers * i);
    writeRecord(i, load<f64>(from), load<f64>(from, 8), load<f64>(from, 16), load<f64>(from, 24), load<f64>(from, 32), load<f64>(from, 40), load<f64>(from, 48), load<f64>(from, 56));
  }
}

function writeRecord(i: usize, x: f64, y: f64, z: f64, u: f64, v: f64, w: f64, low: f64, high: f64): void {
  const to = records + recordBytes * i;
  writeNumber(to, x, 0);
  writeNumber(to, y, 1);
  writeNumber(to, z, 2);
  writeNumber(to, u, 3);
  writeNumber(to, v, 4);
  writeNumber(to, w, 5);
  v128.store(to, f32x4.splat(<f32>low), lowByte);
  v128.store(to, f32x4.splat(<f32>high), highByte);
}

/** Writes one of six numbers of a record, with the rows of the near and far ends of boxes. */
function writeNumber(to: usize, value: f64, k: usize): void {
  v128.store(to + 16 * k, f32x4.splat(<f32>value));
  const isBackwards = value < 0, axis = k < 3 ? k : k - 3, at = to + rowsAByte + 8 * k;
  store<u32>(at, <u32>((2 * axis + usize(isBackwards)) * wideRowBytes));
  store<u32>(at, <u32>((2 * axis + usize(!isBackwards)) * wideRowBytes), 4);
}

/** Replaces the directions of the host after the axes of A by three others: (x, y, z) of length 1 and two perpendicular ones. Returns the index of the first. */
export function replaceByFrame(x: f64, y: f64, z: f64): usize {
  const first: usize = 3;
  directions = first + 3;
  setFrameAt(first, x, y, z);
  return first;
}

/** Sets three directions: (x, y, z) of length 1, and two that are perpendicular to it and to each other. */
export function setFrameAt(i: usize, x: f64, y: f64, z: f64): void {
  setDirection(i, x, y, z);
  // Duff et al., Building an orthonormal basis, revisited (2017).
  const sign: f64 = z < 0 ? -1 : 1, a = -1 / (sign + z), b = x * y * a;
  setDirection(i + 1, 1 + sign * x * x * a, sign * b, -sign * x);
  setDirection(i + 2, b, sign + y * y * a, -y);
}

/** Sets a direction, rounded to f32. Any direction separates correctly, as long as both sides use the same one. */
function setDirection(i: usize, x: f64, y: f64, z: f64): void {
  const dx = <f64>(<f32>x), dy = <f64>(<f32>y), dz = <f64>(<f32>z);
  const first = placement + 8 * matrixNumbers, second = first + 8 * directionNumbers, third = second + 8 * directionNumbers;
  const u = dx * load<f64>(first, 24) + dy * load<f64>(second, 24) + dz * load<f64>(third, 24);
  const v = dx * load<f64>(first, 32) + dy * load<f64>(second, 32) + dz * load<f64>(third, 32);
  const w = dx * load<f64>(first, 40) + dy * load<f64>(second, 40) + dz * load<f64>(third, 40);
  // The ends of an interval along an axis of A, as the host wrote them, include the bound on their errors.
  const low = dx * end(first, dx < 0) + dy * end(second, dy < 0) + dz * end(third, dz < 0);
  const high = dx * end(first, dx >= 0) + dy * end(second, dy >= 0) + dz * end(third, dz >= 0);
  const rounding = (abs(dx) + abs(dy) + abs(dz) + abs(u) + abs(v) + abs(w) + abs(low) + abs(high)) * relativePadding;
  writeRecord(i, dx, dy, dz, u, v, w, low - rounding, high + rounding);
}

function end(direction: usize, isHigh: bool): f64 {
  return load<f64>(direction + (isHigh ? 8 : 0), 8 * originEndsNumber);
}
