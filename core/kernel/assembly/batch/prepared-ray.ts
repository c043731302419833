import { wideRowBytes } from '../../layouts/wide-tree';

/**
 * A prepared ray: f32 in the frame. First the point of entry x y z, and the limit on the distance from there. Then 1 / direction x y z, and a limit up to
 * which a hit is certainly not beyond the far end. Then shear x y and stretch of `ray/block.ts`, and u32 bits of the axes. At the end is what was found: u32
 * address of the lane of the first hit in its block, or 0, `isUnsure` or `isForHost`. An f32 distance follows, before which this hit is certainly not.
 */
export const entryByte: usize = 0;
export const limitByte: usize = 12;
export const inverseByte: usize = 16;
export const sureLimitByte: usize = 28;
export const shearByte: usize = 32;
export const stretchByte: usize = 40;
export const axesByte: usize = 44;
export const placeByte: usize = 48;
export const placeLowByte: usize = 52;
export const preparedBytes: usize = 64;

/** In place of a hit: f32 does not decide the ray. */
export const isUnsure: u32 = 1;
/** In place of a hit: the ray is left to the host. */
export const isForHost: u32 = 2;

/** Returns the bits of the axes. 5, 6 and 7: whether the direction is negative along x, y and z. From 8, 12 and 16 on: numbers of the axes used as x, y and z. */
// @ts-ignore: decorator
@inline
export function axesOf(signX: i32, signY: i32, signZ: i32, z: i32): u32 {
  const x = select<i32>(0, z + 1, z == 2), y = select<i32>(2, z - 1, z == 0);
  return (signX << 5) | (signY << 6) | (signZ << 7) | (x << 8) | (y << 12) | (z << 16);
}

/** Offsets of the rows of a node that have the near planes, and the far planes. */
// @ts-ignore: decorator
@inline
export function nearRowX(axes: u32): usize {
  return axes & wideRowBytes;
}
// @ts-ignore: decorator
@inline
export function farRowX(axes: u32): usize {
  return (axes & wideRowBytes) ^ wideRowBytes;
}
// @ts-ignore: decorator
@inline
export function nearRowY(axes: u32): usize {
  return 2 * wideRowBytes + ((axes >> 1) & wideRowBytes);
}
// @ts-ignore: decorator
@inline
export function farRowY(axes: u32): usize {
  return 2 * wideRowBytes + (((axes >> 1) & wideRowBytes) ^ wideRowBytes);
}
// @ts-ignore: decorator
@inline
export function nearRowZ(axes: u32): usize {
  return 4 * wideRowBytes + ((axes >> 2) & wideRowBytes);
}
// @ts-ignore: decorator
@inline
export function farRowZ(axes: u32): usize {
  return 4 * wideRowBytes + (((axes >> 2) & wideRowBytes) ^ wideRowBytes);
}
