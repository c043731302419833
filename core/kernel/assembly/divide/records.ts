import { allocate } from '../arena';
import { areFinite, indices, vertexAt } from '../mesh';
import { highOf, highZOf, lowOf, lowZOf } from './corners';

/**
 * A triangle to divide: its exact box as f64 min x, min y, min z, −max x, −max y, −max z. With negated maxima a box grows by three
 * minima of two numbers each. Then u32 each: the index of the triangle, and its rank, its number among the finite ones.
 */
export const recordBytes: usize = 56;
export const triangleAt: usize = 48;
export const rankAt: usize = 52;
export const boxBytes: usize = 48;

/** The records of the finite triangles, which splits reorder, and memory for a second list. */
export let records: usize = 0;
export let spare: usize = 0;
/** Number of records. */
export let written: u32 = 0;
/** Address of the box of all records. */
export let whole: usize = 0;

/** Reserves memory for the records of a mesh of this many triangles; false without memory. */
export function reserveRecords(triangles: u32): bool {
  records = allocate(recordBytes * <usize>triangles);
  spare = allocate(recordBytes * <usize>triangles);
  return beginCount() && records != 0 && spare != 0;
}

/** Reserves memory for the records of `count` triangles in an order of their own, to be written by `putRecord`; false without memory. */
export function reserveOrdered(count: u32): bool {
  records = allocate(recordBytes * <usize>count);
  return records != 0;
}

/** Begins to count triangles, and to measure their box; false without memory. */
export function beginCount(): bool {
  written = 0;
  whole = allocate(2 * boxBytes);
  if (whole == 0) return false;
  clearBox(whole);
  return true;
}

/** Counts triangles with their common bounds and returns their number so far. */
export function countBoxes(count: u32, low: v128, lowZ: v128, high: v128, highZ: v128): u32 {
  storeBounds(whole + boxBytes, low, lowZ, high, highZ);
  growBox(whole, whole + boxBytes);
  written += count;
  return written;
}

/** Writes bounds (x and y, and z) as the box of a record. */
// @ts-ignore: decorator
@inline
export function storeBounds(box: usize, low: v128, lowZ: v128, high: v128, highZ: v128): void {
  v128.store(box, low);
  v128.store64_lane(box, lowZ, 0, 16);
  v128.store(box, f64x2.neg(high), 24);
  v128.store64_lane(box, f64x2.neg(highZ), 0, 40);
}

/** Adds the records of the finite triangles [first, end) and returns their number so far. */
export function addRecords(first: u32, end: u32): u32 {
  let to = record(written);
  let rank = written;
  let low = f64x2.splat(f64.POSITIVE_INFINITY), high = f64x2.splat(f64.NEGATIVE_INFINITY);
  let lowZ = low, highZ = high;
  for (let t = first; t < end; t++) {
    const corners = indices + 12 * <usize>t;
    const a = vertexAt(corners), b = vertexAt(corners + 4), c = vertexAt(corners + 8);
    if (!areFinite(a, b, c)) continue;
    const ownLow = lowOf(a, b, c), ownHigh = highOf(a, b, c);
    const ownLowZ = lowZOf(a, b, c), ownHighZ = highZOf(a, b, c);
    storeBounds(to, ownLow, ownLowZ, ownHigh, ownHighZ);
    store<u32>(to, t, triangleAt);
    store<u32>(to, rank++, rankAt);
    low = f64x2.pmin(low, ownLow);
    high = f64x2.pmax(high, ownHigh);
    lowZ = f64x2.pmin(lowZ, ownLowZ);
    highZ = f64x2.pmax(highZ, ownHighZ);
    to += recordBytes;
  }
  return countBoxes(rank - written, low, lowZ, high, highZ);
}

/** Writes a record at a position of the list; the triangle is finite. Its rank is not written. */
export function putRecord(position: u32, triangle: u32): void {
  const to = record(position);
  const corners = indices + 12 * <usize>triangle;
  const a = vertexAt(corners), b = vertexAt(corners + 4), c = vertexAt(corners + 8);
  storeBounds(to, lowOf(a, b, c), lowZOf(a, b, c), highOf(a, b, c), highZOf(a, b, c));
  store<u32>(to, triangle, triangleAt);
}

/** Returns the address of a record. */
// @ts-ignore: decorator
@inline
export function record(position: u32): usize {
  return records + recordBytes * <usize>position;
}

export function clearBox(box: usize): void {
  const none = f64x2.splat(f64.POSITIVE_INFINITY);
  v128.store(box, none);
  v128.store(box, none, 16);
  v128.store(box, none, 32);
}

/** Extends a box by that of a record. */
// @ts-ignore: decorator
@inline
export function growBox(box: usize, by: usize): void {
  v128.store(box, f64x2.pmin(v128.load(box), v128.load(by)));
  v128.store(box, f64x2.pmin(v128.load(box, 16), v128.load(by, 16)), 16);
  v128.store(box, f64x2.pmin(v128.load(box, 32), v128.load(by, 32)), 32);
}

export function copyBox(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
}

/** Writes the box of the records [first, end) of a list to `box`. */
export function boxOfRun(list: usize, first: u32, end: u32, box: usize): void {
  let a = f64x2.splat(f64.POSITIVE_INFINITY), b = a, c = a;
  const last = list + recordBytes * <usize>end;
  for (let at = list + recordBytes * <usize>first; at < last; at += recordBytes) {
    a = f64x2.pmin(a, v128.load(at));
    b = f64x2.pmin(b, v128.load(at, 16));
    c = f64x2.pmin(c, v128.load(at, 32));
  }
  v128.store(box, a);
  v128.store(box, b, 16);
  v128.store(box, c, 32);
}

/** Returns half the area of a box of three pairs. */
// @ts-ignore: decorator
@inline
export function halfArea(a: v128, b: v128, c: v128): f64 {
  const x = -f64x2.extract_lane(b, 1) - f64x2.extract_lane(a, 0);
  const y = -f64x2.extract_lane(c, 0) - f64x2.extract_lane(a, 1);
  const z = -f64x2.extract_lane(c, 1) - f64x2.extract_lane(b, 0);
  return x * y + y * z + z * x;
}

/** Returns the centre of a record on an axis. */
// @ts-ignore: decorator
@inline
export function centreOf(at: usize, axis: usize): f64 {
  return load<f64>(at + (axis << 3)) * 0.5 - load<f64>(at + (axis << 3), 24) * 0.5;
}

/** Returns the length of a side of a box. */
// @ts-ignore: decorator
@inline
export function sideOf(box: usize, axis: usize): f64 {
  return -load<f64>(box + (axis << 3), 24) - load<f64>(box + (axis << 3));
}

/** Copies a record; the addresses are different. */
// @ts-ignore: decorator
@inline
export function copyRecord(to: usize, from: usize): void {
  const a = v128.load(from), b = v128.load(from, 16), c = v128.load(from, 32), triangle = load<u64>(from, 48);
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  store<u64>(to, triangle, 48);
}
