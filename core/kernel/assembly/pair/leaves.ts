import { allocate } from '../arena';
import {
  blockBytes, blockMask, blockRowBytes, blockTrianglesByte, moreBlocks, freeTriangle, wideRowBytes,
} from '../../layouts/wide-tree';
import { areTooMany, isFull, keepPair } from './found-pairs';
import { columnsByte, highByte, lowByte, padding, placed, placement, recordBytes, records, stretch } from './placement';
import { blocksA, blocksB, frameA, frameB, indicesA, indicesB, positionsA, positionsB, sideAt } from './sides';
import { corners, edgesIntersect, trianglesIntersect } from './triangles';

/** Number of blocks of B that are placed together. */
const maxBlocks: usize = 16;
/**
 * A triangle of B placed in A. First f32 x y z 0 of its corners relative to the centre of A's leaf, then its box, low and high. Then nine
 * f64 in A's space, and its index.
 */
const placedBytes: usize = 176;
const boxByte: usize = 48;
const sourceByte: usize = 80;
const numberByte: usize = 160;
let placedTriangles: usize = 0;
/** Four triangles of A relative to the centre of their leaf: nine rows as in the block, six rows of their boxes, three of their normals. */
let four: usize = 0;
const fourBoxByte: usize = 144;
const fourNormalByte: usize = 240;
const fourBytes: usize = 288;

/** Number of pairs of triangles in the leaves reached, as `core/pair/pairs/walk.ts` counts them, with those that f32 rules out. */
export let trianglePairs: u32 = 0;

export function reserveLeaves(): bool {
  placedTriangles = allocate(4 * maxBlocks * placedBytes + fourBytes);
  four = placedTriangles + 4 * maxBlocks * placedBytes;
  return placedTriangles != 0;
}

export function clearTrianglePairs(): void {
  trianglePairs = 0;
}

/** The centre of A's leaf in A's frame. */
let middleX: f32 = 0;
let middleY: f32 = 0;
let middleZ: f32 = 0;
/** Bounds on the error of a coordinate relative to the centre, and of a height above a plane. */
let error: f32 = 0;
let bound: f32 = 0;
/** The box of the placed triangles: x y z 0. */
let placedLow: v128 = i64x2.splat(0);
let placedHigh: v128 = i64x2.splat(0);

/**
 * Tests the triangles of two leaves, whose boxes are in lane 0 of `boxA` and `boxB`. Returns true when the walk is over.
 *
 * Coordinates are relative to the centre of A's leaf, so that f32 is precise for the size of the leaves. Let coordinates be at most S, with
 * errors of at most e. Then the error of an edge is 3e, of a normal 18e(S + e), and of a height above a plane less than 160e(S + e)(S +
 * 2e).
 */
export function testLeaves(referenceA: i32, boxA: usize, referenceB: i32, boxB: usize, isAny: bool): bool {
  middleX = 0.5 * (load<f32>(boxA) + load<f32>(boxA, wideRowBytes));
  middleY = 0.5 * (load<f32>(boxA, 2 * wideRowBytes) + load<f32>(boxA, 3 * wideRowBytes));
  middleZ = 0.5 * (load<f32>(boxA, 4 * wideRowBytes) + load<f32>(boxA, 5 * wideRowBytes));
  const longA = max(max(sideAt(boxA, 0), sideAt(boxA, 1)), sideAt(boxA, 2)), longB = max(max(sideAt(boxB, 0), sideAt(boxB, 1)), sideAt(boxB, 2));
  const size = longA + stretch * longB + 4 * padding;
  // 2⁻²³, and 2⁻²⁴ where the blocks are rounded.
  error = size * 1.1920928955078125e-7 + (positionsA == 0 ? 0 : 5.9604644775390625e-8) + placed;
  bound = 200 * error * (size + 2 * error) * (size + 2 * error);
  const firstA = blocksA + <usize>(referenceA & <i32>blockMask) * blockBytes;
  let blockB = blocksB + <usize>(referenceB & <i32>blockMask) * blockBytes;
  for (;;) {
    let count: usize = 0;
    let all: u32 = 0;
    let isLast = false;
    placedLow = f32x4.splat(f32.POSITIVE_INFINITY);
    placedHigh = f32x4.splat(f32.NEGATIVE_INFINITY);
    for (let i: usize = 0; i < maxBlocks && !isLast; i++) {
      count = placeBlock(blockB, count, boxA);
      all += trianglesIn(blockB);
      isLast = load<i32>(blockB, blockTrianglesByte) >= 0;
      blockB += blockBytes;
    }
    let blockA = firstA;
    for (;;) {
      trianglePairs += all * trianglesIn(blockA);
      if (count > 0 && testBlock(blockA, count, isAny)) return true;
      if (load<i32>(blockA, blockTrianglesByte) >= 0) break;
      blockA += blockBytes;
    }
    if (isLast) break;
  }
  return false;
}

// @ts-ignore: decorator
@inline
function trianglesIn(block: usize): u32 {
  return 4 - popcnt(i32x4.bitmask(i32x4.eq(v128.load(block, blockTrianglesByte), i32x4.splat(freeTriangle))));
}

/** Returns which of four triangles of B, a bit each, have boxes in A's frame that overlap the box of A's leaf. Placing the others would cost more. */
function reaching(block: usize, boxA: usize): i32 {
  let keep = i32x4.splat(-1);
  for (let axis: usize = 0; axis < 3; axis++) {
    const record = records + recordBytes * axis;
    const d0 = v128.load(record, columnsByte), d1 = v128.load(record, columnsByte + 16), d2 = v128.load(record, columnsByte + 32);
    const a = along(block, d0, d1, d2), b = along(block + 3 * blockRowBytes, d0, d1, d2), c = along(block + 6 * blockRowBytes, d0, d1, d2);
    const low = f32x4.add(f32x4.pmin(f32x4.pmin(a, b), c), v128.load(record, lowByte));
    const high = f32x4.add(f32x4.pmax(f32x4.pmax(a, b), c), v128.load(record, highByte));
    const row = boxA + axis * (2 * wideRowBytes);
    // False for the NaN of free places.
    keep = v128.and(keep, v128.and(f32x4.le(low, v128.load32_splat(row, wideRowBytes)), f32x4.ge(high, v128.load32_splat(row))));
  }
  return i32x4.bitmask(keep);
}

// @ts-ignore: decorator
@inline
function along(corner: usize, d0: v128, d1: v128, d2: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(v128.load(corner), d0), f32x4.mul(v128.load(corner, blockRowBytes), d1)), f32x4.mul(v128.load(corner, 2 * blockRowBytes), d2));
}

/** Places the triangles of a block of B that reach A's leaf after `count` others, and returns their new number. */
function placeBlock(block: usize, count: usize, boxA: usize): usize {
  const e = f32x4.splat(2 * error);
  let bits = reaching(block, boxA);
  while (bits != 0) {
    const lane = <usize>ctz(bits);
    bits &= bits - 1;
    const triangle = load<u32>(block + 4 * lane, blockTrianglesByte) & ~moreBlocks;
    const to = placedTriangles + count * placedBytes;
    for (let corner: usize = 0; corner < 3; corner++) placeCorner(block + 4 * lane + corner * (3 * blockRowBytes), triangle, corner, to);
    const a = v128.load(to), b = v128.load(to, 16), c = v128.load(to, 32);
    const low = f32x4.sub(f32x4.pmin(f32x4.pmin(a, b), c), e), high = f32x4.add(f32x4.pmax(f32x4.pmax(a, b), c), e);
    v128.store(to, low, boxByte);
    v128.store(to, high, boxByte + 16);
    placedLow = f32x4.pmin(placedLow, low);
    placedHigh = f32x4.pmax(placedHigh, high);
    store<u32>(to, triangle, numberByte);
    count++;
  }
  return count;
}

/** Places a corner with the same operations as `transformPoints`. */
// @ts-ignore: decorator
@inline
function placeCorner(at: usize, triangle: u32, corner: usize, to: usize): void {
  let x: f64, y: f64, z: f64;
  if (positionsB == 0) {
    const inverse = 1 / load<f64>(frameB, 24);
    x = <f64>load<f32>(at) * inverse + load<f64>(frameB);
    y = <f64>load<f32>(at, blockRowBytes) * inverse + load<f64>(frameB, 8);
    z = <f64>load<f32>(at, 2 * blockRowBytes) * inverse + load<f64>(frameB, 16);
  } else {
    const vertex = positionsB + 24 * <usize>load<u32>(indicesB + 12 * <usize>triangle + 4 * corner);
    x = load<f64>(vertex);
    y = load<f64>(vertex, 8);
    z = load<f64>(vertex, 16);
  }
  const m = placement;
  const xy = f64x2.add(
    f64x2.add(f64x2.add(f64x2.mul(v128.load(m), f64x2.splat(x)), f64x2.mul(v128.load(m, 16), f64x2.splat(y))), f64x2.mul(v128.load(m, 32), f64x2.splat(z))),
    v128.load(m, 48),
  );
  const placedZ = load<f64>(m, 64) * x + load<f64>(m, 72) * y + load<f64>(m, 80) * z + load<f64>(m, 88);
  const source = to + sourceByte + 24 * corner;
  v128.store(source, xy);
  store<f64>(source, placedZ, 16);
  const scale = load<f64>(frameA, 24);
  const middleXY = f64x2.promote_low_f32x4(f32x4.replace_lane(f32x4.splat(middleX), 1, middleY));
  const localXY = f64x2.sub(f64x2.mul(f64x2.sub(xy, v128.load(frameA)), f64x2.splat(scale)), middleXY);
  const localZ = (placedZ - load<f64>(frameA, 16)) * scale - <f64>middleZ;
  v128.store(to + 16 * corner, f32x4.replace_lane(f32x4.demote_f64x2_zero(localXY), 2, <f32>localZ));
}

/** More results of `candidates`, a bit for each of the four: which corners are above the plane of the other triangle, and whether all six are sure. */
let isAbove0: i32 = 0;
let isAbove1: i32 = 0;
let isAbove2: i32 = 0;
let isQAbove0: i32 = 0;
let isQAbove1: i32 = 0;
let isQAbove2: i32 = 0;
let areCertain: i32 = 0;

/** Returns the sides of three corners, none of which is in the plane, as `triangle-sides.ts` encodes them. */
// @ts-ignore: decorator
@inline
function sidesOf(above0: i32, above1: i32, above2: i32, lane: i32): i32 {
  return (((above0 >> lane) & 1) << 1) | (((above1 >> lane) & 1) << 3) | (((above2 >> lane) & 1) << 5);
}

/** Tests four triangles of A against the placed triangles of B. Returns true when the walk is over. */
function testBlock(block: usize, count: usize, isAny: bool): bool {
  if (prepareFour(block) == 0) return false;
  for (let i: usize = 0; i < count; i++) {
    const q = placedTriangles + i * placedBytes;
    let bits = candidates(q);
    while (bits != 0) {
      const lane = <usize>ctz(bits);
      bits &= bits - 1;
      const triangle = load<u32>(block + 4 * lane, blockTrianglesByte) & ~moreBlocks;
      readCorners(block + 4 * lane, triangle);
      const other = load<u32>(q, numberByte);
      const isPair = ((areCertain >> <i32>lane) & 1) != 0
        ? edgesIntersect(corners, q + sourceByte, sidesOf(isAbove0, isAbove1, isAbove2, <i32>lane), sidesOf(isQAbove0, isQAbove1, isQAbove2, <i32>lane), triangle, other)
        : trianglesIntersect(corners, q + sourceByte, triangle, other);
      if (!isPair) continue;
      keepPair(triangle, other);
      if (isAny || isFull || areTooMany) return true;
    }
  }
  return false;
}

/** Prepares four triangles of A and returns those, a bit each, that overlap the box of all placed triangles. */
function prepareFour(block: usize): i32 {
  const x = f32x4.splat(middleX), y = f32x4.splat(middleY), z = f32x4.splat(middleZ);
  const ax = f32x4.sub(v128.load(block), x), ay = f32x4.sub(v128.load(block, blockRowBytes), y), az = f32x4.sub(v128.load(block, 2 * blockRowBytes), z);
  const bx = f32x4.sub(v128.load(block, 3 * blockRowBytes), x), by = f32x4.sub(v128.load(block, 4 * blockRowBytes), y), bz = f32x4.sub(v128.load(block, 5 * blockRowBytes), z);
  const cx = f32x4.sub(v128.load(block, 6 * blockRowBytes), x), cy = f32x4.sub(v128.load(block, 7 * blockRowBytes), y), cz = f32x4.sub(v128.load(block, 8 * blockRowBytes), z);
  const lowX = f32x4.pmin(f32x4.pmin(ax, bx), cx), lowY = f32x4.pmin(f32x4.pmin(ay, by), cy), lowZ = f32x4.pmin(f32x4.pmin(az, bz), cz);
  const highX = f32x4.pmax(f32x4.pmax(ax, bx), cx), highY = f32x4.pmax(f32x4.pmax(ay, by), cy), highZ = f32x4.pmax(f32x4.pmax(az, bz), cz);
  const low = placedLow, high = placedHigh;
  // False for the NaN of free places.
  const keep = v128.and(
    v128.and(
      v128.and(f32x4.le(lowX, v128.shuffle<i32>(high, high, 0, 0, 0, 0)), f32x4.ge(highX, v128.shuffle<i32>(low, low, 0, 0, 0, 0))),
      v128.and(f32x4.le(lowY, v128.shuffle<i32>(high, high, 1, 1, 1, 1)), f32x4.ge(highY, v128.shuffle<i32>(low, low, 1, 1, 1, 1))),
    ),
    v128.and(f32x4.le(lowZ, v128.shuffle<i32>(high, high, 2, 2, 2, 2)), f32x4.ge(highZ, v128.shuffle<i32>(low, low, 2, 2, 2, 2))),
  );
  const bits = i32x4.bitmask(keep);
  if (bits == 0) return 0;
  const to = four;
  v128.store(to, lowX, fourBoxByte);
  v128.store(to, lowY, fourBoxByte + 16);
  v128.store(to, lowZ, fourBoxByte + 32);
  v128.store(to, highX, fourBoxByte + 48);
  v128.store(to, highY, fourBoxByte + 64);
  v128.store(to, highZ, fourBoxByte + 80);
  v128.store(to, ax);
  v128.store(to, ay, 16);
  v128.store(to, az, 32);
  v128.store(to, bx, 48);
  v128.store(to, by, 64);
  v128.store(to, bz, 80);
  v128.store(to, cx, 96);
  v128.store(to, cy, 112);
  v128.store(to, cz, 128);
  const ux = f32x4.sub(bx, ax), uy = f32x4.sub(by, ay), uz = f32x4.sub(bz, az);
  const vx = f32x4.sub(cx, ax), vy = f32x4.sub(cy, ay), vz = f32x4.sub(cz, az);
  v128.store(to, f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy)), fourNormalByte);
  v128.store(to, f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz)), fourNormalByte + 16);
  v128.store(to, f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx)), fourNormalByte + 32);
  return bits;
}

// @ts-ignore: decorator
@inline
function height(nx: v128, ny: v128, nz: v128, px: v128, py: v128, pz: v128, ax: v128, ay: v128, az: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(nx, f32x4.sub(px, ax)), f32x4.mul(ny, f32x4.sub(py, ay))), f32x4.mul(nz, f32x4.sub(pz, az)));
}

/** Returns those of the four, a bit each, that f32 cannot separate from a triangle of B, by boxes or by the planes of both. */
function candidates(q: usize): i32 {
  const p = four;
  const box = q + boxByte;
  // False for the NaN of free places.
  let keep = v128.and(
    v128.and(
      v128.and(f32x4.le(v128.load(p, fourBoxByte), v128.load32_splat(box, 16)), f32x4.ge(v128.load(p, fourBoxByte + 48), v128.load32_splat(box))),
      v128.and(f32x4.le(v128.load(p, fourBoxByte + 16), v128.load32_splat(box, 20)), f32x4.ge(v128.load(p, fourBoxByte + 64), v128.load32_splat(box, 4))),
    ),
    v128.and(f32x4.le(v128.load(p, fourBoxByte + 32), v128.load32_splat(box, 24)), f32x4.ge(v128.load(p, fourBoxByte + 80), v128.load32_splat(box, 8))),
  );
  if (!v128.any_true(keep)) return 0;
  const ax = v128.load(p), ay = v128.load(p, 16), az = v128.load(p, 32);
  const qax = v128.load32_splat(q), qay = v128.load32_splat(q, 4), qaz = v128.load32_splat(q, 8);
  const qbx = v128.load32_splat(q, 16), qby = v128.load32_splat(q, 20), qbz = v128.load32_splat(q, 24);
  const qcx = v128.load32_splat(q, 32), qcy = v128.load32_splat(q, 36), qcz = v128.load32_splat(q, 40);
  const positive = f32x4.splat(bound), negative = f32x4.splat(-bound);
  let nx = v128.load(p, fourNormalByte), ny = v128.load(p, fourNormalByte + 16), nz = v128.load(p, fourNormalByte + 32);
  let first = height(nx, ny, nz, qax, qay, qaz, ax, ay, az);
  let second = height(nx, ny, nz, qbx, qby, qbz, ax, ay, az);
  let third = height(nx, ny, nz, qcx, qcy, qcz, ax, ay, az);
  let apart = v128.or(f32x4.gt(f32x4.pmin(f32x4.pmin(first, second), third), positive), f32x4.lt(f32x4.pmax(f32x4.pmax(first, second), third), negative));
  keep = v128.andnot(keep, apart);
  if (!v128.any_true(keep)) return 0;
  isQAbove0 = i32x4.bitmask(f32x4.gt(first, positive));
  isQAbove1 = i32x4.bitmask(f32x4.gt(second, positive));
  isQAbove2 = i32x4.bitmask(f32x4.gt(third, positive));
  const certain = f32x4.gt(f32x4.pmin(f32x4.pmin(f32x4.abs(first), f32x4.abs(second)), f32x4.abs(third)), positive);
  const ux = f32x4.sub(qbx, qax), uy = f32x4.sub(qby, qay), uz = f32x4.sub(qbz, qaz);
  const vx = f32x4.sub(qcx, qax), vy = f32x4.sub(qcy, qay), vz = f32x4.sub(qcz, qaz);
  nx = f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy));
  ny = f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz));
  nz = f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx));
  first = height(nx, ny, nz, ax, ay, az, qax, qay, qaz);
  second = height(nx, ny, nz, v128.load(p, 48), v128.load(p, 64), v128.load(p, 80), qax, qay, qaz);
  third = height(nx, ny, nz, v128.load(p, 96), v128.load(p, 112), v128.load(p, 128), qax, qay, qaz);
  apart = v128.or(f32x4.gt(f32x4.pmin(f32x4.pmin(first, second), third), positive), f32x4.lt(f32x4.pmax(f32x4.pmax(first, second), third), negative));
  keep = v128.andnot(keep, apart);
  if (!v128.any_true(keep)) return 0;
  isAbove0 = i32x4.bitmask(f32x4.gt(first, positive));
  isAbove1 = i32x4.bitmask(f32x4.gt(second, positive));
  isAbove2 = i32x4.bitmask(f32x4.gt(third, positive));
  areCertain = i32x4.bitmask(v128.and(certain, f32x4.gt(f32x4.pmin(f32x4.pmin(f32x4.abs(first), f32x4.abs(second)), f32x4.abs(third)), positive)));
  return i32x4.bitmask(keep);
}

/** Reads the corners of a triangle of A in source space. */
function readCorners(at: usize, triangle: u32): void {
  const to = corners;
  if (positionsA == 0) {
    const inverse = 1 / load<f64>(frameA, 24);
    for (let row: usize = 0; row < 9; row++) store<f64>(to + 8 * row, <f64>load<f32>(at + blockRowBytes * row) * inverse + load<f64>(frameA + 8 * (row % 3)));
    return;
  }
  for (let corner: usize = 0; corner < 3; corner++) {
    memory.copy(to + 24 * corner, positionsA + 24 * <usize>load<u32>(indicesA + 12 * <usize>triangle + 4 * corner), 24);
  }
}
