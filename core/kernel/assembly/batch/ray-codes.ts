import { originX, originY, originZ, pairOf, scale } from '../frame';
import { keys, rayDirections, rayOrigins } from './ray-memory';

/** Rays between two pairs that are compared. */
const sampleStep: u32 = 32;
/** Codes of two rays that are near each other differ by less. */
const nearBy: u32 = 1 << 12;

/** Returns whether most rays of the batch begin next to the ray before them. */
export function areInOrder(count: u32): bool {
  let near: u32 = 0, samples: u32 = 0;
  for (let i: u32 = 1; i < count; i += sampleStep) {
    near += <u32>((codeOf(i - 1) ^ codeOf(i)) < nearBy);
    samples++;
  }
  return near * 2 >= samples;
}

/** Writes a key for each ray of the batch: its code above its number. */
export function writeKeys(count: u32): void {
  for (let i: u32 = 0; i < count; i++) store<u64>(keys + 8 * <usize>i, (<u64>codeOf(i) << 32) | <u64>i);
}

/** Steps of the grid of codes per unit of the frame, whose coordinates are -1 to 1. */
const steps: f32 = 511.5;

/** Returns a Morton code of 30 bits: of the origin of a ray, or of the point where it enters the cube of the frame. Rays with equal codes visit similar nodes. */
function codeOf(i: u32): u32 {
  const at = rayOrigins + 24 * <usize>i, along = rayDirections + 24 * <usize>i;
  const s = f64x2.splat(scale);
  const xy = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.sub(v128.load(at), pairOf(originX, originY)), s));
  const z = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.sub(v128.load64_splat(at, 16), f64x2.splat(originZ)), s));
  const from = v128.shuffle<i32>(xy, z, 0, 1, 4, 5);
  const d = v128.shuffle<i32>(f32x4.demote_f64x2_zero(v128.load(along)), f32x4.demote_f64x2_zero(v128.load64_splat(along, 16)), 0, 1, 4, 5);
  const one = f32x4.splat(1), zero = f32x4.splat(0);
  // Where the ray enters each slab of the cube; NaN counts as 0.
  const enters = f32x4.pmax(zero, f32x4.div(f32x4.sub(f32x4.neg(v128.or(v128.and(d, i32x4.splat(0x80000000)), one)), from), d));
  const a = f32x4.pmax(enters, v128.shuffle<i32>(enters, enters, 1, 0, 3, 2));
  const t = f32x4.pmax(a, v128.shuffle<i32>(a, a, 2, 3, 0, 1));
  const point = f32x4.mul(f32x4.add(f32x4.add(from, f32x4.mul(t, d)), one), f32x4.splat(steps));
  const cell = i32x4.max_s(i32x4.min_s(i32x4.trunc_sat_f32x4_s(point), i32x4.splat(1023)), i32x4.splat(0));
  // Spreads ten bits to every third bit.
  let b = v128.and(v128.or(cell, i32x4.shl(cell, 16)), i32x4.splat(0x030000ff));
  b = v128.and(v128.or(b, i32x4.shl(b, 8)), i32x4.splat(0x0300f00f));
  b = v128.and(v128.or(b, i32x4.shl(b, 4)), i32x4.splat(0x030c30c3));
  b = v128.and(v128.or(b, i32x4.shl(b, 2)), i32x4.splat(0x09249249));
  return (i32x4.extract_lane(b, 0) << 2) | (i32x4.extract_lane(b, 1) << 1) | i32x4.extract_lane(b, 2);
}
