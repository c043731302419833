import { walkGoesOn, walkIsDone, walkOutOfMemory } from '../../layouts/pair';
import { hitBytes, hitLaneByte } from '../../layouts/query-result';
import { allocate } from '../arena';
import {
  blockBytes, blockMask, blockRowBytes, blockTrianglesByte, moreBlocks, freeTriangle,
} from '../../layouts/wide-tree';
import { clearHits, dropHitsBeyond, hitCount, hits, isFull, keepHit } from '../hits';
import { intervalBytes, intervalsA, intervalsB, projectOpened } from './intervals';
import { addDirection, columnsByte, directions, highByte, lowByte, padding, recordBytes, records, setDirection } from './placement';
import { blocksA, blocksB, nodeOf, nodesA, nodesB, openedBase, openedCount, opensA, opensB, referenceAt, rootSlot, whichOpen } from './sides';
import { distanceSq, gapAlong, measureTriangles, vectorX, vectorY, vectorZ } from './triangle-distance';

/** The stack of pairs: i32 slot of A, i32 slot of B, f32 squared lower bound on their distance; of pairs found together the nearest is on top. */
let stack: usize = 0;
let top: usize = 0;
const entryBytes: usize = 16;
/** Eight squares. */
let squares: usize = 0;
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

export let nearestNodePairs: u32 = 0;
export let nearestTrianglePairs: u32 = 0;
/** In units of A's frame: the upper bound on the distance so far, its square, and the bound on the error of a distance. */
let limit: f32 = 0;
let limitSq: f32 = 0;
let slack: f64 = 0;
/** Whether the axes of B are perpendicular, so that the squares of gaps along them add up. */
let arePerpendicular: bool = false;
/** Index of the direction between the nearest points so far: it separates boxes best. */
let along: usize = 0;
/** Whether that direction changes, to the next one, when the current leaves are done: their ends along it belong to one direction. */
let isChanged: bool = false;
let nextX: f64 = 0;
let nextY: f64 = 0;
let nextZ: f64 = 0;
/** Factors for the rounding of squares, and of directions whose length is not exactly 1. */
const narrowFactor: f32 = 0.99999904632568359375;
const slackFactor: f32 = 1.00000095367431640625;
/** Max number of candidates to decide one by one, and the number from which on they are reduced. */
const maxCandidates: u32 = 65536;
const manyCandidates: u32 = 4096;

export function reserveNearest(levels: u32): bool {
  const length = entryBytes * (64 * <usize>levels + 64);
  stack = allocate(length + 32 + rowsBytes * (maxBlocks + 1) + 160);
  squares = stack + length;
  placedRows = squares + 32;
  rowsA = placedRows + rowsBytes * maxBlocks;
  cornersA = rowsA + rowsBytes;
  cornersB = cornersA + 80;
  return stack != 0;
}

/** Begins the search for the nearest triangles; (x, y, z), of length 1, is the approximate direction from A to B. */
export function beginNearest(x: f64, y: f64, z: f64, areAxesPerpendicular: bool): void {
  clearHits();
  nearestNodePairs = 1;
  nearestTrianglePairs = 0;
  arePerpendicular = areAxesPerpendicular;
  slack = 4 * <f64>padding + 4.76837158203125e-7;
  limit = f32.POSITIVE_INFINITY;
  limitSq = f32.POSITIVE_INFINITY;
  along = addDirection(x, y, z);
  isChanged = false;
  top = stack;
  store<i32>(top, rootSlot);
  store<i32>(top, rootSlot, 4);
  store<f32>(top, 0, 8);
  top += entryBytes;
}

/** Continues for about `effort` tests. At the end the pairs that may be nearest are the hits, u32 of A, u32 of B: mostly few. */
export function stepNearest(effort: u32): i32 {
  const end = nearestNodePairs + nearestTrianglePairs + effort;
  while (top > stack) {
    top -= entryBytes;
    if (load<f32>(top, 8) > limitSq) continue;
    const a = load<i32>(top), b = load<i32>(top, 4);
    const referenceA = referenceAt(nodesA, a), referenceB = referenceAt(nodesB, b);
    const boxA = nodeOf(nodesA, a) + (<usize>(a & 7) << 2), boxB = nodeOf(nodesB, b) + (<usize>(b & 7) << 2);
    if (referenceA < 0 && referenceB < 0) {
      measureLeaves(referenceA, referenceB);
      if (hitCount > manyCandidates) dropHitsBeyond(<f64>limit);
      if (isFull || hitCount > maxCandidates) return walkOutOfMemory;
    } else {
      open(a, referenceA, b, referenceB, whichOpen(referenceA, boxA, referenceB, boxB));
    }
    if (<i32>(nearestNodePairs + nearestTrianglePairs - end) >= 0) return walkGoesOn;
  }
  dropHitsBeyond(<f64>limit);
  return walkIsDone;
}

function open(slotA: i32, referenceA: i32, slotB: i32, referenceB: i32, opened: i32): void {
  const baseA = openedBase(opened & opensA, slotA, referenceA), baseB = openedBase(opened & opensB, slotB, referenceB);
  const countA = openedCount(opened & opensA, nodesA, baseA), countB = openedCount(opened & opensB, nodesB, baseB);
  projectOpened(opened, baseA, baseB);
  nearestNodePairs += countA * countB;
  const first = top;
  if (countA >= countB) {
    for (let i: u32 = 0; i < countB; i++) keepNear(first, measureBoxes(intervalsA, intervalsB, i) & ((1 << countA) - 1), baseA, 1, baseB + i, 0);
  } else {
    for (let i: u32 = 0; i < countA; i++) keepNear(first, measureBoxes(intervalsB, intervalsA, i) & ((1 << countB) - 1), baseA + i, 0, baseB, 1);
  }
}

const highEnd: usize = 32;

// @ts-ignore: decorator
@inline
function gapSq(eight: usize, one: usize, at: usize): v128 {
  const gap = f32x4.pmax(
    f32x4.pmax(f32x4.sub(v128.load(eight + at), v128.load32_splat(one + at, highEnd)), f32x4.sub(v128.load32_splat(one + at), v128.load(eight + at, highEnd))),
    f32x4.splat(0),
  );
  return f32x4.mul(gap, gap);
}

/** Returns squared lower bounds on the distances of four boxes to one: the largest of those along the axes of A, those of B, and the direction of the nearest. */
// @ts-ignore: decorator
@inline
function boxesApartSq(eight: usize, one: usize): v128 {
  const ofA = f32x4.add(f32x4.add(gapSq(eight, one, 0), gapSq(eight, one, intervalBytes)), gapSq(eight, one, 2 * intervalBytes));
  let apart = f32x4.pmax(ofA, gapSq(eight, one, intervalBytes * along));
  let ofB = f32x4.splat(0);
  for (let at: usize = intervalBytes * 3; at < intervalBytes * along; at += intervalBytes) {
    const square = gapSq(eight, one, at);
    ofB = arePerpendicular ? f32x4.add(ofB, square) : f32x4.pmax(ofB, square);
  }
  apart = f32x4.pmax(apart, ofB);
  return f32x4.mul(apart, f32x4.splat(narrowFactor));
}

/** Stores the squares for eight boxes and one, and returns the boxes within the limit, a bit each. */
function measureBoxes(eight: usize, other: usize, lane: usize): i32 {
  const one = other + 4 * lane;
  const first = boxesApartSq(eight, one), second = boxesApartSq(eight + 16, one);
  v128.store(squares, first);
  v128.store(squares, second, 16);
  const limits = f32x4.splat(limitSq);
  return i32x4.bitmask(f32x4.le(first, limits)) | (i32x4.bitmask(f32x4.le(second, limits)) << 4);
}

function keepNear(first: usize, bits: i32, a: i32, stepA: i32, b: i32, stepB: i32): void {
  while (bits != 0) {
    const lane = ctz(bits);
    bits &= bits - 1;
    const key = load<f32>(squares + (<usize>lane << 2));
    let at = top;
    while (at > first && load<f32>(at - entryBytes, 8) < key) {
      v128.store(at, v128.load(at - entryBytes));
      at -= entryBytes;
    }
    store<i32>(at, a + stepA * lane);
    store<i32>(at, b + stepB * lane, 4);
    store<f32>(at, key, 8);
    top += entryBytes;
  }
}

function measureLeaves(referenceA: i32, referenceB: i32): void {
  const firstA = blocksA + <usize>(referenceA & <i32>blockMask) * blockBytes;
  let blockB = blocksB + <usize>(referenceB & <i32>blockMask) * blockBytes;
  for (;;) {
    const firstB = blockB;
    let count: usize = 0;
    let isLast = false;
    while (count < maxBlocks && !isLast) {
      placeRows(blockB, placedRows + rowsBytes * count);
      isLast = load<i32>(blockB, blockTrianglesByte) >= 0;
      blockB += blockBytes;
      count++;
    }
    let blockA = firstA;
    for (;;) {
      copyRows(blockA);
      for (let i: usize = 0; i < count; i++) measureBlocks(blockA, firstB + blockBytes * i, placedRows + rowsBytes * i);
      if (load<i32>(blockA, blockTrianglesByte) >= 0) break;
      blockA += blockBytes;
    }
    if (isLast) break;
  }
  if (!isChanged) return;
  isChanged = false;
  setDirection(along, nextX, nextY, nextZ);
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

function copyRows(block: usize): void {
  memory.copy(rowsA, block, lowRow);
  boundRows(rowsA);
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
function rowsGap(one: usize, low: usize, high: usize): v128 {
  const p = rowsA;
  return f32x4.pmax(
    f32x4.pmax(f32x4.sub(v128.load(p + low), v128.load32_splat(one + high)), f32x4.sub(v128.load32_splat(one + low), v128.load(p + high))), f32x4.splat(0),
  );
}

/** Tests four triangles of A against four of B, and measures one by one those whose boxes are not too far apart. */
function measureBlocks(blockA: usize, blockB: usize, rows: usize): void {
  for (let lane: usize = 0; lane < 4; lane++) {
    const b = load<u32>(blockB + 4 * lane, blockTrianglesByte) & ~moreBlocks;
    if (b == freeTriangle) return;
    nearestTrianglePairs += 4;
    const one = rows + 4 * lane;
    const x = rowsGap(one, lowRow, highRow), y = rowsGap(one, lowRow + 16, highRow + 16), z = rowsGap(one, lowRow + 32, highRow + 32);
    const w = rowsGap(one, alongRow, alongRow + 16);
    const apartSq = f32x4.pmax(f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z)), f32x4.mul(w, w));
    const reach = (limit + <f32>slack) * slackFactor;
    // False for the NaN of free places.
    let bits = i32x4.bitmask(f32x4.le(apartSq, f32x4.splat(reach * reach * slackFactor)));
    while (bits != 0) {
      const other = <usize>ctz(bits);
      bits &= bits - 1;
      const a = load<u32>(blockA + 4 * other, blockTrianglesByte) & ~moreBlocks;
      if (a != freeTriangle) measurePair(a, 4 * other, b, one);
    }
  }
}

function measurePair(a: u32, laneA: usize, b: u32, laneB: usize): void {
  const p = cornersA, q = cornersB;
  for (let row: usize = 0; row < 9; row++) {
    store<f64>(p + 8 * row, <f64>load<f32>(rowsA + laneA + 16 * row));
    store<f64>(q + 8 * row, <f64>load<f32>(laneB + 16 * row));
  }
  measureTriangles(p, q);
  const distance = sqrt(distanceSq);
  const gap = gapAlong(p, q);
  // NaN gives no bound.
  const lower = gap > slack ? gap - slack : 0;
  if (lower > <f64>limit) return;
  keepHit(a, lower);
  if (!isFull) store<u32>(hits + hitBytes * <usize>(hitCount - 1), b, hitLaneByte);
  if (distance + slack >= <f64>limit) return;
  limit = <f32>(distance + slack) * slackFactor;
  limitSq = limit * limit * slackFactor;
  if (!(distance > 16 * slack)) return;
  nextX = vectorX / distance;
  nextY = vectorY / distance;
  nextZ = vectorZ / distance;
  isChanged = true;
}
