import {
  blockBytes, blockMask, blockTrianglesByte, moreBlocks, freeTriangle, wideChildCountByte, wideNodeBytes, wideReferencesByte,
} from '../../layouts/wide-tree';
import { isDecided, leftToHost } from '../../layouts/query-result';
import { originX, originY, originZ, scale } from '../frame';
import { clearHits, dropHitsBeyond, hitCount, isFull, keepHit } from '../hits';
import { storeCounts } from '../result';
import { blocks, nodes, stack } from '../tree';
import { distanceSlack, lowerBounds, upperBounds, mayReach, measureBlock, slackCoordinate } from './block-distance';
import { decideClosest } from './decide-closest';
import { beginUppers, keepUppers, wanted } from './smallest-uppers';
import { boxDistancesSq } from './sphere';

/** Points farther away, in units of the frame, are left to the host. */
const maxCoordinate: f64 = 1024;
/**
 * The search from a point beyond `slackCoordinate` is left to the host where half of this number of triangles may be the closest one. By f32, a plate may
 * be equally far in all its points. Every wanted triangle allows a few more.
 */
const maxFarHits: u32 = 96;
const farHitsPerWanted: u32 = 4;
/** Factor for the rounding of squares and of the limit. */
const slackFactor: f32 = 1.00000095367431640625;
/**
 * The same for points beyond `slackCoordinate`. Their own rounding is not in the padding of boxes: with that of the difference it is at most 5·10⁻⁷ of
 * the distance, since the mesh is within 1 of the origin.
 */
const farSlackFactor: f32 = 1.000003814697265625;

let boxesTested: u32 = 0;
let trianglesTested: u32 = 0;
/** Upper bound on the distance of the closest triangle, or of the last one that is wanted. */
let limit: f32 = 0;
/** Bound on the error of a distance, and the factor for squares. */
let slack: f32 = distanceSlack;
let squareFactor: f32 = slackFactor;
/** The search ends where half of this number of hits are still within reach. */
let maxHits: u32 = u32.MAX_VALUE;
/** Whether it has ended before all boxes within reach were tested. */
let isLeft: bool = false;

/** Prepares a search for the `count` triangles nearest to a point in the frame. False without memory, for a point that is too far away, and for NaN. */
function begin(x: f64, y: f64, z: f64, count: u32): bool {
  const largest = max(abs(x), max(abs(y), abs(z)));
  const isNear = largest <= slackCoordinate;
  slack = isNear ? distanceSlack : <f32>(largest / slackCoordinate) * distanceSlack * farSlackFactor;
  squareFactor = isNear ? slackFactor : farSlackFactor;
  maxHits = isNear ? u32.MAX_VALUE : maxFarHits + farHitsPerWanted * count;
  isLeft = false;
  clearHits();
  boxesTested = 1;
  trianglesTested = 0;
  return largest <= maxCoordinate && beginUppers(count);
}

/** Drops hits that are out of reach by now. False where too many are left. */
function hasFewHits(): bool {
  dropHitsBeyond(limit);
  isLeft = hitCount > maxHits / 2;
  return !isLeft;
}

/**
 * Finds the triangle closest to a point, no farther than `within`. Mostly returns `isDecided`, with the triangle in the result. Otherwise returns
 * the number of hits that may be closest by f32; the host decides among them. `bound` is a known upper bound on the distance, or infinite.
 * Returns `leftToHost` without memory, for points that are too far away, and where too many triangles of a far mesh are about as close.
 */
export function findClosest(pointX: f64, pointY: f64, pointZ: f64, within: f64, bound: f64): i32 {
  const x = (pointX - originX) * scale, y = (pointY - originY) * scale, z = (pointZ - originZ) * scale;
  if (!begin(x, y, z, 1)) return leftToHost;
  limit = <f32>(min(within, bound) * scale) * squareFactor;
  descend(f32x4.splat(<f32>x), f32x4.splat(<f32>y), f32x4.splat(<f32>z));
  dropHitsBeyond(limit);
  storeCounts(boxesTested, trianglesTested);
  if (isFull || isLeft) return leftToHost;
  return decideClosest(pointX, pointY, pointZ, within) ? isDecided : hitCount;
}

/**
 * Finds the triangles that may be among the `count` nearest to a point, no farther than `within`. Returns their number; the host decides among
 * them. Returns `leftToHost` as `findClosest`.
 */
export function findNearest(pointX: f64, pointY: f64, pointZ: f64, within: f64, count: u32): i32 {
  const x = (pointX - originX) * scale, y = (pointY - originY) * scale, z = (pointZ - originZ) * scale;
  if (!begin(x, y, z, count)) return leftToHost;
  limit = <f32>(within * scale) * squareFactor;
  descend(f32x4.splat(<f32>x), f32x4.splat(<f32>y), f32x4.splat(<f32>z));
  dropHitsBeyond(limit);
  storeCounts(boxesTested, trianglesTested);
  return isFull || isLeft ? leftToHost : hitCount;
}

/** A node on the stack: squared distances of its children, eight f32, then its address. They are infinite for visited children and free places. */
const entryBytes: usize = 48;
const entryNodeByte: usize = 32;

/**
 * Visits the nearest child first. The stack holds whole nodes with the squared distances of their children. Sorting the children took up to
 * half of the time, and most of them are beyond the limit when they are reached.
 */
function descend(x: v128, y: v128, z: v128): void {
  const bottom = stack;
  const infinite = f32x4.splat(f32.POSITIVE_INFINITY);
  const factor = squareFactor;
  let top = bottom;
  let node = nodes;
  boxesTested += load<u32>(node, wideChildCountByte);
  let first = boxDistancesSq(node, x, y, z), second = boxDistancesSq(node + 16, x, y, z);
  for (;;) {
    // Infinite distances stay out of reach even while there is no limit.
    const reachSq = min(limit * limit * factor, f32.MAX_VALUE);
    let smallest = f32x4.pmin(first, second);
    smallest = f32x4.pmin(v128.shuffle<f32>(smallest, smallest, 2, 3, 0, 1), smallest);
    smallest = f32x4.pmin(v128.shuffle<f32>(smallest, smallest, 1, 0, 3, 2), smallest);
    if (f32x4.extract_lane(smallest, 0) <= reachSq) {
      const lane = ctz(i32x4.bitmask(f32x4.eq(first, smallest)) | (i32x4.bitmask(f32x4.eq(second, smallest)) << 4));
      first = v128.bitselect(infinite, first, i32x4.eq(i32x4.splat(lane), i32x4(0, 1, 2, 3)));
      second = v128.bitselect(infinite, second, i32x4.eq(i32x4.splat(lane), i32x4(4, 5, 6, 7)));
      const reference = load<i32>(node + (<usize>lane << 2), wideReferencesByte);
      if (v128.any_true(f32x4.le(f32x4.pmin(first, second), f32x4.splat(reachSq)))) {
        v128.store(top, first);
        v128.store(top, second, 16);
        store<usize>(top, node, entryNodeByte);
        top += entryBytes;
      }
      if (reference >= 0) {
        node = nodes + <usize>reference * wideNodeBytes;
        boxesTested += load<u32>(node, wideChildCountByte);
        first = boxDistancesSq(node, x, y, z);
        second = boxDistancesSq(node + 16, x, y, z);
        continue;
      }
      testLeaf(reference, x, y, z);
      if (isFull || (hitCount > maxHits && !hasFewHits())) return;
    }
    if (top == bottom) return;
    top -= entryBytes;
    first = v128.load(top);
    second = v128.load(top, 16);
    node = load<usize>(top, entryNodeByte);
  }
}

function testLeaf(reference: i32, x: v128, y: v128, z: v128): void {
  let block = blocks + <usize>(reference & blockMask) * blockBytes;
  for (;;) {
    testBlock(block, x, y, z);
    if (load<i32>(block, blockTrianglesByte) >= 0) return;
    block += blockBytes;
  }
}

function testBlock(block: usize, x: v128, y: v128, z: v128): void {
  const free = i32x4.eq(v128.load(block, blockTrianglesByte), i32x4.splat(freeTriangle));
  trianglesTested += 4 - popcnt(i32x4.bitmask(free));
  if (!mayReach(block, x, y, z, limit, slack)) return;
  measureBlock(block, x, y, z, slack);
  if (wanted > 1) limit = keepUppers(free, limit);
  // A bound that is NaN rules nothing out.
  let smallest = v128.bitselect(f32x4.splat(f32.POSITIVE_INFINITY), upperBounds, free);
  smallest = f32x4.pmin(v128.shuffle<f32>(smallest, smallest, 1, 0, 3, 2), smallest);
  smallest = f32x4.pmin(v128.shuffle<f32>(smallest, smallest, 2, 3, 0, 1), smallest);
  const upper = f32x4.extract_lane(smallest, 0);
  if (wanted == 1 && upper < limit) limit = upper;
  let bits = (i32x4.bitmask(f32x4.gt(lowerBounds, f32x4.splat(limit))) | i32x4.bitmask(free)) ^ 15;
  if (bits == 0) return;
  const bounds = lowerBounds;
  do {
    const lane = ctz(bits);
    bits &= bits - 1;
    const bound = lane == 0 ? f32x4.extract_lane(bounds, 0) : lane == 1 ? f32x4.extract_lane(bounds, 1) : lane == 2 ? f32x4.extract_lane(bounds, 2) : f32x4.extract_lane(bounds, 3);
    const at = block + (<usize>lane << 2);
    keepHit(load<u32>(at, blockTrianglesByte) & ~moreBlocks, <f64>bound, at);
  } while (bits != 0);
}
