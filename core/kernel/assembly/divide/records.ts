import { allocate } from '../arena';
import { areFinite, indices, vertexAt } from '../mesh';

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
  written = 0;
  whole = allocate(boxBytes);
  records = allocate(recordBytes * <usize>triangles);
  spare = allocate(recordBytes * <usize>triangles);
  if (whole == 0 || records == 0 || spare == 0) return false;
  clearBox(whole);
  return true;
}

/** Adds the records of the finite triangles [first, end) and returns their number so far. */
export function addRecords(first: u32, end: u32): u32 {
  let to = record(written);
  let rank = written;
  for (let t = first; t < end; t++) {
    const corners = indices + 12 * <usize>t;
    const a = vertexAt(corners), b = vertexAt(corners + 4), c = vertexAt(corners + 8);
    if (!areFinite(a, b, c)) continue;
    const az = load<f64>(a, 16), bz = load<f64>(b, 16), cz = load<f64>(c, 16);
    const axy = v128.load(a), bxy = v128.load(b), cxy = v128.load(c);
    const high = f64x2.pmax(cxy, f64x2.pmax(bxy, axy));
    v128.store(to, f64x2.pmin(cxy, f64x2.pmin(bxy, axy)));
    store<f64>(to, lower(cz, lower(bz, az)), 16);
    store<f64>(to, -f64x2.extract_lane(high, 0), 24);
    store<f64>(to, -f64x2.extract_lane(high, 1), 32);
    store<f64>(to, lower(-cz, lower(-bz, -az)), 40);
    store<u32>(to, t, triangleAt);
    store<u32>(to, rank++, rankAt);
    growBox(whole, to);
    to += recordBytes;
  }
  written = rank;
  return written;
}

/** Makes the second list the list of records. */
export function swapLists(): void {
  const list = records;
  records = spare;
  spare = list;
}

/** Returns `b` if it is lower, else `a`, as `pmin` does: of 0 and −0 the first. */
// @ts-ignore: decorator
@inline
function lower(a: f64, b: f64): f64 {
  return b < a ? b : a;
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
