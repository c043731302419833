import { allocate, release } from '../arena';
import { areFinite, indices, vertexAt } from '../mesh';
import { highOf, highZOf, lowOf, lowZOf } from './corners';
import { boxBytes } from './box';
import { setOrder, useOrder } from './limits';
import { beginCount, countBoxes, written } from './records';
import { sortCells } from './sort-cells';

/** Cells on each axis: 20 bits of a code of 60. */
const cells: f64 = 1048576;
const lowBits: u64 = 30;
/** Lower and higher bits of a code on each axis. */
const axisBits: i32 = 10;
const axisMask: i32 = (1 << 10) - 1;
/** The higher 30 bits of a code, and the triangle. */
const pairBytes: usize = 8;

/** u64 by position along the curve: the Morton codes of the centres. */
export let codes: usize = 0;

let triangles: u32 = 0;
let pairs: usize = 0;
/** u32 by triangle: the lower bits of its code. */
let lows: usize = 0;
/** f64 min x, y, z and max x, y, z of the centres. */
let centres: usize = 0;

/** Reserves memory to sort a mesh of this many triangles, instead of `reserveRecords`; false without memory. */
export function reserveCurve(count: u32): bool {
  triangles = count;
  centres = allocate(boxBytes);
  pairs = allocate(2 * pairBytes * <usize>count);
  lows = allocate(4 * <usize>count);
  if (centres == 0 || pairs == 0 || lows == 0) return false;
  for (let axis: usize = 0; axis < 3; axis++) {
    store<f64>(centres + (axis << 3), f64.POSITIVE_INFINITY);
    store<f64>(centres + (axis << 3), f64.NEGATIVE_INFINITY, 24);
  }
  return beginCount();
}

/** Measures the finite triangles [first, end) and returns their number so far. */
export function measureCurve(first: u32, end: u32): u32 {
  let low = f64x2.splat(f64.POSITIVE_INFINITY), high = f64x2.splat(f64.NEGATIVE_INFINITY);
  let lowZ = low, highZ = high;
  let lowCentre = v128.load(centres), highCentre = v128.load(centres, 24);
  let lowCentreZ = v128.load64_splat(centres, 16), highCentreZ = v128.load64_splat(centres, 40);
  let count: u32 = 0;
  for (let t = first; t < end; t++) {
    const corners = indices + 12 * <usize>t;
    const a = vertexAt(corners), b = vertexAt(corners + 4), c = vertexAt(corners + 8);
    if (!areFinite(a, b, c)) continue;
    const ownLow = lowOf<f64>(a, b, c), ownHigh = highOf<f64>(a, b, c);
    const ownLowZ = lowZOf(a, b, c), ownHighZ = highZOf(a, b, c);
    low = f64x2.pmin(low, ownLow);
    high = f64x2.pmax(high, ownHigh);
    lowZ = f64x2.pmin(lowZ, ownLowZ);
    highZ = f64x2.pmax(highZ, ownHighZ);
    const centre = between(ownLow, ownHigh), centreZ = between(ownLowZ, ownHighZ);
    lowCentre = f64x2.pmin(lowCentre, centre);
    highCentre = f64x2.pmax(highCentre, centre);
    lowCentreZ = f64x2.pmin(lowCentreZ, centreZ);
    highCentreZ = f64x2.pmax(highCentreZ, centreZ);
    count++;
  }
  v128.store(centres, lowCentre);
  v128.store64_lane(centres, lowCentreZ, 0, 16);
  v128.store(centres, highCentre, 24);
  v128.store64_lane(centres, highCentreZ, 0, 40);
  return countBoxes(count, low, lowZ, high, highZ);
}

/**
 * Sorts the triangles along the Z-order curve, with the cells of `core/tree/splits/sort-along-curve.ts`, and writes them to the order. Triangles in the same
 * cell keep their order. False without memory.
 */
export function sortAlongCurve(): bool {
  writeCodes();
  const other = pairs + pairBytes * <usize>written;
  const sorted = sortCells(pairs, other, written, lows);
  if (sorted == 0) return false;
  codes = sorted == pairs ? other : pairs;
  // The order takes the place of the sorted pairs, behind those that were read.
  useOrder(sorted);
  for (let i: u32 = 0; i < written; i++) {
    const pair = load<u64>(sorted + (<usize>i << 3));
    const triangle = <u32>(pair >> 32);
    store<u64>(codes + (<usize>i << 3), ((pair & 0xffff_ffff) << lowBits) | <u64>load<u32>(lows + (<usize>triangle << 2)));
    setOrder(i, triangle);
  }
  if (sorted != pairs) release(sorted + 4 * <usize>written);
  return true;
}

function writeCodes(): void {
  const lowXY = v128.load(centres), lowZ = v128.load64_splat(centres, 16);
  const x = load<f64>(centres, 24) - load<f64>(centres), y = load<f64>(centres, 32) - load<f64>(centres, 8);
  const longest = max(x, max(y, load<f64>(centres, 40) - load<f64>(centres, 16)));
  // Slightly less than the cells per length, so that the largest centre falls into the last cell.
  const scale = (cells * (1 - 1e-9)) / longest;
  const perLengths = f64x2.splat(scale < f64.POSITIVE_INFINITY ? scale : 0);
  let pair = pairs;
  for (let t: u32 = 0; t < triangles; t++) {
    const corners = indices + 12 * <usize>t;
    const a = vertexAt(corners), b = vertexAt(corners + 4), c = vertexAt(corners + 8);
    if (!areFinite(a, b, c)) continue;
    const centre = between(lowOf<f64>(a, b, c), highOf<f64>(a, b, c)), centreZ = between(lowZOf(a, b, c), highZOf(a, b, c));
    const xy = cellsOf(f64x2.mul(f64x2.sub(centre, lowXY), perLengths)), zz = cellsOf(f64x2.mul(f64x2.sub(centreZ, lowZ), perLengths));
    const cell = v128.shuffle<i32>(xy, zz, 0, 1, 4, 5);
    store<u64>(pair, interleaved(i32x4.shr_u(cell, axisBits)) | (<u64>t << 32));
    store<u32>(lows + (<usize>t << 2), <u32>interleaved(v128.and(cell, i32x4.splat(axisMask))));
    pair += pairBytes;
  }
}

// @ts-ignore: decorator
@inline
function cellsOf(places: v128): v128 {
  return i32x4.trunc_sat_f64x2_s_zero(places);
}

/** Returns the bits of three numbers of 10 bits in turns, those of the first lane highest. */
// @ts-ignore: decorator
@inline
function interleaved(numbers: v128): u64 {
  let b = v128.and(v128.or(numbers, i32x4.shl(numbers, 16)), i32x4.splat(0x0300_00ff));
  b = v128.and(v128.or(b, i32x4.shl(b, 8)), i32x4.splat(0x0300_f00f));
  b = v128.and(v128.or(b, i32x4.shl(b, 4)), i32x4.splat(0x030c_30c3));
  b = v128.and(v128.or(b, i32x4.shl(b, 2)), i32x4.splat(0x0924_9249));
  return <u64>(<u32>((i32x4.extract_lane(b, 0) << 2) | (i32x4.extract_lane(b, 1) << 1) | i32x4.extract_lane(b, 2)));
}

/** Returns the centre of a side, as that of a record. */
// @ts-ignore: decorator
@inline
function between(low: v128, high: v128): v128 {
  const half = f64x2.splat(0.5);
  return f64x2.add(f64x2.mul(low, half), f64x2.mul(high, half));
}
