import {
  blockBytes, blockMask, blockTrianglesByte, moreBlocks, freeTriangle, wideChildCountByte, wideNodeBytes, wideReferencesByte, wideRowBytes,
} from '../../layouts/wide-tree';
import { leftToHost, sweepMiss, unsureSweep } from '../../layouts/query-result';
import { scale } from '../frame';
import { clearHits, dropHitsBeyond, hitCount, isFull, keepHit } from '../hits';
import { nearestFirst } from '../nearest-first';
import { storeCounts } from '../result';
import { blocks, nodes, stack } from '../tree';
import { boundLengths, firstLengths, lastLengths, lengthSlack } from './block-lengths';
import { decideSweep } from './decide-sweep';
import { enters, firstCornerByte, inverseByte, isUnfit, lastCornerByte, nearRowByte, path, pathLength, setPath, speed } from './path';

/** Smaller spheres, in units of the frame, are left to the host: no length would be bounded from above. */
const minRadius: f64 = 0.000244140625;

let boxesTested: u32 = 0;
let trianglesTested: u32 = 0;
/** Upper bound on the length of the first contact, and up to where triangles are wanted beyond it. */
let limit: f32 = 0;
let window: f32 = 0;

/**
 * Finds the first contact of a moving sphere, with an interval of at most `maxInterval` in time. Mostly returns `sweepMiss`, or `sweepHit` or
 * `startsInside` with the triangle in the result. Otherwise returns the number of hits that may be touched first; the host decides among
 * them. Returns `leftToHost` without memory, and for a motion or sphere that is too large, too small or too far away for f32.
 */
export function sweepSphere(
  fromX: f64, fromY: f64, fromZ: f64, motionX: f64, motionY: f64, motionZ: f64, radius: f64, maxInterval: f64,
): i32 {
  clearHits();
  boxesTested = 1;
  trianglesTested = 0;
  if (!(radius * scale >= minRadius)) return leftToHost;
  const state = setPath(fromX, fromY, fromZ, motionX, motionY, motionZ, -radius, -radius, -radius, radius, radius, radius);
  if (state == isUnfit) return leftToHost;
  if (state == enters) {
    limit = <f32>pathLength + lengthSlack;
    // An interval may begin one length of it before the contact, and that of the first triangle may end one after. The slack is for rounding.
    window = <f32>min(2 * maxInterval * speed, pathLength) + lengthSlack;
    descend(<f32>(radius * scale));
    dropHitsBeyond(limit + window);
  }
  storeCounts(boxesTested, trianglesTested);
  if (isFull) return leftToHost;
  if (hitCount == 0) return sweepMiss;
  const outcome = decideSweep(fromX, fromY, fromZ, motionX, motionY, motionZ, radius, maxInterval);
  return outcome == unsureSweep ? hitCount : outcome;
}

/** Visits the child first that the box around the sphere enters first. The error of an entry is less than the padding of the boxes: see `ray/traverse.ts`. */
function descend(radius: f32): void {
  const p = path;
  const fx = v128.load(p, firstCornerByte), fy = v128.load(p, firstCornerByte + 16), fz = v128.load(p, firstCornerByte + 32);
  const lx = v128.load(p, lastCornerByte), ly = v128.load(p, lastCornerByte + 16), lz = v128.load(p, lastCornerByte + 32);
  const ix = v128.load(p, inverseByte), iy = v128.load(p, inverseByte + 16), iz = v128.load(p, inverseByte + 32);
  const base = nodes;
  const nearX = base + load<u32>(p, nearRowByte), nearY = base + load<u32>(p, nearRowByte + 4), nearZ = base + load<u32>(p, nearRowByte + 8);
  // The other row of each pair.
  const farX = 2 * base + wideRowBytes - nearX, farY = 2 * base + 5 * wideRowBytes - nearY, farZ = 2 * base + 9 * wideRowBytes - nearZ;
  const zero = f32x4.splat(0);
  const bottom = stack;
  let top = bottom;
  let reference: i32 = 0;
  let entry: f32 = 0;
  for (;;) {
    if (reference >= 0) {
      const limits = f32x4.splat(limit + window);
      const at = <usize>reference * wideNodeBytes;
      boxesTested += load<u32>(base + at, wideChildCountByte);
      const near0 = f32x4.pmax(
        f32x4.pmax(zero, f32x4.mul(f32x4.sub(v128.load(nearX + at), fx), ix)),
        f32x4.pmax(f32x4.mul(f32x4.sub(v128.load(nearY + at), fy), iy), f32x4.mul(f32x4.sub(v128.load(nearZ + at), fz), iz)),
      );
      const far0 = f32x4.pmin(
        f32x4.pmin(limits, f32x4.mul(f32x4.sub(v128.load(farX + at), lx), ix)),
        f32x4.pmin(f32x4.mul(f32x4.sub(v128.load(farY + at), ly), iy), f32x4.mul(f32x4.sub(v128.load(farZ + at), lz), iz)),
      );
      const near1 = f32x4.pmax(
        f32x4.pmax(zero, f32x4.mul(f32x4.sub(v128.load(nearX + at, 16), fx), ix)),
        f32x4.pmax(f32x4.mul(f32x4.sub(v128.load(nearY + at, 16), fy), iy), f32x4.mul(f32x4.sub(v128.load(nearZ + at, 16), fz), iz)),
      );
      const far1 = f32x4.pmin(
        f32x4.pmin(limits, f32x4.mul(f32x4.sub(v128.load(farX + at, 16), lx), ix)),
        f32x4.pmin(f32x4.mul(f32x4.sub(v128.load(farY + at, 16), ly), iy), f32x4.mul(f32x4.sub(v128.load(farZ + at, 16), lz), iz)),
      );
      const bits = i32x4.bitmask(f32x4.le(near0, far0)) | (i32x4.bitmask(f32x4.le(near1, far1)) << 4);
      if (bits != 0) {
        // The memory above the top of the stack is free.
        const distances = top + 64;
        v128.store(distances, near0);
        v128.store(distances, near1, 16);
        const key = nearestFirst(bits, base + at + wideReferencesByte, distances, top);
        top += <usize>(popcnt(bits) - 1) << 3;
        reference = <i32>key;
        entry = reinterpret<f32>(<i32>(key >> 32));
        continue;
      }
    } else {
      testLeaf(reference, entry, radius);
      if (isFull) return;
    }
    do {
      if (top == bottom) return;
      top -= 8;
      entry = load<f32>(top, 4);
    } while (entry > limit + window);
    reference = load<i32>(top);
  }
}

function testLeaf(reference: i32, entry: f32, radius: f32): void {
  let block = blocks + <usize>(reference & blockMask) * blockBytes;
  for (;;) {
    testBlock(block, entry, radius);
    if (load<i32>(block, blockTrianglesByte) >= 0) return;
    block += blockBytes;
  }
}

function testBlock(block: usize, entry: f32, radius: f32): void {
  const free = i32x4.eq(v128.load(block, blockTrianglesByte), i32x4.splat(freeTriangle));
  trianglesTested += 4 - popcnt(i32x4.bitmask(free));
  let bits = boundLengths(block, free, entry, radius, limit, window);
  if (bits == 0) return;
  const firsts = firstLengths;
  let lasts = lastLengths;
  lasts = f32x4.pmin(lasts, v128.shuffle<f32>(lasts, lasts, 2, 3, 0, 1));
  lasts = f32x4.pmin(lasts, v128.shuffle<f32>(lasts, lasts, 1, 0, 3, 2));
  limit = min(limit, f32x4.extract_lane(lasts, 0));
  do {
    const lane = ctz(bits);
    bits &= bits - 1;
    const first = lane == 0 ? f32x4.extract_lane(firsts, 0) : lane == 1 ? f32x4.extract_lane(firsts, 1) : lane == 2 ? f32x4.extract_lane(firsts, 2) : f32x4.extract_lane(firsts, 3);
    const at = block + (<usize>lane << 2);
    keepHit(load<u32>(at, blockTrianglesByte) & ~moreBlocks, <f64>first, at);
  } while (bits != 0);
}
