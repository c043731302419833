import { hitBytes, hitLaneByte } from '../../layouts/query-result';
import { allocate } from '../arena';
import { blockBytes, blockMask, blockRowBytes, blockTrianglesByte, moreBlocks, freeTriangle } from '../../layouts/wide-tree';
import { clearHits, hitCount, hits, isFull, keepHit } from '../hits';
import { along, changeFrame } from './nearest-bounds';
import { columnsByte, highByte, lowByte, padding, recordBytes, records } from './placement';
import { blocksA, blocksB } from './sides';
import { distanceSq, gapAlong, measureTriangles, vectorX, vectorY, vectorZ } from './triangle-distance';

/** Number of blocks of B that are placed together, and their rows: nine of corners, six of boxes, two along the direction of the nearest. */
const maxBlocks: usize = 16;
const rowsBytes: usize = 272;
const lowRow: usize = 144;
const highRow: usize = 192;
const alongRow: usize = 240;
let placedRows: usize = 0;
/** Rows of a block of A, and two triangles of nine f64. */
let rowsA: usize = 0;
let cornersA: usize = 0;
let cornersB: usize = 0;
/** Four lanes each: upper bounds on distances, lower bounds, and the vectors between the nearest corners. */
let bounds: usize = 0;

export let nearestTrianglePairs: u32 = 0;
/** In units of A's frame: the upper bound on the distance so far, its square, and the bound on the error of a distance. */
export let limit: f32 = 0;
export let limitSq: f32 = 0;
let slack: f64 = 0;
/** Whether the direction of the nearest changes, to the next one, when the current leaves are done: their ends along it belong to one direction. */
let isChanged: bool = false;
let nextX: f64 = 0;
let nextY: f64 = 0;
let nextZ: f64 = 0;
/** Factor for the rounding of squares. */
const slackFactor: f32 = 1.00000095367431640625;

export function reserveLeafRows(): bool {
  placedRows = allocate(2 * rowsBytes * maxBlocks + 240);
  rowsA = placedRows + rowsBytes * maxBlocks;
  cornersA = rowsA + rowsBytes * maxBlocks;
  cornersB = cornersA + 80;
  bounds = cornersB + 80;
  return placedRows != 0;
}

export function beginLeaves(): void {
  clearHits();
  nearestTrianglePairs = 0;
  slack = 4 * <f64>padding + 4.76837158203125e-7;
  limit = f32.POSITIVE_INFINITY;
  limitSq = f32.POSITIVE_INFINITY;
  isChanged = false;
}

/** Measures the triangles of two leaves. */
export function measureLeaves(referenceA: i32, referenceB: i32): void {
  const firstA = blocksA + <usize>(referenceA & <i32>blockMask) * blockBytes;
  let blockB = blocksB + <usize>(referenceB & <i32>blockMask) * blockBytes;
  for (;;) {
    const countB = placeBlocks(blockB);
    let blockA = firstA;
    for (;;) {
      const countA = copyBlocks(blockA);
      measureRuns(blockA, countA, blockB, countB);
      blockA += blockBytes * countA;
      if (load<i32>(blockA - blockBytes, blockTrianglesByte) >= 0) break;
    }
    blockB += blockBytes * countB;
    if (load<i32>(blockB - blockBytes, blockTrianglesByte) >= 0) break;
  }
  if (!isChanged) return;
  isChanged = false;
  changeFrame(nextX, nextY, nextZ);
}

/** Writes the rows of the blocks of a leaf of B from one on, at most `maxBlocks`, and returns their number. */
function placeBlocks(first: usize): usize {
  nearestB = f32.POSITIVE_INFINITY;
  let lows = f32x4.splat(nearestB);
  for (let count: usize = 0; ; ) {
    const block = first + blockBytes * count, to = placedRows + rowsBytes * count;
    placeRows(block, to);
    lows = f32x4.pmin(lows, v128.load(to, alongRow));
    count++;
    if (count < maxBlocks && load<i32>(block, blockTrianglesByte) < 0) continue;
    nearestB = min(min(f32x4.extract_lane(lows, 0), f32x4.extract_lane(lows, 1)), min(f32x4.extract_lane(lows, 2), f32x4.extract_lane(lows, 3)));
    return count;
  }
}

/** As `placeBlocks`, for A. */
function copyBlocks(first: usize): usize {
  let highs = f32x4.splat(f32.NEGATIVE_INFINITY);
  for (let count: usize = 0; ; ) {
    const block = first + blockBytes * count, to = rowsA + rowsBytes * count;
    copyRows(block, to);
    highs = f32x4.pmax(highs, v128.load(to, alongRow + 16));
    count++;
    if (count < maxBlocks && load<i32>(block, blockTrianglesByte) < 0) continue;
    nearestA = max(max(f32x4.extract_lane(highs, 0), f32x4.extract_lane(highs, 1)), max(f32x4.extract_lane(highs, 2), f32x4.extract_lane(highs, 3)));
    return count;
  }
}

/** The farthest ends of the placed triangles of A and the nearest of B along the direction of the nearest. */
let nearestA: f32 = 0;
let nearestB: f32 = 0;

/** Returns the max distance of triangles to measure: the errors of both are in it. */
// @ts-ignore: decorator
@inline
function reach(): f32 {
  return (limit + <f32>slack) * slackFactor;
}

/** Measures placed triangles of A and B: those within reach of the other side along the direction of the nearest. */
function measureRuns(blockA: usize, countA: usize, blockB: usize, countB: usize): void {
  if (nearestB - nearestA > reach()) return;
  for (let j: usize = 0; j < countB; j++) {
    const rows = placedRows + rowsBytes * j;
    let lanes = i32x4.bitmask(f32x4.le(v128.load(rows, alongRow), f32x4.splat(nearestA + reach())));
    while (lanes != 0) {
      const lane = <usize>ctz(lanes) << 2;
      lanes &= lanes - 1;
      const b = load<u32>(blockB + blockBytes * j + lane, blockTrianglesByte) & ~moreBlocks;
      if (b != freeTriangle) for (let i: usize = 0; i < countA; i++) measureBlock(blockA + blockBytes * i, rowsA + rowsBytes * i, b, rows + lane);
    }
  }
}

/** Writes the corners of a block of B in A's frame, with errors below `padding`. */
function placeRows(block: usize, to: usize): void {
  for (let axis: usize = 0; axis < 3; axis++) {
    const record = records + recordBytes * axis;
    const d0 = v128.load(record, columnsByte), d1 = v128.load(record, columnsByte + 16), d2 = v128.load(record, columnsByte + 32);
    const offset = f32x4.mul(f32x4.add(v128.load(record, lowByte), v128.load(record, highByte)), f32x4.splat(0.5));
    for (let corner: usize = 0; corner < 3; corner++) {
      const at = block + corner * (3 * blockRowBytes);
      const sum = f32x4.add(f32x4.add(f32x4.mul(v128.load(at), d0), f32x4.mul(v128.load(at, blockRowBytes), d1)), f32x4.mul(v128.load(at, 2 * blockRowBytes), d2));
      v128.store(to + (3 * corner + axis) * blockRowBytes, f32x4.add(sum, offset));
    }
  }
  boundRows(to);
}

function copyRows(block: usize, to: usize): void {
  for (let at: usize = 0; at < lowRow; at += 16) v128.store(to + at, v128.load(block + at));
  boundRows(to);
}

/** Writes the boxes of four triangles after their corners, and their ends along the direction of the nearest. */
function boundRows(rows: usize): void {
  for (let axis: usize = 0; axis < 48; axis += 16) {
    const a = v128.load(rows + axis), b = v128.load(rows + axis, 48), c = v128.load(rows + axis, 96);
    v128.store(rows + axis, f32x4.pmin(f32x4.pmin(a, b), c), lowRow);
    v128.store(rows + axis, f32x4.pmax(f32x4.pmax(a, b), c), highRow);
  }
  const record = records + recordBytes * along;
  const x = v128.load(record), y = v128.load(record, 16), z = v128.load(record, 32);
  const a = project(rows, x, y, z), b = project(rows + 48, x, y, z), c = project(rows + 96, x, y, z);
  v128.store(rows, f32x4.pmin(f32x4.pmin(a, b), c), alongRow);
  v128.store(rows, f32x4.pmax(f32x4.pmax(a, b), c), alongRow + 16);
}

// @ts-ignore: decorator
@inline
function project(corner: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(v128.load(corner), x), f32x4.mul(v128.load(corner, 16), y)), f32x4.mul(v128.load(corner, 32), z));
}

// @ts-ignore: decorator
@inline
function rowsGap(four: usize, one: usize, low: usize, high: usize): v128 {
  return f32x4.pmax(
    f32x4.pmax(f32x4.sub(v128.load(four + low), v128.load32_splat(one + high)), f32x4.sub(v128.load32_splat(one + low), v128.load(four + high))), f32x4.splat(0),
  );
}

/** Tests four triangles of A against one of B, and measures one by one those whose boxes are not too far apart. */
function measureBlock(blockA: usize, rows: usize, b: u32, one: usize): void {
  nearestTrianglePairs += 4;
  const w = f32x4.sub(v128.load32_splat(one, alongRow), v128.load(rows, alongRow + 16));
  const near = f32x4.le(w, f32x4.splat(reach()));
  // False for the NaN of free places.
  if (!v128.any_true(near)) return;
  const x = rowsGap(rows, one, lowRow, highRow), y = rowsGap(rows, one, lowRow + 16, highRow + 16), z = rowsGap(rows, one, lowRow + 32, highRow + 32);
  const apartSq = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  const close = v128.and(near, f32x4.le(apartSq, f32x4.splat(reach() * reach() * slackFactor)));
  if (v128.any_true(close)) measureCorners(blockA, rows, b, one, close);
}

/**
 * Bounds the distances of up to four triangles of A to one of B: from above by the nearest corners, from below by the gap along the vector between
 * these. Where corners are nearest, as mostly, the two bounds agree. Only the others are measured in f64.
 */
function measureCorners(blockA: usize, rows: usize, b: u32, one: usize, close: v128): void {
  let square = f32x4.splat(f32.POSITIVE_INFINITY), x = f32x4.splat(0), y = x, z = x;
  for (let q: usize = 0; q < lowRow; q += 48) {
    const qx = v128.load32_splat(one + q), qy = v128.load32_splat(one + q, 16), qz = v128.load32_splat(one + q, 32);
    for (let p: usize = 0; p < lowRow; p += 48) {
      const dx = f32x4.sub(qx, v128.load(rows + p)), dy = f32x4.sub(qy, v128.load(rows + p, 16)), dz = f32x4.sub(qz, v128.load(rows + p, 32));
      const sum = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
      const isCloser = f32x4.lt(sum, square);
      square = f32x4.pmin(square, sum);
      x = v128.bitselect(dx, x, isCloser);
      y = v128.bitselect(dy, y, isCloser);
      z = v128.bitselect(dz, z, isCloser);
    }
  }
  // Free places have NaN corners.
  const uppers = f32x4.sqrt(square);
  const low = f32x4.pmin(f32x4.pmin(dot(one, x, y, z), dot(one + 48, x, y, z)), dot(one + 96, x, y, z));
  const high = f32x4.pmax(f32x4.pmax(project(rows, x, y, z), project(rows + 48, x, y, z)), project(rows + 96, x, y, z));
  const lowers = f32x4.sub(f32x4.div(f32x4.sub(low, high), uppers), f32x4.splat(<f32>slack));
  v128.store(bounds, uppers);
  v128.store(bounds, lowers, 16);
  v128.store(bounds, x, 32);
  v128.store(bounds, y, 48);
  v128.store(bounds, z, 64);
  let bits = i32x4.bitmask(v128.and(close, f32x4.lt(square, f32x4.splat(f32.POSITIVE_INFINITY))));
  for (let rest = bits; rest != 0; rest &= rest - 1) {
    const lane = bounds + (<usize>ctz(rest) << 2);
    lowerLimit(<f64>load<f32>(lane), <f64>load<f32>(lane, 32), <f64>load<f32>(lane, 48), <f64>load<f32>(lane, 64));
  }
  while (bits != 0) {
    const lane = <usize>ctz(bits) << 2;
    bits &= bits - 1;
    const lower = load<f32>(bounds + lane, 16), upper = load<f32>(bounds + lane);
    if (lower > limit) continue;
    const a = load<u32>(blockA + lane, blockTrianglesByte) & ~moreBlocks;
    if (upper - lower <= 2 * <f32>slack) keepPair(a, b, <f64>max<f32>(lower, 0));
    else measurePair(a, rows + lane, b, one);
  }
}

// @ts-ignore: decorator
@inline
function dot(one: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(v128.load32_splat(one), x), f32x4.mul(v128.load32_splat(one, 16), y)), f32x4.mul(v128.load32_splat(one, 32), z));
}

function keepPair(a: u32, b: u32, lower: f64): void {
  keepHit(a, lower);
  if (!isFull) store<u32>(hits + hitBytes * <usize>(hitCount - 1), b, hitLaneByte);
}

/** Lowers the limit to an upper bound on the distance of some triangles. */
export function limitTo(bound: f32): void {
  const lowered = (bound + <f32>slack) * slackFactor;
  if (!(lowered < limit)) return;
  limit = lowered;
  limitSq = lowered * lowered * slackFactor;
}

/** Lowers the limit to a measured distance between points, if it is shorter, and takes the vector between them as the next direction. */
function lowerLimit(distance: f64, x: f64, y: f64, z: f64): void {
  if (distance + slack >= <f64>limit) return;
  limit = <f32>(distance + slack) * slackFactor;
  limitSq = limit * limit * slackFactor;
  if (!(distance > 16 * slack)) return;
  nextX = x / distance;
  nextY = y / distance;
  nextZ = z / distance;
  isChanged = true;
}

function measurePair(a: u32, laneA: usize, b: u32, laneB: usize): void {
  const p = cornersA, q = cornersB;
  for (let row: usize = 0; row < 9; row++) {
    store<f64>(p + 8 * row, <f64>load<f32>(laneA + 16 * row));
    store<f64>(q + 8 * row, <f64>load<f32>(laneB + 16 * row));
  }
  measureTriangles(p, q);
  const distance = sqrt(distanceSq);
  const gap = gapAlong(p, q);
  // NaN gives no bound.
  const lower = gap > slack ? gap - slack : 0;
  if (lower > <f64>limit) return;
  keepPair(a, b, lower);
  lowerLimit(distance, vectorX, vectorY, vectorZ);
}
