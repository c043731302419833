import { curveAxisBits, liveIndexBits } from '../../layouts/study';
import { allocate, release } from '../arena';
import { pairOf } from '../frame';
import { triangles } from '../study/tables';
import { cornersOf, live, liveCount, reserveLive, vertexOf } from './live';

/** A key is a Morton code above the index of a triangle among the live ones. */
export const indexMask: u64 = (1 << liveIndexBits) - 1;
/** Bits of a code to sort by in one round: the counts stay in the first cache. */
const digitBits: u64 = 10;
const digits: usize = 1 << 10;
const digitMask: u64 = (1 << 10) - 1;
const rounds: usize = 4;

let lowXY: v128 = i64x2.splat(0);
let lowZ: f64 = 0;
let cellsXY: v128 = i64x2.splat(0);
let cellsZ: f64 = 0;

/** Keys of all triangles, sorted before it is known which are live; 0 without them. With their number, and memory for a u32 each. */
let keysOfAll: usize = 0;
let countOfAll: u32 = 0;
let ranks: usize = 0;
/** In place of a rank: the triangle is not live. */
const noRank: u32 = 0xffff_ffff;

/**
 * Sets the lowest corner of the grid of codes, and its cells per unit, for sums of three corners. What lies outside belongs to the outer cells. Keys of
 * all triangles that were sorted on another grid are not used.
 */
export function setCurve(x: f64, y: f64, z: f64, cellsX: f64, cellsY: f64, cells: f64): void {
  const low = pairOf(x, y), perUnit = pairOf(cellsX, cellsY);
  if (lowZ != z || cellsZ != cells || !v128.all_true<u64>(v128.and(f64x2.eq(low, lowXY), f64x2.eq(perUnit, cellsXY)))) keysOfAll = 0;
  lowXY = low;
  lowZ = z;
  cellsXY = perUnit;
  cellsZ = cells;
}

/** Sorts all triangles; the keys are used if the live ones have the same curve. False without memory. */
export function sortAll(): bool {
  ranks = reserveLive(triangles);
  if (ranks == 0) return false;
  for (let i: u32 = 0; i < triangles; i++) store<u32>(ranks + 4 * <usize>i, i);
  keysOfAll = sortLive();
  countOfAll = triangles;
  return keysOfAll != 0;
}

/** Returns the keys of the live triangles from those of all, in the same order as `sortLive`; 0 where `sortAll` has not sorted them on this curve. */
export function keysAmongAll(): usize {
  if (keysOfAll == 0) return 0;
  const keys = keysOfAll;
  // They are those of one list.
  keysOfAll = 0;
  if (liveCount == countOfAll) return keys;
  memory.fill(ranks, 0xff, 4 * <usize>countOfAll);
  for (let i: u32 = 0; i < liveCount; i++) store<u32>(ranks + 4 * <usize>load<u32>(live + 4 * <usize>i), i);
  let to = keys;
  const end = keys + 8 * <usize>countOfAll;
  for (let at = keys; at < end; at += 8) {
    const key = load<u64>(at);
    const rank = load<u32>(ranks + 4 * <usize>(key & indexMask));
    if (rank == noRank) continue;
    store<u64>(to, (key & ~indexMask) | <u64>rank);
    to += 8;
  }
  return keys;
}

/** Returns the address of (L) u64 keys in the order of the curve; 0 without memory. The caller releases it. */
export function sortLive(): usize {
  const keys = allocate(8 * <usize>liveCount);
  const spare = allocate(8 * <usize>liveCount);
  const counts = allocate(4 * digits * rounds);
  if (keys == 0 || spare == 0 || counts == 0) return 0;
  memory.fill(counts, 0, 4 * digits * rounds);
  writeKeys(keys, counts);
  for (let round: usize = 0; round < rounds; round += 2) {
    scatter(keys, spare, counts + 4 * digits * round, <u64>liveIndexBits + digitBits * <u64>round);
    scatter(spare, keys, counts + 4 * digits * (round + 1), <u64>liveIndexBits + digitBits * <u64>(round + 1));
  }
  release(spare);
  return keys;
}

function writeKeys(keys: usize, counts: usize): void {
  const last = i32x4.splat((1 << curveAxisBits) - 1), zero = i32x4.splat(0);
  for (let i: u32 = 0; i < liveCount; i++) {
    const corners = cornersOf(i);
    const a = vertexOf(load<u32>(corners)), b = vertexOf(load<u32>(corners, 4)), c = vertexOf(load<u32>(corners, 8));
    const xy = f64x2.mul(f64x2.sub(f64x2.add(f64x2.add(v128.load(a), v128.load(b)), v128.load(c)), lowXY), cellsXY);
    const z = (load<f64>(a, 16) + load<f64>(b, 16) + load<f64>(c, 16) - lowZ) * cellsZ;
    const cellXY = i32x4.max_s(i32x4.min_s(i32x4.trunc_sat_f64x2_s_zero(xy), last), zero);
    const cellZ = i32x4.max_s(i32x4.min_s(i32x4.trunc_sat_f64x2_s_zero(f64x2.splat(z)), last), zero);
    const spreadXY = spread(i64x2.extend_low_i32x4_u(cellXY)), spreadZ = spread(i64x2.extend_low_i32x4_u(cellZ));
    const code = i64x2.extract_lane(spreadXY, 0) | (i64x2.extract_lane(spreadXY, 1) << 1) | (i64x2.extract_lane(spreadZ, 0) << 2);
    store<u64>(keys + 8 * <usize>i, (code << <u64>liveIndexBits) | <u64>i);
    for (let round: usize = 0; round < rounds; round++) {
      const slot = counts + 4 * (digits * round + <usize>((code >> (digitBits * <u64>round)) & digitMask));
      store<u32>(slot, load<u32>(slot) + 1);
    }
  }
}

/** Spreads sixteen bits of two numbers to every third bit. */
// @ts-ignore: decorator
@inline
function spread(bits: v128): v128 {
  let b = v128.and(v128.or(bits, i64x2.shl(bits, 16)), i64x2.splat(0x0000_0000_ff00_00ff));
  b = v128.and(v128.or(b, i64x2.shl(b, 8)), i64x2.splat(0x0000_00f0_0f00_f00f));
  b = v128.and(v128.or(b, i64x2.shl(b, 4)), i64x2.splat(0x0000_0c30_c30c_30c3));
  return v128.and(v128.or(b, i64x2.shl(b, 2)), i64x2.splat(0x0000_2492_4924_9249));
}

/** Sorts by one digit; keys with equal digits keep their order. */
function scatter(from: usize, to: usize, counts: usize, shift: u64): void {
  let sum: u32 = 0;
  for (let at = counts; at < counts + 4 * digits; at += 4) {
    const own = load<u32>(at);
    store<u32>(at, sum);
    sum += own;
  }
  const end = from + 8 * <usize>liveCount;
  for (let at = from; at < end; at += 8) {
    const key = load<u64>(at);
    const slot = counts + 4 * <usize>((key >> shift) & digitMask);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    store<u64>(to + 8 * <usize>place, key);
  }
}
