import { allocate } from '../arena';
import { wideRowBytes } from '../../../tree/wide/words';

/**
 * How B lies in the frame of A, and the directions along which boxes may be apart. The host writes f64 at `placement`: the matrix as
 * m0 m1 m4 m5 m8 m9 m12 m13 m2 m6 m10 m14; then, of each direction d in A's frame, d; how long the axes of B's frame are along it; where B's
 * frame has its origin, less and plus what everything together may be off. The first three directions are the axes of A.
 */
export let placement: usize = 0;
const directionWords: usize = 8;
const matrixWords: usize = 12;
export const mostDirections: usize = 6;

/** The directions as the loops have them: d and axes of B, four times each, the two ends; then places of the near and far rows of a node for A and B. */
export let records: usize = 0;
export const recordBytes: usize = 192;
export const columnsByte: usize = 48;
export const lowByte: usize = 96;
export const highByte: usize = 112;
export const rowsAByte: usize = 128;
export const rowsBByte: usize = 152;

export let directions: usize = 0;
/** Of A's frame: what a vertex of B may be off there by the rounding of its placing; how much longer a side of B may be along its axes, the square of how much longer in any direction; what a box test allows for. */
export let placed: f32 = 0;
export let stretch: f32 = 0;
export let grownSq: f32 = 0;
export let padding: f32 = 0;

export function reservePlacement(): bool {
  placement = allocate(8 * (matrixWords + directionWords * mostDirections));
  records = allocate(recordBytes * mostDirections);
  return placement != 0 && records != 0;
}

/** Reads what the host wrote; `count` directions. */
export function setPlacement(count: u32, placedError: f64, longest: f64, growth: f64, boxPadding: f64): void {
  directions = count;
  placed = <f32>placedError;
  stretch = <f32>longest;
  grownSq = <f32>(growth * growth);
  padding = <f32>boxPadding;
  for (let i: usize = 0; i < count; i++) {
    const from = placement + 8 * (matrixWords + directionWords * i), to = records + recordBytes * i;
    for (let k: usize = 0; k < directionWords; k++) v128.store(to + 16 * k, f32x4.splat(<f32>load<f64>(from + 8 * k)));
    for (let k: usize = 0; k < 6; k++) {
      const isBackwards = load<f64>(from + 8 * k) < 0;
      const axis = k < 3 ? k : k - 3, at = to + rowsAByte + 8 * k;
      store<u32>(at, <u32>((2 * axis + usize(isBackwards)) * wideRowBytes));
      store<u32>(at, <u32>((2 * axis + usize(!isBackwards)) * wideRowBytes), 4);
    }
  }
}
