import {
  blockBytes, blockMask, blockRowBytes, blockTrianglesByte, moreBlocks, noReference, noTriangle, wideChildCountByte, wideNodeBytes, wideReferencesByte,
} from '../../../tree/wide/words';
import { originX, originY, originZ, scale } from '../frame';
import { clearHits, dropHitsBeyond, hitCount, isFull, keepHit } from '../hits';
import { nearestFirst } from '../nearest-first';
import { tell } from '../ray/ray-hits';
import { blocks, nodes, stack } from '../tree';
import { atLeast, atMost, distanceSlack, measureBlock } from './block-distance';
import { boxDistancesSq } from './sphere';

/** Answer as of `castRay`. */
const leftToHost: i32 = -1;
/** Beyond it, in units of the frame, distances are off by more than `distanceSlack`. */
const mostCoordinate: f64 = 2;
/** Rounding of squares and of the limit. */
const generous: f32 = 1.00000095367431640625;

let boxesTested: u32 = 0;
let trianglesTested: u32 = 0;
/** The closest triangle is no farther than this, if it is to be known. */
let limit: f32 = 0;

/**
 * The triangles that may be closest to a point and no farther than `within`, as far as f32 tells: mostly one or few. The host decides
 * among them. Where there is no memory for more, or the point is too far away, all is left to the host.
 */
export function findClosest(pointX: f64, pointY: f64, pointZ: f64, within: f64): i32 {
  const x = (pointX - originX) * scale, y = (pointY - originY) * scale, z = (pointZ - originZ) * scale;
  // False for NaN, by overflow.
  if (!(abs(x) <= mostCoordinate && abs(y) <= mostCoordinate && abs(z) <= mostCoordinate)) return leftToHost;
  clearHits();
  boxesTested = 1;
  trianglesTested = 0;
  limit = <f32>(within * scale) * generous;
  descend(f32x4.splat(<f32>x), f32x4.splat(<f32>y), f32x4.splat(<f32>z));
  dropHitsBeyond(limit);
  tell(boxesTested, trianglesTested);
  return isFull ? leftToHost : hitCount;
}

/** A reference that no leaf has. */
const none: i32 = <i32>noReference;

/** The nearest child first; the other ones wait, the nearer the higher, with the squares of their distances. */
function descend(x: v128, y: v128, z: v128): void {
  const bottom = stack;
  let top = bottom;
  let reference: i32 = 0;
  for (;;) {
    const limitSq = limit * limit * generous;
    while (reference >= 0) {
      const node = nodes + <usize>reference * wideNodeBytes;
      boxesTested += load<u32>(node, wideChildCountByte);
      const first = boxDistancesSq(node, x, y, z), second = boxDistancesSq(node + 16, x, y, z);
      const limits = f32x4.splat(limitSq);
      // Free places are infinitely far, and so may the limit be.
      const places = <i32>((1 << load<u32>(node, wideChildCountByte)) - 1);
      const bits = (i32x4.bitmask(f32x4.le(first, limits)) | (i32x4.bitmask(f32x4.le(second, limits)) << 4)) & places;
      if (bits == 0) {
        reference = none;
        break;
      }
      // Above the top of the stack they are in nobody's way.
      const distances = top + 64;
      v128.store(distances, first);
      v128.store(distances, second, 16);
      reference = <i32>nearestFirst(bits, node + wideReferencesByte, distances, top);
      top += <usize>(popcnt(bits) - 1) << 3;
    }
    if (reference != none) testLeaf(reference, x, y, z);
    if (isFull) return;
    const reachSq = limit * limit * generous;
    do {
      if (top == bottom) return;
      top -= 8;
    } while (load<f32>(top, 4) > reachSq);
    reference = load<i32>(top);
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

/** The squares of how far a point lies outside of four triangles' intervals along an axis. */
// @ts-ignore: decorator
@inline
function outsideSq(row: usize, point: v128): v128 {
  const a = v128.load(row), b = v128.load(row, 3 * blockRowBytes), c = v128.load(row, 6 * blockRowBytes);
  const below = f32x4.sub(f32x4.pmin(f32x4.pmin(a, b), c), point), above = f32x4.sub(point, f32x4.pmax(f32x4.pmax(a, b), c));
  const out = f32x4.pmax(f32x4.pmax(below, above), f32x4.splat(0));
  return f32x4.mul(out, out);
}

function testBlock(block: usize, x: v128, y: v128, z: v128): void {
  const free = i32x4.eq(v128.load(block, blockTrianglesByte), i32x4.splat(noTriangle));
  trianglesTested += 4 - popcnt(i32x4.bitmask(free));
  // Most are too far away by their boxes alone, which takes a sixth of the time.
  const boxesSq = f32x4.add(f32x4.add(outsideSq(block, x), outsideSq(block + blockRowBytes, y)), outsideSq(block + 2 * blockRowBytes, z));
  const reach = limit + distanceSlack;
  if (!v128.any_true(f32x4.le(boxesSq, f32x4.splat(reach * reach * generous)))) return;
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
    keepHit(load<u32>(block + (<usize>lane << 2), blockTrianglesByte) & ~moreBlocks, <f64>bound);
  } while (bits != 0);
}
