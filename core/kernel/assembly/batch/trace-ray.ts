import { blockBytes, blockMask, blockTrianglesByte, wideNodeBytes, wideReferencesByte } from '../../layouts/wide-tree';
import { nearestFirst } from '../nearest-first';
import { blocks, nodes, stack } from '../tree';
import { decideBlock, edgeBound, mayHit } from './decide-block';
import { axesByte, entryByte, farRowX, farRowY, farRowZ, inverseByte, limitByte, nearRowX, nearRowY, nearRowZ } from './prepared-ray';

/**
 * Finds the first or any hit of a prepared ray and writes it to its record. The descent is that of `ray/traverse.ts`, without counts. Triangles are decided in
 * f32, or the ray is marked as unsure.
 */
export function traceRay(r: usize): void {
  const ox = v128.load32_splat(r, entryByte), oy = v128.load32_splat(r, entryByte + 4), oz = v128.load32_splat(r, entryByte + 8);
  const ix = v128.load32_splat(r, inverseByte), iy = v128.load32_splat(r, inverseByte + 4), iz = v128.load32_splat(r, inverseByte + 8);
  const base = nodes;
  const axes = load<u32>(r, axesByte);
  const nearX = base + nearRowX(axes), nearY = base + nearRowY(axes), nearZ = base + nearRowZ(axes);
  const farX = base + farRowX(axes), farY = base + farRowY(axes), farZ = base + farRowZ(axes);
  const zero = f32x4.splat(0);
  let limit = load<f32>(r, limitByte);
  const bottom = stack;
  let top = bottom;
  let reference: i32 = 0;
  for (;;) {
    const limits = f32x4.splat(limit);
    while (reference >= 0) {
      const at = <usize>reference * wideNodeBytes;
      const near0 = f32x4.pmax(
        f32x4.pmax(zero, f32x4.mul(f32x4.sub(v128.load(nearX + at), ox), ix)),
        f32x4.pmax(f32x4.mul(f32x4.sub(v128.load(nearY + at), oy), iy), f32x4.mul(f32x4.sub(v128.load(nearZ + at), oz), iz)),
      );
      const far0 = f32x4.pmin(
        f32x4.pmin(limits, f32x4.mul(f32x4.sub(v128.load(farX + at), ox), ix)),
        f32x4.pmin(f32x4.mul(f32x4.sub(v128.load(farY + at), oy), iy), f32x4.mul(f32x4.sub(v128.load(farZ + at), oz), iz)),
      );
      const near1 = f32x4.pmax(
        f32x4.pmax(zero, f32x4.mul(f32x4.sub(v128.load(nearX + at, 16), ox), ix)),
        f32x4.pmax(f32x4.mul(f32x4.sub(v128.load(nearY + at, 16), oy), iy), f32x4.mul(f32x4.sub(v128.load(nearZ + at, 16), oz), iz)),
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
        // The memory above the top of the stack is free.
        const distances = top + 64;
        v128.store(distances, near0);
        v128.store(distances, near1, 16);
        reference = <i32>nearestFirst(bits, references, distances, top);
        top += <usize>(popcnt(bits) - 1) << 3;
        continue;
      }
      do {
        if (top == bottom) return;
        top -= 8;
      } while (load<f32>(top, 4) > limit);
      reference = load<i32>(top);
    }
    limit = testLeaf(r, reference, limit);
    do {
      if (top == bottom) return;
      top -= 8;
    } while (load<f32>(top, 4) > limit);
    reference = load<i32>(top);
  }
}

/** Tests the triangles of a leaf and returns the limit on the distance of further hits; below 0 to end the search. */
// @ts-ignore: decorator
@inline
function testLeaf(r: usize, reference: i32, before: f32): f32 {
  let limit = before;
  const bound = edgeBound(reference);
  let block = blocks + <usize>(reference & blockMask) * blockBytes;
  let isLast = false;
  do {
    if (mayHit(r, block, bound)) limit = decideBlock(r, block, bound);
    isLast = load<i32>(block, blockTrianglesByte) >= 0;
    block += blockBytes;
  } while (!isLast && limit >= 0);
  return limit;
}
