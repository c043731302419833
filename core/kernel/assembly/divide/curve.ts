import { allocate, release } from '../arena';
import { areFinite, indices, vertexAt } from '../mesh';
import { highOf, highZOf, lowOf, lowZOf } from './corners';
import { boxBytes } from './box';
import { dividedOrder, orderAt, setOrder, useOrder } from './limits';
import { beginCount, countBoxes, written } from './records';
import { reserveCounts, sortKeys } from './sort-codes';

/** Cells on each axis: 20 bits of a code of 60. */
const cells: f64 = 1048576;
const codeBits: u32 = 60;
/** A key: the highest bits of a code, as many as there are, and the triangle. */
const keyBytes: usize = 8;
const centreBytes: usize = 24;
/** The number of the lowest bit of a code in `changes`. Lower numbers are bits of positions. */
const firstCodeBit: u32 = 32;

/**
 * u8 by position along the curve: the highest bit of the code that differs from that of the next, from 32 on. With equal codes it is the highest bit in
 * which the positions differ.
 */
export let changes: usize = 0;

let triangles: u32 = 0;
/** Bits of a key that hold the triangle, and bits of a code for which it has no room. */
let triangleBits: u32 = 0;
let lostBits: u32 = 0;
/** The number in `changes` of the lowest bit of a code for which a key has room. */
let keptBit: u32 = 0;
/** f64 min x, y, z and max x, y, z of the centres. */
let centres: usize = 0;
/**
 * At first f64 x, y, z by triangle: the centres, which are NaN for triangles that are not finite. Then u64: the keys, which take their place. Nodes need as
 * much memory afterwards, so the centres cost no new pages.
 */
let keys: usize = 0;
/** Memory for a second list of keys. */
let other: usize = 0;
/** Cells per length. */
let perLength: f64 = 0;

/** Reserves memory to sort a mesh of this many triangles, instead of `reserveRecords`; false without memory. */
export function reserveCurve(count: u32): bool {
  triangles = count;
  triangleBits = max(64 - codeBits, 32 - <u32>clz(count));
  lostBits = triangleBits + codeBits - 64;
  keptBit = firstCodeBit + lostBits;
  centres = allocate(boxBytes);
  changes = allocate(<usize>count);
  useOrder(allocate(4 * <usize>count));
  if (centres == 0 || changes == 0 || dividedOrder == 0 || !reserveCounts()) return false;
  keys = allocate(centreBytes * <usize>count);
  other = keys + keyBytes * <usize>count;
  if (keys == 0) return false;
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
  let count: u32 = 0, to = keys + centreBytes * <usize>first;
  for (let t = first; t < end; t++) {
    const corners = indices + 12 * <usize>t;
    const a = vertexAt(corners), b = vertexAt(corners + 4), c = vertexAt(corners + 8);
    if (!areFinite(a, b, c)) {
      store<f64>(to, f64.NaN);
      to += centreBytes;
      continue;
    }
    const ownLow = lowOf<f64>(a, b, c), ownHigh = highOf<f64>(a, b, c);
    const ownLowZ = lowZOf(a, b, c), ownHighZ = highZOf(a, b, c);
    low = f64x2.pmin(low, ownLow);
    high = f64x2.pmax(high, ownHigh);
    lowZ = f64x2.pmin(lowZ, ownLowZ);
    highZ = f64x2.pmax(highZ, ownHighZ);
    const centre = between(ownLow, ownHigh), centreZ = between(ownLowZ, ownHighZ);
    v128.store(to, centre);
    v128.store64_lane(to, centreZ, 0, 16);
    to += centreBytes;
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
 * Sorts the triangles along the Z-order curve, with the cells of `core/tree/splits/sort-along-curve.ts`. Writes them to the order, and the changes of their
 * codes. Triangles in the same cell keep their order.
 */
export function sortAlongCurve(): void {
  measureCells();
  writeKeys();
  sortKeys(keys, other, written, triangleBits, 64);
  const tied = writeChanges();
  writeOrder(tied);
  if (tied > 0) sortTied();
  release(keys);
}

/** Chooses the size of a cell. */
function measureCells(): void {
  const x = load<f64>(centres, 24) - load<f64>(centres), y = load<f64>(centres, 32) - load<f64>(centres, 8);
  const longest = max(x, max(y, load<f64>(centres, 40) - load<f64>(centres, 16)));
  // Slightly less than the cells per length, so that the largest centre falls into the last cell.
  const scale = (cells * (1 - 1e-9)) / longest;
  perLength = scale < f64.POSITIVE_INFINITY ? scale : 0;
}

/** Writes the keys, and the lower bits of the codes by triangle, to the memory of the order. */
function writeKeys(): void {
  const lowXY = v128.load(centres), lowZ = v128.load64_zero(centres, 16), perLengths = f64x2.splat(perLength);
  let to = keys, at = keys;
  for (let t: u32 = 0; t < triangles; t++) {
    const xy = v128.load(at), z = v128.load64_zero(at, 16);
    at += centreBytes;
    const x = f64x2.extract_lane(xy, 0);
    if (x != x) continue;
    const code = codeOf(f64x2.mul(f64x2.sub(xy, lowXY), perLengths), f64x2.mul(f64x2.sub(z, lowZ), perLengths));
    store<u64>(to, ((code >> <u64>lostBits) << <u64>triangleBits) | <u64>t);
    setOrder(t, <u32>code);
    to += keyBytes;
  }
}

/**
 * Writes the changes of sorted keys. Tied keys, which have the same bits of their codes, get a change below `keptBit` for now, and are written to `other`.
 * Returns their number. No branch depends on a key.
 */
function writeChanges(): u32 {
  let tied = other, isTied: u32 = 0;
  for (let i: u32 = 0; i < written; i++) {
    const key = load<u64>(keys + (<usize>i << 3)), next = i + 1 < written ? load<u64>(keys + (<usize>i << 3), 8) : ~key;
    const difference = (key ^ next) >> <u64>triangleBits;
    setChange(i, keptBit + 63 - <u32>clz(difference));
    store<u64>(tied, key);
    isTied = (isTied << 1) | <u32>(difference == 0);
    tied += keyBytes * <usize>((isTied & 3) != 0);
  }
  return <u32>((tied - other) / keyBytes);
}

/** Writes the order, after it has replaced the codes in tied keys by the bits that were lost. */
function writeOrder(tied: u32): void {
  const end = other + keyBytes * <usize>tied, lostMask = (1 << lostBits) - 1;
  for (let at = other; at < end; at += keyBytes) {
    const triangle = triangleOf(load<u64>(at));
    store<u64>(at, (<u64>(orderAt(triangle) & lostMask) << <u64>triangleBits) | <u64>triangle);
  }
  for (let i: u32 = 0; i < written; i++) setOrder(i, triangleOf(load<u64>(keys + (<usize>i << 3))));
}

/** Sorts each run of tied keys. */
function sortTied(): void {
  let from = other;
  for (let i: u32 = 0; i + 1 < written; i++) {
    const first = i;
    while (<u32>load<u8>(changes + <usize>i) < keptBit) i++;
    if (i == first) continue;
    sortKeys(from, keys, i + 1 - first, triangleBits, triangleBits + lostBits);
    from = writeRun(from, first, i);
  }
}

/** Writes the order and the changes of the keys at the positions from `first` to `last`. The change after the last is known. Returns the next key. */
function writeRun(from: usize, first: u32, last: u32): usize {
  let at = from;
  for (let i = first; i <= last; i++) {
    const key = load<u64>(at);
    at += keyBytes;
    setOrder(i, triangleOf(key));
    if (i == last) break;
    const difference = (key ^ load<u64>(at)) >> <u64>triangleBits;
    setChange(i, difference == 0 ? 31 - <u32>clz(i ^ (i + 1)) : firstCodeBit + 63 - <u32>clz(difference));
  }
  return at;
}

// @ts-ignore: decorator
@inline
function triangleOf(key: u64): u32 {
  return <u32>(key & ((<u64>1 << <u64>triangleBits) - 1));
}

// @ts-ignore: decorator
@inline
function setChange(position: u32, bit: u32): void {
  store<u8>(changes + <usize>position, bit);
}

/** Returns the Morton code of a point in cells. */
// @ts-ignore: decorator
@inline
function codeOf(placeXY: v128, placeZ: v128): u64 {
  const xy = spread(placeXY), z = spread(placeZ);
  const bits = (i64x2.extract_lane(xy, 0) << 2) | (i64x2.extract_lane(xy, 1) << 1) | i64x2.extract_lane(z, 0);
  return (<u64>bits & 0x3fff_ffff) | ((<u64>bits >> 32) << 30);
}

/** Returns two numbers of 20 bits, rounded down, with two zeros between two bits. The higher ten begin at the bit 32. */
// @ts-ignore: decorator
@inline
function spread(numbers: v128): v128 {
  // The sum with 2⁵² has the whole number in its lowest bits.
  let b = f64x2.add(f64x2.floor(numbers), f64x2.splat(4503599627370496));
  b = v128.or(v128.and(b, i64x2.splat(0x3ff)), v128.and(i64x2.shl(b, 22), i64x2.splat(0x3ff_0000_0000)));
  b = v128.and(v128.or(b, i32x4.shl(b, 16)), i64x2.splat(0x0300_00ff_0300_00ff));
  b = v128.and(v128.or(b, i32x4.shl(b, 8)), i64x2.splat(0x0300_f00f_0300_f00f));
  b = v128.and(v128.or(b, i32x4.shl(b, 4)), i64x2.splat(0x030c_30c3_030c_30c3));
  return v128.and(v128.or(b, i32x4.shl(b, 2)), i64x2.splat(0x0924_9249_0924_9249));
}

/** Returns the centre of a side, as that of a record. */
// @ts-ignore: decorator
@inline
function between(low: v128, high: v128): v128 {
  const half = f64x2.splat(0.5);
  return f64x2.add(f64x2.mul(low, half), f64x2.mul(high, half));
}
