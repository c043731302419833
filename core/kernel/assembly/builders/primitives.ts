import { codeBits } from '../../layouts/builder';
import { frameVertex, originX, originY, originZ, pairOf, scale } from '../frame';
import { areFinite, indices, vertexAt } from '../mesh';

/**
 * A record that the builder sorts, 32 bytes: a box in the frame as f32 min x y z and max x y z, with a word after each three. For a triangle the
 * words are its index and the count 1; for a cluster the position of its first primitive and their count. Both words have an offset, so that as
 * f32 they are normal numbers: arithmetic on subnormal numbers is a hundred times slower.
 */
export const primitiveBytes: usize = 32;
export const indexByte: usize = 12;
export const countByte: usize = 28;
export const wordOffset: u32 = 0x3f80_0000;

/** The lowest corner of the grid of codes, and steps per unit of the frame. Centres are sums of two corners, so all is twice as in the frame. */
export let gridX: f32 = 0;
export let gridY: f32 = 0;
export let gridZ: f32 = 0;
export let gridSteps: f32 = 0;

export function setGrid(x: f32, y: f32, z: f32, steps: f32): void {
  gridX = x;
  gridY = y;
  gridZ = z;
  gridSteps = steps;
}

/** Spreads ten bits to every third bit. */
// @ts-ignore: decorator
@inline
function spread(bits: i32): i32 {
  let b = (bits | (bits << 16)) & 0x030000ff;
  b = (b | (b << 8)) & 0x0300f00f;
  b = (b | (b << 4)) & 0x030c30c3;
  return (b | (b << 2)) & 0x09249249;
}

/**
 * Writes the primitives of the finite triangles [first, end) from position `at` of `list` on, and for each a key of 8 bytes in `keys`: its Morton
 * code above its position. Extends `box` (f64 min x y z, max x y z) by them. Returns the position after the last one.
 */
export function writePrimitives(first: u32, end: u32, list: usize, keys: usize, at: u32, box: usize): u32 {
  const originXY = pairOf(originX, originY), oz = originZ;
  const factor = scale, factorXY = f64x2.splat(factor);
  const gridLow = f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(gridX), 1, gridY), 2, gridZ), steps = f32x4.splat(gridSteps);
  const gridMax = i32x4.splat((1 << codeBits) - 1), zero = i32x4.splat(0);
  let low = v128.load(box), high = v128.load(box, 24);
  let lowZ = v128.load64_splat(box, 16), highZ = v128.load64_splat(box, 40);
  for (let t = first; t < end; t++) {
    const corner = indices + 12 * <usize>t;
    const pa = vertexAt(corner), pb = vertexAt(corner + 4), pc = vertexAt(corner + 8);
    if (!areFinite(pa, pb, pc)) continue;
    const axy = v128.load(pa), bxy = v128.load(pb), cxy = v128.load(pc);
    const az = v128.load64_splat(pa, 16), bz = v128.load64_splat(pb, 16), cz = v128.load64_splat(pc, 16);
    low = f64x2.pmin(low, f64x2.pmin(f64x2.pmin(axy, bxy), cxy));
    high = f64x2.pmax(high, f64x2.pmax(f64x2.pmax(axy, bxy), cxy));
    lowZ = f64x2.pmin(lowZ, f64x2.pmin(f64x2.pmin(az, bz), cz));
    highZ = f64x2.pmax(highZ, f64x2.pmax(f64x2.pmax(az, bz), cz));
    const a = frameVertex(pa, originXY, oz, factorXY, factor);
    const b = frameVertex(pb, originXY, oz, factorXY, factor);
    const c = frameVertex(pc, originXY, oz, factorXY, factor);
    const min = f32x4.pmin(f32x4.pmin(a, b), c), max = f32x4.pmax(f32x4.pmax(a, b), c);
    const to = list + primitiveBytes * <usize>at;
    v128.store(to, min);
    v128.store(to, max, 16);
    store<u32>(to, t + wordOffset, indexByte);
    store<u32>(to, 1 + wordOffset, countByte);
    const step = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(f32x4.add(min, max), gridLow), steps));
    const cell = i32x4.max_s(i32x4.min_s(step, gridMax), zero);
    const code = (spread(i32x4.extract_lane(cell, 0)) << 2) | (spread(i32x4.extract_lane(cell, 1)) << 1) | spread(i32x4.extract_lane(cell, 2));
    store<u64>(keys + (<usize>at << 3), (<u64>code << 32) | <u64>at);
    at++;
  }
  v128.store(box, low);
  store<f64>(box, f64x2.extract_lane(lowZ, 0), 16);
  v128.store(box, high, 24);
  store<f64>(box, f64x2.extract_lane(highZ, 0), 40);
  return at;
}
