import { blockBytes, blockMask, blockTrianglesByte, wideNodeBytes, wideReferencesByte } from '../../layouts/wide-tree';
import { nearestFirst } from '../nearest-first';
import { blocks, nodes, stack, stackBytes } from '../tree';
import { decideBlock, edgeBound } from './decide-block';
import { axesByte, entryByte, farRowX, farRowY, farRowZ, inverseByte, limitByte, nearRowX, nearRowY, nearRowZ } from './prepared-ray';
import { turns } from './ray-memory';
import { bottomByte, rayByte, referenceByte, topByte, touchedByte, turnBytes } from './turn';

/**
 * Finds the first or any hit of prepared rays and writes it to their records. The list has u32 addresses of records. Two rays are traced in turns. Each turn ends
 * at the next leaf of the ray. The leaf is loaded from memory during the turn of the other ray. Triangles are decided in f32, or the ray is marked as unsure.
 */
export function traceRays(list: usize, end: usize): void {
  let next = list;
  let last = turns;
  let bottom = stack;
  for (; next < end && last < turns + 2 * turnBytes; next += 4) {
    beginRay(last, load<u32>(next), bottom);
    bottom += stackBytes;
    last += turnBytes;
  }
  let turn = turns;
  while (last > turns) {
    if (findLeaf(turn)) turn += turnBytes;
    else if (next < end) {
      beginRay(turn, load<u32>(next), load<u32>(turn, bottomByte));
      next += 4;
    } else {
      last -= turnBytes;
      v128.store(turn, v128.load(last));
    }
    if (turn >= last) turn = turns;
  }
}

/** Begins a ray at the root. */
// @ts-ignore: decorator
@inline
function beginRay(turn: usize, r: u32, bottom: usize): void {
  store<u32>(turn, r, rayByte);
  store<u32>(turn, <u32>bottom, topByte);
  store<u32>(turn, <u32>bottom, bottomByte);
  store<i32>(turn, 0, referenceByte);
}

/** Tests the leaf that a ray has reached, and finds its next one; false at the end of the ray. The descent is that of `ray/traverse.ts`, without counts. */
// @ts-ignore: decorator
@inline
function findLeaf(turn: usize): bool {
  const r = <usize>load<u32>(turn, rayByte);
  const bottom = <usize>load<u32>(turn, bottomByte);
  let top = <usize>load<u32>(turn, topByte);
  let reference = load<i32>(turn, referenceByte);
  let limit = load<f32>(r, limitByte);
  if (reference < 0) {
    limit = testLeaf(r, reference);
    top = nextWithin(limit, top, bottom);
    if (top == 0) return false;
    reference = load<i32>(top);
  }
  if (reference >= 0) {
    const ox = v128.load32_splat(r, entryByte), oy = v128.load32_splat(r, entryByte + 4), oz = v128.load32_splat(r, entryByte + 8);
    const ix = v128.load32_splat(r, inverseByte), iy = v128.load32_splat(r, inverseByte + 4), iz = v128.load32_splat(r, inverseByte + 8);
    const base = nodes;
    const axes = load<u32>(r, axesByte);
    const nearX = base + nearRowX(axes), nearY = base + nearRowY(axes), nearZ = base + nearRowZ(axes);
    const farX = base + farRowX(axes), farY = base + farRowY(axes), farZ = base + farRowZ(axes);
    const zero = f32x4.splat(0), limits = f32x4.splat(limit);
    do {
      const at = <usize>reference * wideNodeBytes;
      // `reserveStack` leaves room for the distances of entry above the deepest top. They are stored before the far rows are loaded: see `ray/traverse.ts`.
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
      const references = base + at + wideReferencesByte;
      if (bits == 0) {
        top = nextWithin(limit, top, bottom);
        if (top == 0) return false;
        reference = load<i32>(top);
      } else if ((bits & (bits - 1)) == 0) reference = load<i32>(references + (<usize>ctz(bits) << 2));
      else {
        reference = <i32>nearestFirst(bits, references, distances, top);
        top += <usize>(popcnt(bits) - 1) << 3;
      }
    } while (reference >= 0);
  }
  store<u32>(turn, <u32>top, topByte);
  store<i32>(turn, reference, referenceByte);
  const block = firstBlock(reference);
  store<u32>(turn, load<u32>(block) | load<u32>(block, 64) | load<u32>(block, 128), touchedByte);
  return true;
}

/** Takes what is not beyond the limit from the stack. Returns its address, where the new top is, or 0 if there is nothing. */
// @ts-ignore: decorator
@inline
function nextWithin(limit: f32, top: usize, bottom: usize): usize {
  let at = top;
  do {
    if (at == bottom) return 0;
    at -= 8;
  } while (load<f32>(at, 4) > limit);
  return at;
}

// @ts-ignore: decorator
@inline
function firstBlock(reference: i32): usize {
  return blocks + <usize>(reference & blockMask) * blockBytes;
}

/** Tests the triangles of a leaf and returns the limit on the distance of further hits; below 0 to end the search. */
// @ts-ignore: decorator
@inline
function testLeaf(r: usize, reference: i32): f32 {
  let limit: f32 = 0;
  const bound = edgeBound(reference);
  let block = firstBlock(reference);
  let isLast = false;
  do {
    limit = decideBlock(r, block, bound);
    isLast = load<i32>(block, blockTrianglesByte) >= 0;
    block += blockBytes;
  } while (!isLast && limit >= 0);
  return limit;
}
