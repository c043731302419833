import {
  blockBytes, blockMask, blockTrianglesByte, moreBlocks, freeTriangle, wideChildCountByte, wideNodeBytes, wideReferencesByte,
} from '../../layouts/wide-tree';
import { isDecided, leftToHost } from '../../layouts/query-result';
import { originX, originY, originZ, scale } from '../frame';
import { clearHits, dropHitsBeyond, hitCount, isFull, keepHit } from '../hits';
import { storeCounts } from '../result';
import { blocks, nodes, stack } from '../tree';
import { lowerBounds, upperBounds, mayReach, measureBlock } from './block-distance';
import { decideClosest } from './decide-closest';
import { beginUppers, keepUppers, wanted } from './smallest-uppers';
import { boxDistancesSq } from './sphere';

/** Beyond it, in units of the frame, the error of distances is more than `distanceSlack`. */
const maxCoordinate: f64 = 2;
/** Factor for the rounding of squares and of the limit. */
const slackFactor: f32 = 1.00000095367431640625;

let boxesTested: u32 = 0;
let trianglesTested: u32 = 0;
/** Upper bound on the distance of the closest triangle, or of the last one that is wanted. */
let limit: f32 = 0;

/**
 * Finds the triangle closest to a point, no farther than `within`. Mostly returns `isDecided`, with the triangle in the result. Otherwise returns
 * the number of hits that may be closest by f32; the host decides among them. `bound` is a known upper bound on the distance, or infinite.
 * Returns `leftToHost` without memory and for points that are too far away.
 */
export function findClosest(pointX: f64, pointY: f64, pointZ: f64, within: f64, bound: f64): i32 {
  const x = (pointX - originX) * scale, y = (pointY - originY) * scale, z = (pointZ - originZ) * scale;
  // False for NaN, by overflow.
  if (!(abs(x) <= maxCoordinate && abs(y) <= maxCoordinate && abs(z) <= maxCoordinate)) return leftToHost;
  clearHits();
  boxesTested = 1;
  trianglesTested = 0;
  beginUppers(1);
  limit = <f32>(min(within, bound) * scale) * slackFactor;
  descend(f32x4.splat(<f32>x), f32x4.splat(<f32>y), f32x4.splat(<f32>z));
  dropHitsBeyond(limit);
  storeCounts(boxesTested, trianglesTested);
  if (isFull) return leftToHost;
  return decideClosest(pointX, pointY, pointZ, within) ? isDecided : hitCount;
}

/**
 * Finds the triangles that may be among the `count` nearest to a point, no farther than `within`. Returns their number; the host decides among
 * them. Returns `leftToHost` without memory and for points that are too far away.
 */
export function findNearest(pointX: f64, pointY: f64, pointZ: f64, within: f64, count: u32): i32 {
  const x = (pointX - originX) * scale, y = (pointY - originY) * scale, z = (pointZ - originZ) * scale;
  // False for NaN, by overflow.
  if (!(abs(x) <= maxCoordinate && abs(y) <= maxCoordinate && abs(z) <= maxCoordinate) || !beginUppers(count)) return leftToHost;
  clearHits();
  boxesTested = 1;
  trianglesTested = 0;
  limit = <f32>(within * scale) * slackFactor;
  descend(f32x4.splat(<f32>x), f32x4.splat(<f32>y), f32x4.splat(<f32>z));
  dropHitsBeyond(limit);
  storeCounts(boxesTested, trianglesTested);
  return isFull ? leftToHost : hitCount;
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
  let top = bottom;
  let node = nodes;
  boxesTested += load<u32>(node, wideChildCountByte);
  let first = boxDistancesSq(node, x, y, z), second = boxDistancesSq(node + 16, x, y, z);
  for (;;) {
    // Infinite distances stay out of reach even while there is no limit.
    const reachSq = min(limit * limit * slackFactor, f32.MAX_VALUE);
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
      if (isFull) return;
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
  if (!mayReach(block, x, y, z, limit)) return;
  measureBlock(block, x, y, z);
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
