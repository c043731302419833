import { allocate } from '../arena';
import { indices, positions } from '../mesh';
import { boxBytes, centreOf, clearBox, growBox, halfArea, sideOf, storeBounds, storeBox } from './box';
import { areFiniteOf, highOf, highZOf, lowOf, lowZOf, upperOf, vertexOf } from './corners';
import { chunk } from './divided-nodes';
import { isNarrow, narrowVertices } from './narrow';

/**
 * A triangle to divide: its exact box as numbers of type `T`, the index of the triangle, and its rank, its number among the finite ones. `T` is f32 where
 * it holds all coordinates of the mesh exactly, which halves the memory to move; otherwise f64. All sums are in f64, so both give the same divisions.
 *
 * With f64 the box is as in `box.ts`, then follow u32 triangle and rank. With f32: min x y z, triangle, −max x y z, rank, in two vectors of four.
 */

/** The records of the finite triangles, which splits reorder, and memory for a second list. */
export let records: usize = 0;
export let spare: usize = 0;
/** Number of finite triangles so far. */
export let written: u32 = 0;
/** Address of their box. */
export let whole: usize = 0;

// @ts-ignore: decorator
@inline
export function recordBytes<T>(): usize {
  return sizeof<T>() == 4 ? 32 : 56;
}

// @ts-ignore: decorator
@inline
export function triangleAt<T>(): usize {
  return sizeof<T>() == 4 ? 12 : 48;
}

// @ts-ignore: decorator
@inline
export function rankAt<T>(): usize {
  return sizeof<T>() == 4 ? 28 : 52;
}

/**
 * Reserves memory for the records of a mesh of this many triangles; false without memory. The mesh is the last that was reserved. The second list
 * replaces it, once all records are written: memory that is already in use saves the first write to new pages. Nodes begin in front of the records, and
 * then take their place.
 */
export function reserveRecords(triangles: u32): bool {
  narrowVertices();
  const bytes = <usize>triangles * (isNarrow ? recordBytes<f32>() : recordBytes<f64>());
  spare = positions;
  const end = allocate(0);
  if (end - spare < bytes && allocate(bytes - (end - spare)) == 0) return false;
  const nodes = allocate(chunk + bytes);
  records = nodes + chunk;
  return beginCount() && nodes != 0;
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

/** Adds the records of the finite triangles [first, end) and returns their number so far. */
export function addRecords(first: u32, end: u32): u32 {
  return isNarrow ? add<f32>(first, end) : add<f64>(first, end);
}

function add<T>(first: u32, end: u32): u32 {
  let to = record<T>(written);
  let rank = written;
  let low = emptyBox<T>(), high = sizeof<T>() == 4 ? f32x4.neg(low) : f64x2.neg(low);
  let lowZ = low, highZ = high;
  for (let t = first; t < end; t++) {
    const corners = indices + 12 * <usize>t;
    const a = vertexOf<T>(corners), b = vertexOf<T>(corners + 4), c = vertexOf<T>(corners + 8);
    if (!areFiniteOf<T>(a, b, c)) continue;
    const ownLow = lowOf<T>(a, b, c), ownHigh = highOf<T>(a, b, c);
    low = minima<T>(low, ownLow);
    high = maxima<T>(high, ownHigh);
    if (sizeof<T>() == 4) {
      v128.store(to, i32x4.replace_lane(ownLow, 3, t));
      v128.store(to, i32x4.replace_lane(f32x4.neg(ownHigh), 3, rank), 16);
    } else {
      const ownLowZ = lowZOf(a, b, c), ownHighZ = highZOf(a, b, c);
      storeBounds(to, ownLow, ownLowZ, ownHigh, ownHighZ);
      store<u32>(to + triangleAt<T>(), t);
      store<u32>(to + rankAt<T>(), rank);
      lowZ = f64x2.pmin(lowZ, ownLowZ);
      highZ = f64x2.pmax(highZ, ownHighZ);
    }
    rank++;
    to += recordBytes<T>();
  }
  if (sizeof<T>() == 8) return countBoxes(rank - written, low, lowZ, high, highZ);
  return countBoxes(rank - written, f64x2.promote_low_f32x4(low), upperOf(low), f64x2.promote_low_f32x4(high), upperOf(high));
}

/** Returns the address of a record. */
// @ts-ignore: decorator
@inline
export function record<T>(position: u32): usize {
  return records + recordBytes<T>() * <usize>position;
}

/**
 * The place of a record on an axis, which splits compare and bin: its centre with f64, twice the centre with f32. There doubling is exact and saves the
 * halves, so that comparisons, and numbers of bins, are those of centres.
 */
// @ts-ignore: decorator
@inline
export function placeOf<T>(at: usize, axis: usize): f64 {
  if (sizeof<T>() == 4) return <f64>load<f32>(at + (axis << 2)) - <f64>load<f32>(at + (axis << 2), 16);
  return centreOf(at, axis);
}

/** Returns the place of a record on an axis, twice. */
// @ts-ignore: decorator
@inline
export function placesOf<T>(at: usize, axis: usize): v128 {
  if (sizeof<T>() == 8) return f64x2.splat(placeOf<T>(at, axis));
  return f64x2.sub(f64x2.promote_low_f32x4(v128.load32_splat(at + (axis << 2))), f64x2.promote_low_f32x4(v128.load32_splat(at + (axis << 2), 16)));
}

/** Returns the centre of a record or box as a place. */
// @ts-ignore: decorator
@inline
export function placeOfCentre<T>(centre: f64): f64 {
  return sizeof<T>() == 4 ? 2 * centre : centre;
}

/** Returns the places of a record on the axes x and y, given its first two vectors. */
// @ts-ignore: decorator
@inline
export function placeXY<T>(at: usize, a: v128, b: v128): v128 {
  if (sizeof<T>() == 4) return f64x2.sub(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
  const half = f64x2.splat(0.5);
  // −max x and −max y are not neighbours in a multiple of 16 bytes.
  return f64x2.sub(f64x2.mul(a, half), f64x2.mul(v128.load(at, 24), half));
}

/** Returns the length of a side of a record. */
// @ts-ignore: decorator
@inline
export function recordSide<T>(at: usize, axis: usize): f64 {
  if (sizeof<T>() == 4) return -(<f64>load<f32>(at + (axis << 2), 16)) - <f64>load<f32>(at + (axis << 2));
  return sideOf(at, axis);
}

/** Below, the box of a record is in three vectors of two numbers, or in two of four, where the last of each is ignored. */

/** Returns the vectors of an empty box. */
// @ts-ignore: decorator
@inline
export function emptyBox<T>(): v128 {
  return sizeof<T>() == 4 ? f32x4.splat(f32.POSITIVE_INFINITY) : f64x2.splat(f64.POSITIVE_INFINITY);
}

/** Returns the minima of two vectors. */
// @ts-ignore: decorator
@inline
export function minima<T>(p: v128, q: v128): v128 {
  return sizeof<T>() == 4 ? f32x4.pmin(p, q) : f64x2.pmin(p, q);
}

/** Returns the maxima of two vectors. */
// @ts-ignore: decorator
@inline
function maxima<T>(p: v128, q: v128): v128 {
  return sizeof<T>() == 4 ? f32x4.pmax(p, q) : f64x2.pmax(p, q);
}

/** Returns the minima of a third vector and that of a record; as it was where there are two. */
// @ts-ignore: decorator
@inline
export function thirdMinima<T>(third: v128, at: usize): v128 {
  return sizeof<T>() == 4 ? third : f64x2.pmin(third, v128.load(at, 32));
}

/** Returns half the area of a box. The signs of the sides cancel. */
// @ts-ignore: decorator
@inline
export function areaOfVectors<T>(a: v128, b: v128, c: v128): f64 {
  if (sizeof<T>() == 8) return halfArea(a, b, c);
  const xy = f64x2.add(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
  const x = f64x2.extract_lane(xy, 0), y = f64x2.extract_lane(xy, 1);
  const z = <f64>f32x4.extract_lane(a, 2) + <f64>f32x4.extract_lane(b, 2);
  return x * y + y * z + z * x;
}

/** Writes a box of `box.ts`. */
// @ts-ignore: decorator
@inline
export function storeVectors<T>(box: usize, a: v128, b: v128, c: v128): void {
  if (sizeof<T>() == 8) {
    storeBox(box, a, b, c);
    return;
  }
  v128.store(box, f64x2.promote_low_f32x4(a));
  store<f64>(box, <f64>f32x4.extract_lane(a, 2), 16);
  v128.store(box, f64x2.promote_low_f32x4(b), 24);
  store<f64>(box, <f64>f32x4.extract_lane(b, 2), 40);
}

/** Writes the box of the records [first, end) of a list to `box`. */
export function boxOfRun<T>(list: usize, first: u32, end: u32, box: usize): void {
  let a = emptyBox<T>(), b = a, c = a, otherA = a, otherB = a, otherC = a;
  let at = list + recordBytes<T>() * <usize>first;
  const last = list + recordBytes<T>() * <usize>end;
  // Two boxes, so that minima need not wait for each other.
  for (; at + recordBytes<T>() < last; at += 2 * recordBytes<T>()) {
    const next = at + recordBytes<T>();
    a = minima<T>(a, v128.load(at));
    b = minima<T>(b, v128.load(at, 16));
    c = thirdMinima<T>(c, at);
    otherA = minima<T>(otherA, v128.load(next));
    otherB = minima<T>(otherB, v128.load(next, 16));
    otherC = thirdMinima<T>(otherC, next);
  }
  if (at < last) {
    a = minima<T>(a, v128.load(at));
    b = minima<T>(b, v128.load(at, 16));
    c = thirdMinima<T>(c, at);
  }
  storeVectors<T>(box, minima<T>(a, otherA), minima<T>(b, otherB), minima<T>(c, otherC));
}

/** Copies a record; the addresses are different. */
// @ts-ignore: decorator
@inline
export function copyRecord<T>(to: usize, from: usize): void {
  putRecord<T>(to, v128.load(from), v128.load(from, 16), restOf<T>(from), restOfLast<T>(from));
}

/**
 * Writes a record to the end of both sides of a partition; one of them grows. So no branch depends on the side, which no processor can predict. The right
 * side is a list up to `right`. The left side ends as far before the record as the right side is long. Returns the new end of the right side.
 */
// @ts-ignore: decorator
@inline
export function send<T>(at: usize, right: usize, isRight: bool): usize {
  const a = v128.load(at), b = v128.load(at, 16), c = restOf<T>(at), last = restOfLast<T>(at);
  putRecord<T>(right, a, b, c, last);
  putRecord<T>(leftEnd(at, right), a, b, c, last);
  return right + recordBytes<T>() * <usize>isRight;
}

/** Returns the end of the left side of a partition. */
// @ts-ignore: decorator
@inline
export function leftEnd(at: usize, right: usize): usize {
  return at + spare - right;
}

/** What a record of f64 has more than one of f32. */
// @ts-ignore: decorator
@inline
function restOf<T>(at: usize): v128 {
  return sizeof<T>() == 4 ? i64x2.splat(0) : v128.load(at, 32);
}

// @ts-ignore: decorator
@inline
function restOfLast<T>(at: usize): u64 {
  return sizeof<T>() == 4 ? 0 : load<u64>(at, 48);
}

// @ts-ignore: decorator
@inline
function putRecord<T>(to: usize, a: v128, b: v128, c: v128, last: u64): void {
  v128.store(to, a);
  v128.store(to, b, 16);
  if (sizeof<T>() == 4) return;
  v128.store(to, c, 32);
  store<u64>(to, last, 48);
}
