import {
  blockBytes, blockMask, blockTrianglesByte, maxSideExponent, moreBlocks, freeTriangle, sideShift, wideChildCountByte, wideNodeBytes, wideReferencesByte, wideRowBytes,
} from '../../layouts/wide-tree';
import { crossingsMode, leftToHost, noStartTriangle, outOfMemory, undecidedCrossings } from '../../layouts/query-result';
import { scale } from '../frame';
import { hitCount, isFull } from '../hits';
import { nearestFirst } from '../nearest-first';
import { storeCounts } from '../result';
import { blocks, nodes, stack } from '../tree';
import { testBlock } from './block';
import { beginHits, crossings, decide, isUncertain, limitFromStart, storeFirstHit } from './ray-hits';
import { entered, enters, far, inverseByte, isTooFar, limitInFrame, nearRowByte, ray, setRay, startByte, widenToSegment } from './ray';

/** Numbers of boxes and triangles tested. */
let boxesTested: u32 = 0;
let trianglesTested: u32 = 0;

/**
 * Casts a ray and returns the number of hits, at most 1 for the modes first and any; mode all finds them in no particular order. `start` is
 * `noStartTriangle`, or a triangle to start with, whose corners the host has written to the result.
 */
export function castRay(ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, end: f64, mode: i32, culls: bool, start: i32): i32 {
  boxesTested = 1;
  trianglesTested = 0;
  beginHits(mode, culls);
  const state = setRay(ox, oy, oz, dx, dy, dz, end);
  if (state == isTooFar) return leftToHost;
  if (state == enters) {
    let limit = far;
    if (start != noStartTriangle) {
      trianglesTested = 1;
      limit = limitFromStart(start);
    }
    if (limit >= 0 && reachesBox(limit)) descend(limit);
  }
  storeCounts(boxesTested, trianglesTested);
  storeFirstHit();
  return isFull ? outOfMemory : hitCount;
}

/**
 * Finds the triangles that a segment hits, as `castRay`. Its ends are exact: the host decides what the rounding of the direction leaves open. The
 * length must be far from the limits of f64.
 */
export function castSegment(fromX: f64, fromY: f64, fromZ: f64, toX: f64, toY: f64, toZ: f64, mode: i32, culls: bool): i32 {
  boxesTested = 1;
  trianglesTested = 0;
  beginHits(mode, culls);
  const dx = toX - fromX, dy = toY - fromY, dz = toZ - fromZ;
  const length = sqrt(dx * dx + dy * dy + dz * dz);
  const state = setRay(fromX, fromY, fromZ, dx, dy, dz, length * (1 + 9.094947017729282e-13));
  if (state == isTooFar) return leftToHost;
  widenToSegment(length);
  if (state == enters && reachesBox(far)) descend(far);
  storeCounts(boxesTested, trianglesTested);
  storeFirstHit();
  return isFull ? outOfMemory : hitCount;
}

/** Whether a ray enters the box of the root before its end. The padding of the box is more than the rounding here. */
// @ts-ignore: decorator
@inline
function reachesBox(limit: f64): bool {
  return !(entered > limit * scale);
}

/** Returns how often an endless ray crosses the surface: back faces less front faces. Returns `undecidedCrossings` where f64 does not decide. */
export function countCrossings(ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64): i32 {
  boxesTested = 1;
  trianglesTested = 0;
  beginHits(crossingsMode, false);
  const state = setRay(ox, oy, oz, dx, dy, dz, f64.POSITIVE_INFINITY);
  if (state == enters) descend(far);
  storeCounts(boxesTested, trianglesTested);
  return state == isTooFar || isUncertain ? undecidedCrossings : crossings;
}

/**
 * Visits the nearest child first and skips what lies beyond the best hit.
 *
 * The ray reaches the planes of a slab at (plane − start) · inverse, with an error below 3.1·2⁻²⁴ of that. Along the axis of the slab this is
 * less than 2⁻²¹, and all boxes are padded by more. So nothing needs to be widened here, and NaN, where a parallel ray starts on a plane,
 * may count as a miss or not. Free places fail every comparison. Minimum and maximum return the first operand where the second is NaN.
 */
function descend(firstLimit: f64): void {
  const r = ray;
  const ox = v128.load(r, startByte), oy = v128.load(r, startByte + 16), oz = v128.load(r, startByte + 32);
  const ix = v128.load(r, inverseByte), iy = v128.load(r, inverseByte + 16), iz = v128.load(r, inverseByte + 32);
  const base = nodes;
  const nearX = base + load<u32>(r, nearRowByte), nearY = base + load<u32>(r, nearRowByte + 4), nearZ = base + load<u32>(r, nearRowByte + 8);
  // The other row of each pair.
  const farX = 2 * base + wideRowBytes - nearX, farY = 2 * base + 5 * wideRowBytes - nearY, farZ = 2 * base + 9 * wideRowBytes - nearZ;
  const zero = f32x4.splat(0);
  let limit = firstLimit;
  let limit32 = limitInFrame(limit);
  const bottom = stack;
  let top = bottom;
  let reference: i32 = 0;
  for (;;) {
    const limits = f32x4.splat(limit32);
    while (reference >= 0) {
      const at = <usize>reference * wideNodeBytes;
      boxesTested += load<u32>(base + at, wideChildCountByte);
      // The memory above the top of the stack is free. Entries are stored before the far rows are loaded: V8 keeps the order of loads and stores, and
      // computes as late as it can. Without these stores it loads twelve rows first, which do not fit in the registers.
      const distances = top + 64;
      const near0 = f32x4.pmax(
        f32x4.pmax(zero, f32x4.mul(f32x4.sub(v128.load(nearX + at), ox), ix)),
        f32x4.pmax(f32x4.mul(f32x4.sub(v128.load(nearY + at), oy), iy), f32x4.mul(f32x4.sub(v128.load(nearZ + at), oz), iz)),
      );
      v128.store(distances, near0);
      const near1 = f32x4.pmax(
        f32x4.pmax(zero, f32x4.mul(f32x4.sub(v128.load(nearX + at, 16), ox), ix)),
        f32x4.pmax(f32x4.mul(f32x4.sub(v128.load(nearY + at, 16), oy), iy), f32x4.mul(f32x4.sub(v128.load(nearZ + at, 16), oz), iz)),
      );
      v128.store(distances, near1, 16);
      const far0 = f32x4.pmin(
        f32x4.pmin(limits, f32x4.mul(f32x4.sub(v128.load(farX + at), ox), ix)),
        f32x4.pmin(f32x4.mul(f32x4.sub(v128.load(farY + at), oy), iy), f32x4.mul(f32x4.sub(v128.load(farZ + at), oz), iz)),
      );
      const far1 = f32x4.pmin(
        f32x4.pmin(limits, f32x4.mul(f32x4.sub(v128.load(farX + at, 16), ox), ix)),
        f32x4.pmin(f32x4.mul(f32x4.sub(v128.load(farY + at, 16), oy), iy), f32x4.mul(f32x4.sub(v128.load(farZ + at, 16), oz), iz)),
      );
      const bits = i32x4.bitmask(f32x4.le(near0, far0)) | (i32x4.bitmask(f32x4.le(near1, far1)) << 4);
      if (bits != 0) {
        const references = base + at + wideReferencesByte;
        if ((bits & (bits - 1)) == 0) {
          reference = load<i32>(references + (<usize>ctz(bits) << 2));
          continue;
        }
        reference = <i32>nearestFirst(bits, references, distances, top);
        top += <usize>(popcnt(bits) - 1) << 3;
        continue;
      }
      do {
        if (top == bottom) return;
        top -= 8;
      } while (load<f32>(top, 4) > limit32);
      reference = load<i32>(top);
    }
    const exponent = (reference >> sideShift) & maxSideExponent;
    // 2^(-15 - e) + 2^-35
    const bound = reinterpret<f32>(<u32>(112 - exponent) << 23) + <f32>2.9103830456733704e-11;
    let block = blocks + <usize>(reference & blockMask) * blockBytes;
    for (;;) {
      trianglesTested += 4 - popcnt(i32x4.bitmask(i32x4.eq(v128.load(block, blockTrianglesByte), i32x4.splat(freeTriangle))));
      let bits = testBlock(block, bound, limit32);
      while (bits != 0) {
        const lane = ctz(bits);
        bits &= bits - 1;
        const next = decide(block, lane, load<u32>(block + (<usize>lane << 2), blockTrianglesByte) & ~moreBlocks, limit);
        if (next < limit) {
          if (next < 0) return;
          limit = next;
          limit32 = limitInFrame(limit);
        }
      }
      if (load<i32>(block, blockTrianglesByte) >= 0) break;
      block += blockBytes;
    }
    do {
      if (top == bottom) return;
      top -= 8;
    } while (load<f32>(top, 4) > limit32);
    reference = load<i32>(top);
  }
}
