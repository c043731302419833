import { allocate } from '../arena';
import { countByte, primitiveBytes, wordOffset } from './primitives';
import { halfArea, setBox } from './range';

/** Number of bins on each axis for a large range; small ranges have half as many. There is a plane between two bins. */
export const maxBins: i32 = 16;
const binBytes: usize = 32;
const axisBytes: usize = 16 * 32;
const axisCounts: usize = 16 * 4;

/** For each axis and bin: f32x4 min and max of the boxes. Then for each axis and bin a u32 count; then the f32 costs of one axis. */
let bins: usize = 0;
let counts: usize = 0;
let costs: usize = 0;

/** The best plane so far: the bins below it are the left side. The axis is below 0 where there is none. */
export let bestAxis: i32 = 0;
export let bestPlane: i32 = 0;
let bestCost: f32 = 0;

export function makeBins(): bool {
  bins = allocate(3 * axisBytes + 3 * axisCounts + axisCounts);
  counts = bins + 3 * axisBytes;
  costs = counts + 3 * axisCounts;
  return bins != 0;
}

/** Finds the best of `k` − 1 planes on each axis for the records [from, end). Their centres begin at `low`; `factor` maps them to bins. */
export function chooseSplit(from: usize, end: usize, low: v128, extent: v128, factor: v128, k: i32): void {
  bestCost = f32.POSITIVE_INFINITY;
  bestAxis = -1;
  clearBins(k);
  fillBins(from, end, low, factor, k);
  if (f32x4.extract_lane(extent, 0) > 0) sweepBins(0, k);
  if (f32x4.extract_lane(extent, 1) > 0) sweepBins(1, k);
  if (f32x4.extract_lane(extent, 2) > 0) sweepBins(2, k);
}

function clearBins(k: i32): void {
  const min = f32x4.splat(f32.POSITIVE_INFINITY), max = f32x4.splat(f32.NEGATIVE_INFINITY);
  for (let axis: usize = 0; axis < 3; axis++) {
    let at = bins + axis * axisBytes;
    const end = at + binBytes * <usize>k;
    for (; at < end; at += binBytes) {
      v128.store(at, min);
      v128.store(at, max, 16);
    }
  }
  for (let at = counts; at < counts + 3 * axisCounts; at += 16) v128.store(at, i64x2.splat(0));
}

function fillBins(from: usize, end: usize, low: v128, factor: v128, k: i32): void {
  const last = i32x4.splat(k - 1);
  const binsX = bins, binsY = bins + axisBytes, binsZ = bins + 2 * axisBytes;
  const countsX = counts, countsY = counts + axisCounts, countsZ = counts + 2 * axisCounts;
  for (let at = from; at < end; at += primitiveBytes) {
    const min = v128.load(at), max = v128.load(at, 16);
    const count = load<u32>(at, countByte) - wordOffset;
    const bin = i32x4.min_s(i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(f32x4.add(min, max), low), factor)), last);
    const x = <usize>i32x4.extract_lane(bin, 0), y = <usize>i32x4.extract_lane(bin, 1), z = <usize>i32x4.extract_lane(bin, 2);
    widen(binsX + (x << 5), min, max);
    widen(binsY + (y << 5), min, max);
    widen(binsZ + (z << 5), min, max);
    store<u32>(countsX + (x << 2), load<u32>(countsX + (x << 2)) + count);
    store<u32>(countsY + (y << 2), load<u32>(countsY + (y << 2)) + count);
    store<u32>(countsZ + (z << 2), load<u32>(countsZ + (z << 2)) + count);
  }
}

// @ts-ignore: decorator
@inline
function widen(bin: usize, min: v128, max: v128): void {
  v128.store(bin, f32x4.pmin(v128.load(bin), min));
  v128.store(bin, f32x4.pmax(v128.load(bin, 16), max), 16);
}

/** The cost of a leaf for a ray is its number of blocks, not of triangles, so leaves come out full. (By triangles rays took 5 to 20 % longer.) */
// @ts-ignore: decorator
@inline
function blocksOf(count: u32): f32 {
  return <f32>((count + 3) >> 2);
}

function sweepBins(axis: i32, k: i32): void {
  const b = bins + axisBytes * <usize>axis, c = counts + axisCounts * <usize>axis;
  let min = f32x4.splat(f32.POSITIVE_INFINITY), max = f32x4.splat(f32.NEGATIVE_INFINITY);
  let count: u32 = 0;
  for (let i = k - 1; i > 0; i--) {
    min = f32x4.pmin(min, v128.load(b + (i << 5)));
    max = f32x4.pmax(max, v128.load(b + (i << 5), 16));
    count += load<u32>(c + (i << 2));
    store<f32>(costs + (i << 2), count == 0 ? f32.POSITIVE_INFINITY : halfArea(min, max) * blocksOf(count));
  }
  min = f32x4.splat(f32.POSITIVE_INFINITY);
  max = f32x4.splat(f32.NEGATIVE_INFINITY);
  count = 0;
  for (let i = 0; i < k - 1; i++) {
    min = f32x4.pmin(min, v128.load(b + (i << 5)));
    max = f32x4.pmax(max, v128.load(b + (i << 5), 16));
    count += load<u32>(c + (i << 2));
    if (count == 0) continue;
    const cost = halfArea(min, max) * blocksOf(count) + load<f32>(costs + ((i + 1) << 2));
    if (cost < bestCost) {
      bestCost = cost;
      bestAxis = axis;
      bestPlane = i + 1;
    }
  }
}

/** Writes the box of the bins [from, to) of the best axis to a range and returns their count. */
export function uniteBins(from: i32, to: i32, range: usize): u32 {
  const b = bins + axisBytes * <usize>bestAxis, c = counts + axisCounts * <usize>bestAxis;
  let min = f32x4.splat(f32.POSITIVE_INFINITY), max = f32x4.splat(f32.NEGATIVE_INFINITY);
  let count: u32 = 0;
  for (let i = from; i < to; i++) {
    min = f32x4.pmin(min, v128.load(b + (i << 5)));
    max = f32x4.pmax(max, v128.load(b + (i << 5), 16));
    count += load<u32>(c + (i << 2));
  }
  setBox(range, min, max);
  return count;
}
