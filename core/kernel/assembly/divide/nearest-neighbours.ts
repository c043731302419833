import { allocate, release } from '../arena';

/** Search radius along the curve, to both sides; see `core/tree/splits/merge-neighbours.ts`. The code below is written for this number. */
const radius: u32 = 8;
/** f64 joint areas of a cluster with the next 8, nearest first. */
const rowBytes: usize = 64;
/** Rows that are made, then searched. */
const blockRows: u32 = 64;

/** f64 by position: min x, then all min y, min z, −max x, −max y, −max z; and bytes from one of these lists to the next. */
let sides: usize = 0;
let stride: usize = 0;
/** The rows of the 8 clusters before a block, then those of the block. */
let rows: usize = 0;

/** Reserves memory for the boxes of this many clusters; false without memory. */
export function reserveSides(count: u32): bool {
  // Boxes behind the last are read, and ignored.
  stride = 8 * <usize>(count + radius);
  sides = allocate(6 * stride);
  rows = allocate(rowBytes * <usize>(radius + blockRows));
  return sides != 0 && rows != 0;
}

/** Frees what was reserved after the clusters, for what follows on their merges. Memory that is in use already saves the first write to new pages. */
export function releaseSides(): void {
  if (sides != 0) release(sides);
}

/** Sets the box of the cluster at a position. */
// @ts-ignore: decorator
@inline
export function setSides(position: u32, box: usize): void {
  const at = sides + (<usize>position << 3);
  const a = v128.load(box), b = v128.load(box, 16), c = v128.load(box, 32);
  v128.store64_lane(at, a, 0);
  v128.store64_lane(at + stride, a, 1);
  v128.store64_lane(at + 2 * stride, b, 0);
  v128.store64_lane(at + 3 * stride, b, 1);
  v128.store64_lane(at + 4 * stride, c, 0);
  v128.store64_lane(at + 5 * stride, c, 1);
}

/**
 * Writes the position (u32) of the nearest neighbour of each of the first `count` clusters, at least 2: that with the smallest joint area. Of equal areas
 * the nearer neighbour is preferred, then the pair with an even lower position, then the lower pair.
 */
export function findNearest(count: u32, nearest: usize): void {
  const none = f64x2.splat(f64.POSITIVE_INFINITY);
  for (let at = rows; at < rows + rowBytes * <usize>radius; at += 16) v128.store(at, none);
  for (let first: u32 = 0; first < count; first += blockRows) {
    const length = min(blockRows, count - first);
    for (let i: u32 = 0; i < length; i++) writeRow(sides + (<usize>(first + i) << 3), rowAt(i));
    // The last clusters have fewer neighbours.
    for (let i = max(first + radius, count) - radius; i < first + length; i++) {
      for (let gap = count - i; gap <= radius; gap++) store<f64>(rowAt(i - first) + (<usize>(gap - 1) << 3), f64.POSITIVE_INFINITY);
    }
    for (let i: u32 = 0; i < length; i++) store<u32>(nearest + (<usize>(first + i) << 2), nearestOf(first + i, rowAt(i)));
    memory.copy(rows, rowAt(blockRows - radius), rowBytes * <usize>radius);
  }
}

// @ts-ignore: decorator
@inline
function rowAt(i: u32): usize {
  return rows + rowBytes * <usize>(i + radius);
}

/** Writes the joint areas of the cluster whose sides begin at `at`. */
// @ts-ignore: decorator
@inline
function writeRow(at: usize, row: usize): void {
  const y = at + stride, z = y + stride, u = z + stride, v = u + stride, w = v + stride;
  const ownX = v128.load64_splat(at), ownY = v128.load64_splat(y), ownZ = v128.load64_splat(z);
  const ownU = v128.load64_splat(u), ownV = v128.load64_splat(v), ownW = v128.load64_splat(w);
  v128.store(row, jointAreas(
    f64x2.add(f64x2.pmin(v128.load(at, 8), ownX), f64x2.pmin(v128.load(u, 8), ownU)),
    f64x2.add(f64x2.pmin(v128.load(y, 8), ownY), f64x2.pmin(v128.load(v, 8), ownV)),
    f64x2.add(f64x2.pmin(v128.load(z, 8), ownZ), f64x2.pmin(v128.load(w, 8), ownW)),
  ));
  v128.store(row, jointAreas(
    f64x2.add(f64x2.pmin(v128.load(at, 24), ownX), f64x2.pmin(v128.load(u, 24), ownU)),
    f64x2.add(f64x2.pmin(v128.load(y, 24), ownY), f64x2.pmin(v128.load(v, 24), ownV)),
    f64x2.add(f64x2.pmin(v128.load(z, 24), ownZ), f64x2.pmin(v128.load(w, 24), ownW)),
  ), 16);
  v128.store(row, jointAreas(
    f64x2.add(f64x2.pmin(v128.load(at, 40), ownX), f64x2.pmin(v128.load(u, 40), ownU)),
    f64x2.add(f64x2.pmin(v128.load(y, 40), ownY), f64x2.pmin(v128.load(v, 40), ownV)),
    f64x2.add(f64x2.pmin(v128.load(z, 40), ownZ), f64x2.pmin(v128.load(w, 40), ownW)),
  ), 32);
  v128.store(row, jointAreas(
    f64x2.add(f64x2.pmin(v128.load(at, 56), ownX), f64x2.pmin(v128.load(u, 56), ownU)),
    f64x2.add(f64x2.pmin(v128.load(y, 56), ownY), f64x2.pmin(v128.load(v, 56), ownV)),
    f64x2.add(f64x2.pmin(v128.load(z, 56), ownZ), f64x2.pmin(v128.load(w, 56), ownW)),
  ), 48);
}

/** Returns half the areas of two boxes with sides of these lengths, negated, which cancels; areas that overflow are equal. */
// @ts-ignore: decorator
@inline
function jointAreas(x: v128, y: v128, z: v128): v128 {
  const area = f64x2.add(f64x2.add(f64x2.mul(x, y), f64x2.mul(y, z)), f64x2.mul(z, x));
  return f64x2.pmin(f64x2.splat(f64.MAX_VALUE), area);
}

/** Returns the nearest neighbour of the cluster at position `i`, given its row. */
// @ts-ignore: decorator
@inline
function nearestOf(i: u32, row: usize): u32 {
  const a = v128.load(row), b = v128.load(row, 16), c = v128.load(row, 32), d = v128.load(row, 48);
  // The areas with the clusters before it, nearest first, are in their rows.
  const before = row - rowBytes * <usize>radius;
  const e = v128.load64_lane(before, v128.load64_zero(before, 448), 1, 392);
  const f = v128.load64_lane(before, v128.load64_zero(before, 336), 1, 280);
  const g = v128.load64_lane(before, v128.load64_zero(before, 224), 1, 168);
  const h = v128.load64_lane(before, v128.load64_zero(before, 112), 1, 56);
  const pairs = f64x2.pmin(f64x2.pmin(f64x2.pmin(a, b), f64x2.pmin(c, d)), f64x2.pmin(f64x2.pmin(e, f), f64x2.pmin(g, h)));
  const least = f64x2.pmin(pairs, v128.shuffle<u64>(pairs, pairs, 1, 0));
  const equal = i8x16.bitmask(i8x16.narrow_i16x8_s(equalLanes(a, b, c, d, least), equalLanes(e, f, g, h, least)));
  const isAfter = equal & 0xff, isBefore = equal >> 8;
  const gap = ctz(isAfter | isBefore);
  // Of two with the same gap, that before is preferred, unless the pair with that after begins at an even position, and the other at an odd one.
  const prefersAfter = ~(i | gap) & 1;
  const goesAfter = (isAfter >> gap) & (~(isBefore >> gap) | prefersAfter) & 1;
  return i + (gap + 1) * (2 * goesAfter - 1);
}

/** Returns a mask of i16 of the numbers that are equal. */
// @ts-ignore: decorator
@inline
function equalLanes(a: v128, b: v128, c: v128, d: v128, to: v128): v128 {
  const ab = v128.shuffle<i32>(f64x2.eq(a, to), f64x2.eq(b, to), 0, 2, 4, 6);
  const cd = v128.shuffle<i32>(f64x2.eq(c, to), f64x2.eq(d, to), 0, 2, 4, 6);
  return i16x8.narrow_i32x4_s(ab, cd);
}
