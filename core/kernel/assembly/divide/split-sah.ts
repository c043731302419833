import { allocate } from '../arena';
import { boxBytes, centreOf, halfArea, record, recordBytes, spare } from './records';
import { joinSides, leftBox, rightBox, send, setSplit, splitHalf } from './split';

const maxBins: u32 = 16;
const axisBytes: usize = 16 * 48;
const axisCounts: usize = 16 * 4;

/** For each axis and bin the box of its triangles; then for each axis and bin a u32 count; then the f64 costs above each plane of one axis. */
let bins: usize = 0;
let counts: usize = 0;
let above: usize = 0;
/** f64 of each axis: the smallest centre, and bins per length, 0 where all centres are equal. */
let low: usize = 0;
let scale: usize = 0;
/** The best plane so far: its cost in area times triangles, the first bin on its right side, and its axis, −1 for none. */
let bestCost: f64 = 0;
let bestPlane: u32 = 0;
let bestAxis: i32 = -1;

export function reserveBins(): bool {
  bins = allocate(3 * axisBytes + 3 * axisCounts + 8 * 16 + 2 * 32);
  counts = bins + 3 * axisBytes;
  above = counts + 3 * axisCounts;
  low = above + 8 * 16;
  scale = low + 32;
  return bins != 0;
}

/** Divides the records [first, end) by binned SAH, with the numbers of `core/tree/splits/split-sah.ts` to the last bit. `box` is their box. */
export function splitSah(box: usize, first: u32, end: u32): void {
  const count = end - first;
  const k = count > 64 ? maxBins : count > 16 ? 8 : min<u32>(6, count);
  const from = record(first), last = record(end);
  measureCentres(from, last, k);
  clearBins(k);
  fillBins(from, last);
  bestCost = f64.POSITIVE_INFINITY;
  bestAxis = -1;
  for (let axis: i32 = 0; axis < 3; axis++) if (load<f64>(scale + (<usize>axis << 3)) > 0) sweepPlanes(axis, k);
  if (bestAxis < 0) {
    splitHalf(box, first, end);
    return;
  }
  setSplit(partition(first, last), <u32>bestAxis);
  uniteBins(0, bestPlane, leftBox);
  uniteBins(bestPlane, k, rightBox);
}

/** Finds the range of the centres on each axis. */
function measureCentres(from: usize, last: usize, k: u32): void {
  const half = f64x2.splat(0.5);
  let lowXY = f64x2.splat(f64.POSITIVE_INFINITY), highXY = f64x2.splat(f64.NEGATIVE_INFINITY);
  let lowZ = f64.POSITIVE_INFINITY, highZ = f64.NEGATIVE_INFINITY;
  for (let at = from; at < last; at += recordBytes) {
    const xy = centresXY(at, half), z = centreOf(at, 2);
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

// @ts-ignore: decorator
@inline
function centresXY(at: usize, half: v128): v128 {
  // −max x and −max y are not neighbours in a multiple of 16 bytes.
  return f64x2.sub(f64x2.mul(v128.load(at), half), f64x2.mul(v128.load(at, 24), half));
}

/** Returns slightly less than `k` / extent, so that the largest centre falls into the last bin. */
function binsPerLength(k: u32, extent: f64): f64 {
  const perLength = (<f64>k * (1 - 1e-9)) / extent;
  return perLength < f64.POSITIVE_INFINITY ? perLength : 0;
}

function clearBins(k: u32): void {
  const none = f64x2.splat(f64.POSITIVE_INFINITY);
  for (let axis: usize = 0; axis < 3; axis++) {
    const from = bins + axis * axisBytes;
    for (let at = from; at < from + boxBytes * <usize>k; at += 16) v128.store(at, none);
  }
  memory.fill(counts, 0, 3 * axisCounts);
}

function fillBins(from: usize, last: usize): void {
  const half = f64x2.splat(0.5);
  const lowXY = v128.load(low), scaleXY = v128.load(scale);
  const lowZ = load<f64>(low, 16), scaleZ = load<f64>(scale, 16);
  const binsY = bins + axisBytes, binsZ = bins + 2 * axisBytes;
  const countsY = counts + axisCounts, countsZ = counts + 2 * axisCounts;
  for (let at = from; at < last; at += recordBytes) {
    const bin = i32x4.trunc_sat_f64x2_s_zero(f64x2.mul(f64x2.sub(centresXY(at, half), lowXY), scaleXY));
    const x = <usize>i32x4.extract_lane(bin, 0), y = <usize>i32x4.extract_lane(bin, 1);
    const z = <usize><i32>((centreOf(at, 2) - lowZ) * scaleZ);
    const a = v128.load(at), b = v128.load(at, 16), c = v128.load(at, 32);
    widen(bins + boxBytes * x, a, b, c);
    widen(binsY + boxBytes * y, a, b, c);
    widen(binsZ + boxBytes * z, a, b, c);
    countOne(counts + (x << 2));
    countOne(countsY + (y << 2));
    countOne(countsZ + (z << 2));
  }
}

// @ts-ignore: decorator
@inline
function widen(bin: usize, a: v128, b: v128, c: v128): void {
  v128.store(bin, f64x2.pmin(v128.load(bin), a));
  v128.store(bin, f64x2.pmin(v128.load(bin, 16), b), 16);
  v128.store(bin, f64x2.pmin(v128.load(bin, 32), c), 32);
}

// @ts-ignore: decorator
@inline
function countOne(at: usize): void {
  store<u32>(at, load<u32>(at) + 1);
}

/** Costs of all planes between the bins of one axis; keeps the best. Of equal ones the first. */
function sweepPlanes(axis: i32, k: u32): void {
  const b = bins + axisBytes * <usize>axis, n = counts + axisCounts * <usize>axis;
  let first = f64x2.splat(f64.POSITIVE_INFINITY), second = first, third = first;
  let count: u32 = 0;
  for (let bin = k - 1; bin > 0; bin--) {
    const at = b + boxBytes * <usize>bin;
    first = f64x2.pmin(first, v128.load(at));
    second = f64x2.pmin(second, v128.load(at, 16));
    third = f64x2.pmin(third, v128.load(at, 32));
    count += load<u32>(n + (<usize>bin << 2));
    store<f64>(above + (<usize>bin << 3), <f64>count * halfArea(first, second, third));
  }
  first = second = third = f64x2.splat(f64.POSITIVE_INFINITY);
  count = 0;
  for (let bin: u32 = 0; bin + 1 < k; bin++) {
    const at = b + boxBytes * <usize>bin;
    first = f64x2.pmin(first, v128.load(at));
    second = f64x2.pmin(second, v128.load(at, 16));
    third = f64x2.pmin(third, v128.load(at, 32));
    count += load<u32>(n + (<usize>bin << 2));
    const cost = <f64>count * halfArea(first, second, third) + load<f64>(above + (<usize>(bin + 1) << 3));
    if (cost < bestCost) {
      bestCost = cost;
      bestAxis = axis;
      bestPlane = bin + 1;
    }
  }
}

/** Moves the bins left of the best plane to the front; both sides keep their order. Returns the first position of the right side. */
function partition(first: u32, last: usize): u32 {
  const axis = <usize>bestAxis, plane = <i32>bestPlane;
  const from = load<f64>(low + (axis << 3)), perLength = load<f64>(scale + (axis << 3));
  let left = record(first), right = spare;
  for (let at = left; at < last; at += recordBytes) {
    // The same arithmetic as in `fillBins`, so that both agree to the last bit.
    const isRight = <usize>(<i32>((centreOf(at, axis) - from) * perLength) >= plane);
    send(at, left, right);
    right += recordBytes * isRight;
    left += recordBytes * (1 - isRight);
  }
  return joinSides(first, left, right);
}

/** Writes the box of the bins [from, to) of the best axis to `box`. */
function uniteBins(from: u32, to: u32, box: usize): void {
  const b = bins + axisBytes * <usize>bestAxis;
  let first = f64x2.splat(f64.POSITIVE_INFINITY), second = first, third = first;
  for (let at = b + boxBytes * <usize>from; at < b + boxBytes * <usize>to; at += boxBytes) {
    first = f64x2.pmin(first, v128.load(at));
    second = f64x2.pmin(second, v128.load(at, 16));
    third = f64x2.pmin(third, v128.load(at, 32));
  }
  v128.store(box, first);
  v128.store(box, second, 16);
  v128.store(box, third, 32);
}
