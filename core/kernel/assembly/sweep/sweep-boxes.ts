import {
  blockBytes, blockMask, blockRowBytes, blockTrianglesByte, moreBlocks, freeTriangle, wideChildCountByte, wideNodeBytes, wideReferencesByte, wideRowBytes,
} from '../../layouts/wide-tree';
import { leftToHost } from '../../layouts/query-result';
import { clearHits, hitCount, isFull, keepHit } from '../hits';
import { nearestFirst } from '../nearest-first';
import { storeCounts } from '../result';
import { blocks, nodes, stack } from '../tree';
import {
  enters, firstCornerByte, inverseByte, isUnfit, lastCornerByte, lengthAt, nearRowByte, path, setPath, unitByte,
} from './path';

/** More than the rounding of a corner in f32 and of the arithmetic here, in units of the frame: the padding of the boxes of nodes. */
const cornerPadding: f32 = 9.5367431640625e-7;

let boxesTested: u32 = 0;
let trianglesTested: u32 = 0;
/** The stack between two calls: where it ends, the reference that is next, and the length at which its box is entered. */
let top: usize = 0;
let reference: i32 = 0;
let entry: f32 = 0;
let isDone: bool = true;

/**
 * Begins a search for the first contact of a moving shape, given the box around it relative to the moving point. Returns `leftToHost` for a motion or
 * shape that is too large or too far away for f32.
 */
export function beginSweep(
  fromX: f64, fromY: f64, fromZ: f64, motionX: f64, motionY: f64, motionZ: f64,
  lowX: f64, lowY: f64, lowZ: f64, highX: f64, highY: f64, highZ: f64,
): i32 {
  boxesTested = 1;
  trianglesTested = 0;
  const state = setPath(fromX, fromY, fromZ, motionX, motionY, motionZ, lowX, lowY, lowZ, highX, highY, highZ);
  if (state == isUnfit) return leftToHost;
  top = stack;
  reference = 0;
  entry = 0;
  isDone = state != enters;
  return 0;
}

/**
 * Goes on to the next leaf with triangles whose boxes the box of the shape overlaps before `limitTime`. Leaves come in the order in which their boxes
 * are entered. Returns the number of these triangles, which are the hits; 0 where no leaf is left.
 */
export function nextSwept(limitTime: f64): i32 {
  clearHits();
  if (!isDone) descend(lengthAt(limitTime));
  storeCounts(boxesTested, trianglesTested);
  return isFull ? leftToHost : hitCount;
}

function descend(limit: f32): void {
  const p = path;
  const fx = v128.load(p, firstCornerByte), fy = v128.load(p, firstCornerByte + 16), fz = v128.load(p, firstCornerByte + 32);
  const lx = v128.load(p, lastCornerByte), ly = v128.load(p, lastCornerByte + 16), lz = v128.load(p, lastCornerByte + 32);
  const ix = v128.load(p, inverseByte), iy = v128.load(p, inverseByte + 16), iz = v128.load(p, inverseByte + 32);
  const base = nodes;
  const nearX = base + load<u32>(p, nearRowByte), nearY = base + load<u32>(p, nearRowByte + 4), nearZ = base + load<u32>(p, nearRowByte + 8);
  // The other row of each pair.
  const farX = 2 * base + wideRowBytes - nearX, farY = 2 * base + 5 * wideRowBytes - nearY, farZ = 2 * base + 9 * wideRowBytes - nearZ;
  const zero = f32x4.splat(0), limits = f32x4.splat(limit);
  const bottom = stack;
  for (;;) {
    if (entry <= limit) {
      if (reference < 0) testLeaf(reference, limit);
      else {
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
      }
    }
    if (top == bottom) {
      isDone = true;
      return;
    }
    top -= 8;
    entry = load<f32>(top, 4);
    reference = load<i32>(top);
    if (hitCount > 0) return;
  }
}

function testLeaf(leaf: i32, limit: f32): void {
  let block = blocks + <usize>(leaf & blockMask) * blockBytes;
  for (;;) {
    const free = i32x4.eq(v128.load(block, blockTrianglesByte), i32x4.splat(freeTriangle));
    trianglesTested += 4 - popcnt(i32x4.bitmask(free));
    const near = f32x4.pmax(f32x4.pmax(f32x4.splat(0), nearAlong(block, 0)), f32x4.pmax(nearAlong(block, 1), nearAlong(block, 2)));
    const far = f32x4.pmin(f32x4.pmin(f32x4.splat(limit), farAlong(block, 0)), f32x4.pmin(farAlong(block, 1), farAlong(block, 2)));
    let bits = i32x4.bitmask(v128.andnot(f32x4.le(near, far), free));
    while (bits != 0) {
      const lane = ctz(bits);
      bits &= bits - 1;
      keepHit(load<u32>(block + (<usize>lane << 2), blockTrianglesByte) & ~moreBlocks, 0);
    }
    if (isFull || load<i32>(block, blockTrianglesByte) >= 0) return;
    block += blockBytes;
  }
}

/** Returns the lengths at which the box of the shape reaches the sides of four triangles along an axis. */
// @ts-ignore: decorator
@inline
function nearAlong(block: usize, axis: usize): v128 {
  return lengthsTo(block, axis, firstCornerByte, f32x4.extract_lane(v128.load(path + 16 * axis, unitByte), 0) < 0);
}

/** Returns the lengths at which it has left them. */
// @ts-ignore: decorator
@inline
function farAlong(block: usize, axis: usize): v128 {
  return lengthsTo(block, axis, lastCornerByte, f32x4.extract_lane(v128.load(path + 16 * axis, unitByte), 0) >= 0);
}

// @ts-ignore: decorator
@inline
function lengthsTo(block: usize, axis: usize, cornerByte: usize, isHigh: bool): v128 {
  const at = block + axis * blockRowBytes;
  const a = v128.load(at), b = v128.load(at, 3 * blockRowBytes), c = v128.load(at, 6 * blockRowBytes);
  const side = isHigh
    ? f32x4.add(f32x4.pmax(f32x4.pmax(a, b), c), f32x4.splat(cornerPadding))
    : f32x4.sub(f32x4.pmin(f32x4.pmin(a, b), c), f32x4.splat(cornerPadding));
  const p = path + 16 * axis;
  return f32x4.mul(f32x4.sub(side, v128.load(p + cornerByte)), v128.load(p, inverseByte));
}
