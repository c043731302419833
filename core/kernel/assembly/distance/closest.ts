import {
  blockBytes, blockMask, blockTrianglesByte, moreBlocks, freeTriangle, wideChildCountByte, wideNodeBytes, wideReferencesByte,
} from '../../layouts/wide-tree';
import { isDecided, leftToHost } from '../../layouts/query-result';
import { originX, originY, originZ, scale } from '../frame';
import { clearHits, dropHitsBeyond, hitCount, isFull, keepHit } from '../hits';
import { storeCounts } from '../result';
import { blocks, nodes, stack } from '../tree';
import { atLeast, atMost, mayReach, measureBlock } from './block-distance';
import { decideClosest } from './decide-closest';
import { boxDistancesSq } from './sphere';

/** Beyond it, in units of the frame, distances are off by more than `distanceSlack`. */
const maxCoordinate: f64 = 2;
/** Rounding of squares and of the limit. */
const slackFactor: f32 = 1.00000095367431640625;

let boxesTested: u32 = 0;
let trianglesTested: u32 = 0;
/** The closest triangle is no farther than this, if it is to be known. */
let limit: f32 = 0;

/**
 * The triangle closest to a point and no farther than `within`, mostly `decided`: then it stands in the answer. Else the number of triangles that
 * may be closest, as far as f32 tells, of which the host finds out. `bound` is a distance known to be within reach, or infinite. Where there
 * is no memory for more, or the point is too far away, all is left to the host.
 */
export function findClosest(pointX: f64, pointY: f64, pointZ: f64, within: f64, bound: f64): i32 {
  const x = (pointX - originX) * scale, y = (pointY - originY) * scale, z = (pointZ - originZ) * scale;
  // False for NaN, by overflow.
  if (!(abs(x) <= maxCoordinate && abs(y) <= maxCoordinate && abs(z) <= maxCoordinate)) return leftToHost;
  clearHits();
  boxesTested = 1;
  trianglesTested = 0;
  limit = <f32>(min(within, bound) * scale) * slackFactor;
  descend(f32x4.splat(<f32>x), f32x4.splat(<f32>y), f32x4.splat(<f32>z));
  dropHitsBeyond(limit);
  storeCounts(boxesTested, trianglesTested);
  if (isFull) return leftToHost;
  return decideClosest(pointX, pointY, pointZ, within) ? isDecided : hitCount;
}

/** A waiting node: how far its children are, eight f32, then its address. A child that was entered is infinitely far, as free places are. */
const waitingBytes: usize = 48;
const waitingNodeByte: usize = 32;

/**
 * The nearest child first. A node waits whole, with the squares of its children's distances: sorting them took up to half of the time, and
 * most of those that wait are beyond the limit when their turn comes.
 */
function descend(x: v128, y: v128, z: v128): void {
  const bottom = stack;
  const infinite = f32x4.splat(f32.POSITIVE_INFINITY);
  let top = bottom;
  let node = nodes;
  boxesTested += load<u32>(node, wideChildCountByte);
  let first = boxDistancesSq(node, x, y, z), second = boxDistancesSq(node + 16, x, y, z);
  for (;;) {
    // Places that are infinitely far hold nothing, also while there is no limit.
    const reachSq = min(limit * limit * slackFactor, f32.MAX_VALUE);
    let least = f32x4.pmin(first, second);
    least = f32x4.pmin(v128.shuffle<f32>(least, least, 2, 3, 0, 1), least);
    least = f32x4.pmin(v128.shuffle<f32>(least, least, 1, 0, 3, 2), least);
    if (f32x4.extract_lane(least, 0) <= reachSq) {
      const lane = ctz(i32x4.bitmask(f32x4.eq(first, least)) | (i32x4.bitmask(f32x4.eq(second, least)) << 4));
      first = v128.bitselect(infinite, first, i32x4.eq(i32x4.splat(lane), i32x4(0, 1, 2, 3)));
      second = v128.bitselect(infinite, second, i32x4.eq(i32x4.splat(lane), i32x4(4, 5, 6, 7)));
      const reference = load<i32>(node + (<usize>lane << 2), wideReferencesByte);
      if (v128.any_true(f32x4.le(f32x4.pmin(first, second), f32x4.splat(reachSq)))) {
        v128.store(top, first);
        v128.store(top, second, 16);
        store<usize>(top, node, waitingNodeByte);
        top += waitingBytes;
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
    top -= waitingBytes;
    first = v128.load(top);
    second = v128.load(top, 16);
    node = load<usize>(top, waitingNodeByte);
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
  // What is no number says nothing, and is kept.
  let least = v128.bitselect(f32x4.splat(f32.POSITIVE_INFINITY), atMost, free);
  least = f32x4.pmin(v128.shuffle<f32>(least, least, 1, 0, 3, 2), least);
  least = f32x4.pmin(v128.shuffle<f32>(least, least, 2, 3, 0, 1), least);
  const most = f32x4.extract_lane(least, 0);
  if (most < limit) limit = most;
  let bits = (i32x4.bitmask(f32x4.gt(atLeast, f32x4.splat(limit))) | i32x4.bitmask(free)) ^ 15;
  if (bits == 0) return;
  const bounds = atLeast;
  do {
    const lane = ctz(bits);
    bits &= bits - 1;
    const bound = lane == 0 ? f32x4.extract_lane(bounds, 0) : lane == 1 ? f32x4.extract_lane(bounds, 1) : lane == 2 ? f32x4.extract_lane(bounds, 2) : f32x4.extract_lane(bounds, 3);
    const place = block + (<usize>lane << 2);
    keepHit(load<u32>(place, blockTrianglesByte) & ~moreBlocks, <f64>bound, place);
  } while (bits != 0);
}
