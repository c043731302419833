import { allocate } from '../arena';
import { indices } from '../mesh';
import { areFiniteOf, highOf, highZOf, lowOf, lowZOf, vertexOf, xyOf } from './corners';
import { boxBytes } from './box';
import { setOrder } from './limits';
import { isNarrow, narrowVertices } from './narrow';
import { beginCount, countBoxes, written } from './records';
import { sortCells } from './sort-cells';

/** Cells on each axis: 20 bits of a code of 60. */
const cells: f64 = 1048576;
const lowBits: u64 = 30;
const lowMask: u64 = (1 << 30) - 1;
/** The higher 30 bits of a code, and the triangle. */
const pairBytes: usize = 8;

/** u64 by position along the curve: the Morton codes of the centres. */
export let codes: usize = 0;

let triangles: u32 = 0;
let pairs: usize = 0;
/** Where 16 bytes per triangle were used to sort. */
export let curveMemory: usize = 0;
/** u32 by triangle: the lower bits of its code. */
let lows: usize = 0;
/** f64 min x, y, z and max x, y, z of the centres. */
let centres: usize = 0;

/** Reserves memory to sort a mesh of this many triangles, instead of `reserveRecords`; false without memory. */
export function reserveCurve(count: u32): bool {
  narrowVertices();
  triangles = count;
  centres = allocate(boxBytes);
  pairs = allocate(2 * pairBytes * <usize>count);
  curveMemory = pairs;
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
  return isNarrow ? measure<f32>(first, end) : measure<f64>(first, end);
}

function measure<T>(first: u32, end: u32): u32 {
  let low = f64x2.splat(f64.POSITIVE_INFINITY), high = f64x2.splat(f64.NEGATIVE_INFINITY);
  let lowZ = low, highZ = high;
  let lowCentre = v128.load(centres), highCentre = v128.load(centres, 24);
  let lowCentreZ = v128.load64_splat(centres, 16), highCentreZ = v128.load64_splat(centres, 40);
  let count: u32 = 0;
  for (let t = first; t < end; t++) {
    const corners = indices + 12 * <usize>t;
    const a = vertexOf<T>(corners), b = vertexOf<T>(corners + 4), c = vertexOf<T>(corners + 8);
    if (!areFiniteOf<T>(a, b, c)) continue;
    const least = lowOf<T>(a, b, c), most = highOf<T>(a, b, c);
    const ownLow = xyOf<T>(least), ownHigh = xyOf<T>(most);
    const ownLowZ = lowZOf<T>(least, a, b, c), ownHighZ = highZOf<T>(most, a, b, c);
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
  if (isNarrow) writeCodes<f32>();
  else writeCodes<f64>();
  const other = pairs + pairBytes * <usize>written;
  const sorted = sortCells(pairs, other, written, lows);
  if (sorted == 0) return false;
  codes = sorted == pairs ? other : pairs;
  for (let i: u32 = 0; i < written; i++) {
    const pair = load<u64>(sorted + (<usize>i << 3));
    const triangle = <u32>(pair >> 32);
    store<u64>(codes + (<usize>i << 3), ((pair & 0xffff_ffff) << lowBits) | <u64>load<u32>(lows + (<usize>triangle << 2)));
    setOrder(i, triangle);
  }
  return true;
}

function writeCodes<T>(): void {
  const lowX = load<f64>(centres), lowY = load<f64>(centres, 8), lowZ = load<f64>(centres, 16);
  const longest = max(load<f64>(centres, 24) - lowX, max(load<f64>(centres, 32) - lowY, load<f64>(centres, 40) - lowZ));
  // Slightly less than the cells per length, so that the largest centre falls into the last cell.
  const scale = (cells * (1 - 1e-9)) / longest;
  const perLength = scale < f64.POSITIVE_INFINITY ? scale : 0;
  let pair = pairs;
  for (let t: u32 = 0; t < triangles; t++) {
    const corners = indices + 12 * <usize>t;
    const a = vertexOf<T>(corners), b = vertexOf<T>(corners + 4), c = vertexOf<T>(corners + 8);
    if (!areFiniteOf<T>(a, b, c)) continue;
    const low = lowOf<T>(a, b, c), high = highOf<T>(a, b, c);
    const centre = between(xyOf<T>(low), xyOf<T>(high)), centreZ = between(lowZOf<T>(low, a, b, c), highZOf<T>(high, a, b, c));
    const x = <i32>((f64x2.extract_lane(centre, 0) - lowX) * perLength);
    const y = <i32>((f64x2.extract_lane(centre, 1) - lowY) * perLength);
    const z = <i32>((f64x2.extract_lane(centreZ, 0) - lowZ) * perLength);
    const code = (spread(x) << 2) | (spread(y) << 1) | spread(z);
    store<u64>(pair, (code >> lowBits) | (<u64>t << 32));
    store<u32>(lows + (<usize>t << 2), <u32>(code & lowMask));
    pair += pairBytes;
  }
}

/** Returns the lower 20 bits of a number with two zeros in front of each. */
// @ts-ignore: decorator
@inline
function spread(bits: i32): u64 {
  let b = <u64>(<u32>bits);
  b = (b | (b << 32)) & 0x001f_0000_0000_ffff;
  b = (b | (b << 16)) & 0x001f_0000_ff00_00ff;
  b = (b | (b << 8)) & 0x100f_00f0_0f00_f00f;
  b = (b | (b << 4)) & 0x10c3_0c30_c30c_30c3;
  return (b | (b << 2)) & 0x1249_2492_4924_9249;
}

/** Returns the centre of a side, as that of a record. */
// @ts-ignore: decorator
@inline
function between(low: v128, high: v128): v128 {
  const half = f64x2.splat(0.5);
  return f64x2.add(f64x2.mul(low, half), f64x2.mul(high, half));
}
