import { allocate } from '../arena';
import { originX, originY, originZ, scale } from '../frame';
import { wideRowBytes } from '../../layouts/wide-tree';

/**
 * The address of the path of the sweep in the frame, clipped to the time in which the box around the shape overlaps the box of the root. A length
 * is counted along the path from there. Its f32 numbers are in memory, in four lanes each; see `ray/ray.ts`.
 */
export let path: usize = 0;
/** f32x4 x 3 each: start; direction of length 1; its inverse; the corner of the shape's box that enters a node first, and the one that leaves it last. */
export const startByte: usize = 0;
export const unitByte: usize = 48;
export const inverseByte: usize = 96;
export const firstCornerByte: usize = 144;
export const lastCornerByte: usize = 192;
/** u32 x 3: offsets of the rows of a node that have the near planes. */
export const nearRowByte: usize = 240;
const pathBytes: usize = 256;

/** The box of the root in units of the frame; `setBounds` of the ray has it in source units. */
let lowX: f64 = 0, lowY: f64 = 0, lowZ: f64 = 0;
let highX: f64 = 0, highY: f64 = 0, highZ: f64 = 0;

/** The length of the clipped path. It is at most 8: the diagonal of the box of the root, grown by the largest shape. */
export let pathLength: f64 = 0;
/** Units of the frame that the shape moves in a unit of time. */
export let speed: f64 = 0;

/** Larger shapes, and motions farther away or shorter than these, are left to the host: f32 or f64 are not precise enough. */
const maxHalfSize: f64 = 0.9;
const maxDistance: f64 = 1048576;
const minMotion: f64 = 9.313225746154785e-10;

export const passes: i32 = 0;
export const enters: i32 = 1;
export const isUnfit: i32 = 2;

/** Sets the box of the root relative to the origin of the frame, in source units, and reserves the path; false without memory. */
export function setSweepBounds(lx: f64, ly: f64, lz: f64, hx: f64, hy: f64, hz: f64): bool {
  lowX = lx * scale;
  lowY = ly * scale;
  lowZ = lz * scale;
  highX = hx * scale;
  highY = hy * scale;
  highZ = hz * scale;
  path = allocate(pathBytes);
  return path != 0;
}

/** The part of the motion, from 0 to 1, that remains while it is clipped. */
let entered: f64 = 0;
let left: f64 = 1;

/**
 * Prepares the motion of a shape whose box is `low` to `high` relative to the moving point. Returns whether it `passes` the box of the root,
 * `enters` it, or `isUnfit` for f32.
 */
export function setPath(
  fromX: f64, fromY: f64, fromZ: f64, motionX: f64, motionY: f64, motionZ: f64,
  shapeLowX: f64, shapeLowY: f64, shapeLowZ: f64, shapeHighX: f64, shapeHighY: f64, shapeHighZ: f64,
): i32 {
  const s = scale;
  const x = (fromX - originX) * s, y = (fromY - originY) * s, z = (fromZ - originZ) * s;
  const mx = motionX * s, my = motionY * s, mz = motionZ * s;
  const lx = shapeLowX * s, ly = shapeLowY * s, lz = shapeLowZ * s;
  const hx = shapeHighX * s, hy = shapeHighY * s, hz = shapeHighZ * s;
  // Each comparison is false for NaN, by overflow.
  if (!(max(max(abs(x), abs(y)), abs(z)) < maxDistance)) return isUnfit;
  if (!(max(max(max(-lx, -ly), -lz), max(max(hx, hy), hz)) <= maxHalfSize)) return isUnfit;
  if (!(min(min(-lx, -ly), -lz) >= -maxHalfSize && min(min(hx, hy), hz) >= -maxHalfSize)) return isUnfit;
  speed = sqrt(mx * mx + my * my + mz * mz);
  if (!(speed > minMotion && speed < maxDistance)) return isUnfit;

  entered = 0;
  left = 1;
  if (!clip(lowX - hx - x, highX - lx - x, mx) || !clip(lowY - hy - y, highY - ly - y, my) || !clip(lowZ - hz - z, highZ - lz - z, mz)) return passes;
  if (entered > left) return passes;
  pathLength = (left - entered) * speed;

  const p = path;
  const ux = mx / speed, uy = my / speed, uz = mz / speed;
  const cx = x + entered * mx, cy = y + entered * my, cz = z + entered * mz;
  storeAxis(0, cx, ux, lx, hx);
  storeAxis(1, cy, uy, ly, hy);
  storeAxis(2, cz, uz, lz, hz);
  store<u32>(p, ux < 0 ? <u32>wideRowBytes : 0, nearRowByte);
  store<u32>(p, 2 * wideRowBytes + (uy < 0 ? wideRowBytes : 0), nearRowByte + 4);
  store<u32>(p, 4 * wideRowBytes + (uz < 0 ? wideRowBytes : 0), nearRowByte + 8);
  return enters;
}

/** Returns an upper bound on the length of the clipped path at a time of the motion, in f32: larger by more than rounding. */
export function lengthAt(time: f64): f32 {
  return <f32>min(pathLength, (time - entered) * speed) + 1.52587890625e-5;
}

/** Clips the motion to the times between two distances along an axis; false if it stays outside of them. */
function clip(first: f64, last: f64, motion: f64): bool {
  if (motion == 0) return first <= 0 && last >= 0;
  const a = first / motion, b = last / motion;
  entered = max(entered, min(a, b));
  left = min(left, max(a, b));
  return true;
}

function storeAxis(axis: usize, start: f64, unit: f64, low: f64, high: f64): void {
  const p = path + 16 * axis;
  const isBackwards = unit < 0;
  v128.store(p, f32x4.splat(<f32>start), startByte);
  v128.store(p, f32x4.splat(<f32>unit), unitByte);
  // Also +0 for a direction of −0, whose rows are those of +0.
  v128.store(p, f32x4.splat(<f32>(1 / (unit + 0))), inverseByte);
  v128.store(p, f32x4.splat(<f32>(start + (isBackwards ? low : high))), firstCornerByte);
  v128.store(p, f32x4.splat(<f32>(start + (isBackwards ? high : low))), lastCornerByte);
}
