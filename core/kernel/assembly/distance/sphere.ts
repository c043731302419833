import {
  blockBytes, blockMask, blockTrianglesByte, moreBlocks, freeTriangle, wideChildCountByte, wideNodeBytes, wideReferencesByte, wideRowBytes,
} from '../../layouts/wide-tree';
import { leftToHost, outOfMemory } from '../../layouts/query-result';
import { originX, originY, originZ, scale } from '../frame';
import { clearHits, hitCount, isFull, keepHit } from '../hits';
import { storeCounts } from '../result';
import { blocks, nodes, stack } from '../tree';
import { distanceSlack, lowerBounds, upperBounds, mayReach, measureBlock, slackCoordinate } from './block-distance';

/** Returns whether the sphere of the query touches a triangle, by exact arithmetic where needed. */
// @ts-ignore: decorator
@external("host", "touches")
declare function touches(triangle: u32): i32;

/** Beyond it, in units of the frame, the error of distances is more than `distanceSlack`. */
const maxRadius: f64 = 4;
/** Factor for the rounding of squares. */
const slackFactor: f32 = 1.00000095367431640625;

let boxesTested: u32 = 0;
let trianglesTested: u32 = 0;

/** Finds the triangles that a sphere touches, in no particular order, and returns their number. With `isAny` it stops at the first block with one. */
export function touchSphere(centerX: f64, centerY: f64, centerZ: f64, radius: f64, isAny: bool): i32 {
  const x = (centerX - originX) * scale, y = (centerY - originY) * scale, z = (centerZ - originZ) * scale, r = radius * scale;
  // False for NaN, by overflow.
  if (!(abs(x) <= slackCoordinate && abs(y) <= slackCoordinate && abs(z) <= slackCoordinate && r <= maxRadius)) return leftToHost;
  clearHits();
  boxesTested = 1;
  trianglesTested = 0;
  descend(f32x4.splat(<f32>x), f32x4.splat(<f32>y), f32x4.splat(<f32>z), <f32>r, isAny);
  storeCounts(boxesTested, trianglesTested);
  return isFull ? outOfMemory : hitCount;
}

/** Returns the square of the distance of a coordinate to an interval; +Inf for a free place. */
// @ts-ignore: decorator
@inline
function outsideSq(at: usize, point: v128): v128 {
  const out = f32x4.pmax(f32x4.pmax(f32x4.sub(v128.load(at), point), f32x4.sub(point, v128.load(at, wideRowBytes))), f32x4.splat(0));
  return f32x4.mul(out, out);
}

/** Returns the squared distances of a point to four boxes. They are lower bounds for the content of the boxes, which are padded by twice the rounding. */
// @ts-ignore: decorator
@inline
export function boxDistancesSq(node: usize, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(outsideSq(node, x), outsideSq(node + 2 * wideRowBytes, y)), outsideSq(node + 4 * wideRowBytes, z));
}

function descend(x: v128, y: v128, z: v128, radius: f32, isAny: bool): void {
  const reachSq = f32x4.splat(radius * radius * slackFactor);
  const bottom = stack;
  let top = bottom;
  let reference: u32 = 0;
  for (;;) {
    if (<i32>reference >= 0) {
      const node = nodes + <usize>reference * wideNodeBytes;
      boxesTested += load<u32>(node, wideChildCountByte);
      const first = boxDistancesSq(node, x, y, z), second = boxDistancesSq(node + 16, x, y, z);
      let bits = i32x4.bitmask(f32x4.le(first, reachSq)) | (i32x4.bitmask(f32x4.le(second, reachSq)) << 4);
      while (bits != 0) {
        store<u32>(top, load<u32>(node + (<usize>ctz(bits) << 2), wideReferencesByte));
        top += 8;
        bits &= bits - 1;
      }
    } else {
      let block = blocks + <usize>(reference & blockMask) * blockBytes;
      for (;;) {
        testBlock(block, x, y, z, radius);
        if (isFull || (isAny && hitCount > 0)) return;
        if (load<i32>(block, blockTrianglesByte) >= 0) break;
        block += blockBytes;
      }
    }
    if (top == bottom) return;
    top -= 8;
    reference = load<u32>(top);
  }
}

function testBlock(block: usize, x: v128, y: v128, z: v128, radius: f32): void {
  const free = i32x4.bitmask(i32x4.eq(v128.load(block, blockTrianglesByte), i32x4.splat(freeTriangle)));
  trianglesTested += 4 - popcnt(free);
  if (!mayReach(block, x, y, z, radius, distanceSlack)) return;
  measureBlock(block, x, y, z, distanceSlack);
  const limit = f32x4.splat(radius);
  const inside = i32x4.bitmask(f32x4.lt(upperBounds, limit));
  let bits = (i32x4.bitmask(f32x4.gt(lowerBounds, limit)) | free) ^ 15;
  while (bits != 0) {
    const lane = ctz(bits);
    bits &= bits - 1;
    const triangle = load<u32>(block + (<usize>lane << 2), blockTrianglesByte) & ~moreBlocks;
    if (((inside >> lane) & 1) != 0 || touches(triangle) != 0) keepHit(triangle, 0);
  }
}
