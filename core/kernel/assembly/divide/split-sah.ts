import { allocate } from '../arena';
import { areaOfVectors, emptyBox, leftEnd, minima, placeOf, placeXY, record, recordBytes, send, spare, storeVectors, thirdMinima } from './records';
import { joinSides, leftBox, rightBox, setSplit, splitHalf } from './split';

const maxBins: u32 = 16;
const axisBytes: usize = 16 * 48;
const axisCounts: usize = 16 * 4;

/** For each axis and bin the box of its triangles; then for each axis and bin a u32 count; then the f64 costs above each plane of one axis. */
let bins: usize = 0;
let counts: usize = 0;
let above: usize = 0;
/** f64 of each axis: the smallest place, and bins per length, 0 where all places are equal. */
let low: usize = 0;
let scale: usize = 0;
/** The best plane so far: its cost in area times triangles, the first bin on its right side, and its axis, −1 for none. */
let bestCost: f64 = 0;
let bestPlane: u32 = 0;
let bestAxis: i32 = -1;

/** The vectors of a box. */
// @ts-ignore: decorator
@inline
function binBytes<T>(): usize {
  return sizeof<T>() == 4 ? 32 : 48;
}

export function reserveBins(): bool {
  bins = allocate(3 * axisBytes + 3 * axisCounts + 8 * 16 + 2 * 32);
  counts = bins + 3 * axisBytes;
  above = counts + 3 * axisCounts;
  low = above + 8 * 16;
  scale = low + 32;
  return bins != 0;
}

/** Divides the records [first, end) by binned SAH, with the numbers of `core/tree/splits/split-sah.ts` to the last bit. `box` is their box. */
export function splitSah<T>(box: usize, first: u32, end: u32): void {
  const count = end - first;
  const k = count > 64 ? maxBins : count > 16 ? 8 : min<u32>(6, count);
  const from = record<T>(first), last = record<T>(end);
  measurePlaces<T>(from, last, k);
  clearBins<T>(k);
  fillBins<T>(from, last);
  bestCost = f64.POSITIVE_INFINITY;
  bestAxis = -1;
  for (let axis: i32 = 0; axis < 3; axis++) if (load<f64>(scale + (<usize>axis << 3)) > 0) sweepPlanes<T>(axis, k);
  if (bestAxis < 0) {
    splitHalf<T>(box, first, end);
    return;
  }
  setSplit(partition<T>(first, last), <u32>bestAxis);
  uniteBins<T>(0, bestPlane, leftBox);
  uniteBins<T>(bestPlane, k, rightBox);
}

/** Finds the range of the places on each axis. */
function measurePlaces<T>(from: usize, last: usize, k: u32): void {
  let lowXY = f64x2.splat(f64.POSITIVE_INFINITY), highXY = f64x2.splat(f64.NEGATIVE_INFINITY);
  let lowZ = f64.POSITIVE_INFINITY, highZ = f64.NEGATIVE_INFINITY;
  for (let at = from; at < last; at += recordBytes<T>()) {
    const xy = placeXY<T>(at, v128.load(at), v128.load(at, 16)), z = placeOf<T>(at, 2);
    lowXY = f64x2.pmin(lowXY, xy);
    highXY = f64x2.pmax(highXY, xy);
    lowZ = z < lowZ ? z : lowZ;
    highZ = z > highZ ? z : highZ;
  }
  v128.store(low, lowXY);
  store<f64>(low, lowZ, 16);
  const extent = f64x2.sub(highXY, lowXY);
  store<f64>(scale, binsPerLength(k, f64x2.extract_lane(extent, 0)));
  store<f64>(scale, binsPerLength(k, f64x2.extract_lane(extent, 1)), 8);
  store<f64>(scale, binsPerLength(k, highZ - lowZ), 16);
}

/** Returns slightly less than `k` / extent, so that the largest centre falls into the last bin. */
function binsPerLength(k: u32, extent: f64): f64 {
  const perLength = (<f64>k * (1 - 1e-9)) / extent;
  return perLength < f64.POSITIVE_INFINITY ? perLength : 0;
}

function clearBins<T>(k: u32): void {
  const none = emptyBox<T>();
  for (let axis: usize = 0; axis < 3; axis++) {
    const from = bins + axis * axisBytes;
    for (let at = from; at < from + binBytes<T>() * <usize>k; at += 16) v128.store(at, none);
  }
  memory.fill(counts, 0, 3 * axisCounts);
}

function fillBins<T>(from: usize, last: usize): void {
  const lowXY = v128.load(low), scaleXY = v128.load(scale);
  const lowZ = load<f64>(low, 16), scaleZ = load<f64>(scale, 16);
  const binsY = bins + axisBytes, binsZ = bins + 2 * axisBytes;
  const countsY = counts + axisCounts, countsZ = counts + 2 * axisCounts;
  for (let at = from; at < last; at += recordBytes<T>()) {
    const a = v128.load(at), b = v128.load(at, 16);
    const bin = i32x4.trunc_sat_f64x2_s_zero(f64x2.mul(f64x2.sub(placeXY<T>(at, a, b), lowXY), scaleXY));
    const x = <usize>i32x4.extract_lane(bin, 0), y = <usize>i32x4.extract_lane(bin, 1);
    const z = <usize><i32>((placeOf<T>(at, 2) - lowZ) * scaleZ);
    widen<T>(bins + binBytes<T>() * x, a, b, at);
    widen<T>(binsY + binBytes<T>() * y, a, b, at);
    widen<T>(binsZ + binBytes<T>() * z, a, b, at);
    countOne(counts + (x << 2));
    countOne(countsY + (y << 2));
    countOne(countsZ + (z << 2));
  }
}

// @ts-ignore: decorator
@inline
function widen<T>(bin: usize, a: v128, b: v128, at: usize): void {
  v128.store(bin, minima<T>(v128.load(bin), a));
  v128.store(bin, minima<T>(v128.load(bin, 16), b), 16);
  if (sizeof<T>() == 8) v128.store(bin, f64x2.pmin(v128.load(bin, 32), v128.load(at, 32)), 32);
}

// @ts-ignore: decorator
@inline
function countOne(at: usize): void {
  store<u32>(at, load<u32>(at) + 1);
}

/** Costs of all planes between the bins of one axis; keeps the best. Of equal ones the first. */
function sweepPlanes<T>(axis: i32, k: u32): void {
  const b = bins + axisBytes * <usize>axis, n = counts + axisCounts * <usize>axis;
  let first = emptyBox<T>(), second = first, third = first;
  let count: u32 = 0;
  for (let bin = k - 1; bin > 0; bin--) {
    const at = b + binBytes<T>() * <usize>bin;
    first = minima<T>(first, v128.load(at));
    second = minima<T>(second, v128.load(at, 16));
    third = thirdMinima<T>(third, at);
    count += load<u32>(n + (<usize>bin << 2));
    store<f64>(above + (<usize>bin << 3), <f64>count * areaOfVectors<T>(first, second, third));
  }
  first = second = third = emptyBox<T>();
  count = 0;
  for (let bin: u32 = 0; bin + 1 < k; bin++) {
    const at = b + binBytes<T>() * <usize>bin;
    first = minima<T>(first, v128.load(at));
    second = minima<T>(second, v128.load(at, 16));
    third = thirdMinima<T>(third, at);
    count += load<u32>(n + (<usize>bin << 2));
    const cost = <f64>count * areaOfVectors<T>(first, second, third) + load<f64>(above + (<usize>(bin + 1) << 3));
    if (cost < bestCost) {
      bestCost = cost;
      bestAxis = axis;
      bestPlane = bin + 1;
    }
  }
}

/** Moves the bins left of the best plane to the front; both sides keep their order. Returns the first position of the right side. */
function partition<T>(first: u32, last: usize): u32 {
  const axis = <usize>bestAxis, plane = <i32>bestPlane;
  const from = load<f64>(low + (axis << 3)), perLength = load<f64>(scale + (axis << 3));
  let right = spare, at = record<T>(first);
  for (; at < last; at += recordBytes<T>()) {
    // The same arithmetic as in `fillBins`, so that both agree to the last bit.
    right = send<T>(at, right, <i32>((placeOf<T>(at, axis) - from) * perLength) >= plane);
  }
  return joinSides<T>(first, leftEnd(at, right), right);
}

/** Writes the box of the bins [from, to) of the best axis to `box`. */
function uniteBins<T>(from: u32, to: u32, box: usize): void {
  const b = bins + axisBytes * <usize>bestAxis;
  let first = emptyBox<T>(), second = first, third = first;
  for (let at = b + binBytes<T>() * <usize>from; at < b + binBytes<T>() * <usize>to; at += binBytes<T>()) {
    first = minima<T>(first, v128.load(at));
    second = minima<T>(second, v128.load(at, 16));
    third = thirdMinima<T>(third, at);
  }
  storeVectors<T>(box, first, second, third);
}
