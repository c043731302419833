import { allocate } from '../arena';
import {
  blockBytes, blockMask, blockRowBytes, blockTrianglesByte, moreBlocks, freeTriangle, wideChildCountByte, wideNodeBytes, wideReferencesByte, wideRowBytes,
} from '../../layouts/wide-tree';
import { maxSolidDirections, maybeTouched, solidDirectionNumbers, surelyTouched } from '../../layouts/solid-query';
import { outOfMemory } from '../../layouts/query-result';
import { clearHits, hitCount, isFull, keepHit } from '../hits';
import { storeCounts } from '../result';
import { blocks, nodes, stack } from '../tree';

/** The address of the solid of the query, which the host writes: see `layouts/solid-query.ts`. */
export let solid: usize = 0;
/** The same in f32, each number in four lanes; then the rows of a node that have its near and its far ends along a direction. */
let records: usize = 0;
const recordBytes: usize = 144;
const rowsByte: usize = 112;

let directions: usize = 0;
/** Index of the first direction that is the normal of a face. */
let sides: usize = 0;
/** Whether a point can be surely inside. */
let hasContent: bool = false;

let boxesTested: u32 = 0;
let trianglesTested: u32 = 0;

/** Whether one touched triangle is enough. */
let stopsAtOne: bool = false;

/** Returns whether the solid of the query touches a triangle; the host decides. */
// @ts-ignore: decorator
@external("host", "touches")
declare function touches(triangle: u32): i32;

export function reserveSolid(): bool {
  solid = allocate(8 * solidDirectionNumbers * maxSolidDirections);
  records = allocate(recordBytes * maxSolidDirections);
  return solid != 0 && records != 0;
}

/**
 * Finds the triangles that a solid may touch, in no particular order, each with whether that is sure, and returns their number. With `isAny` it
 * finds one that the solid surely touches, if there is one; the host decides what f32 leaves open.
 *
 * The faces are directions `firstFace` to `count - 1`. `isSolid` means that a point between all of them is in the solid.
 */
export function touchSolid(count: u32, firstFace: u32, isSolid: bool, isAny: bool): i32 {
  directions = count;
  sides = firstFace;
  hasContent = isSolid;
  stopsAtOne = isAny;
  for (let i: usize = 0; i < count; i++) {
    const from = solid + 8 * solidDirectionNumbers * i, to = records + recordBytes * i;
    for (let k: usize = 0; k < <usize>solidDirectionNumbers; k++) v128.store(to + 16 * k, f32x4.splat(<f32>load<f64>(from + 8 * k)));
    for (let k: usize = 0; k < 3; k++) {
      const isBackwards = load<f64>(from + 8 * k) < 0, at = to + rowsByte + 8 * k;
      store<u32>(at, <u32>((2 * k + usize(isBackwards)) * wideRowBytes));
      store<u32>(at, <u32>((2 * k + usize(!isBackwards)) * wideRowBytes), 4);
    }
  }
  clearHits();
  boxesTested = 1;
  trianglesTested = 0;
  descend();
  storeCounts(boxesTested, trianglesTested);
  return isFull ? outOfMemory : hitCount;
}

/** Children of the current node, a bit each: those that the solid may overlap, and those of them that lie inside it. */
let reached: i32 = 0;
let within: i32 = 0;

function descend(): void {
  const bottom = stack;
  let top = bottom;
  let reference: u32 = 0;
  let isWithin: u32 = 0;
  for (;;) {
    if (<i32>reference >= 0) {
      const node = nodes + <usize>reference * wideNodeBytes;
      const count = load<u32>(node, wideChildCountByte);
      if (isWithin != 0) {
        reached = (1 << count) - 1;
        within = reached;
      } else {
        boxesTested += count;
        testNode(node);
      }
      let bits = reached & ((1 << count) - 1);
      while (bits != 0) {
        const lane = ctz(bits);
        bits &= bits - 1;
        store<u32>(top, load<u32>(node + (<usize>lane << 2), wideReferencesByte));
        store<u32>(top, (within >> lane) & 1, 4);
        top += 8;
      }
    } else {
      let block = blocks + <usize>(reference & blockMask) * blockBytes;
      for (;;) {
        testBlock(block, isWithin != 0);
        if (isFull || (stopsAtOne && hitCount > 0)) return;
        if (load<i32>(block, blockTrianglesByte) >= 0) break;
        block += blockBytes;
      }
    }
    if (top == bottom) return;
    top -= 8;
    reference = load<u32>(top);
    isWithin = load<u32>(top, 4);
  }
}

function testNode(node: usize): void {
  let touches0 = i32x4.splat(-1), touches1 = touches0, within0 = touches0, within1 = touches0;
  for (let i: usize = 0; i < directions; i++) {
    const record = records + recordBytes * i;
    const low0 = endOf(node, record, 0), low1 = endOf(node + 16, record, 0), high0 = endOf(node, record, 4), high1 = endOf(node + 16, record, 4);
    const low = v128.load(record, 48), high = v128.load(record, 64);
    touches0 = v128.and(touches0, v128.and(f32x4.le(low0, high), f32x4.ge(high0, low)));
    touches1 = v128.and(touches1, v128.and(f32x4.le(low1, high), f32x4.ge(high1, low)));
    if (!v128.any_true(v128.or(touches0, touches1))) break;
    if (i < sides) continue;
    const innerMin = v128.load(record, 80), innerMax = v128.load(record, 96);
    within0 = v128.and(within0, v128.and(f32x4.ge(low0, innerMin), f32x4.le(high0, innerMax)));
    within1 = v128.and(within1, v128.and(f32x4.ge(low1, innerMin), f32x4.le(high1, innerMax)));
  }
  reached = i32x4.bitmask(touches0) | (i32x4.bitmask(touches1) << 4);
  within = hasContent ? i32x4.bitmask(within0) | (i32x4.bitmask(within1) << 4) : 0;
}

/** Returns the near (0) or the far (4) ends of four boxes along a direction. */
// @ts-ignore: decorator
@inline
function endOf(node: usize, record: usize, end: usize): v128 {
  const x = node + <usize>load<u32>(record + end, rowsByte), y = node + <usize>load<u32>(record + end, rowsByte + 8), z = node + <usize>load<u32>(record + end, rowsByte + 16);
  return f32x4.add(f32x4.add(f32x4.mul(v128.load(x), v128.load(record)), f32x4.mul(v128.load(y), v128.load(record, 16))), f32x4.mul(v128.load(z), v128.load(record, 32)));
}

// @ts-ignore: decorator
@inline
function along(block: usize, record: usize): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(v128.load(block), v128.load(record)), f32x4.mul(v128.load(block, blockRowBytes), v128.load(record, 16))),
    f32x4.mul(v128.load(block, 2 * blockRowBytes), v128.load(record, 32)),
  );
}

/** A triangle that lies beyond an end of a direction is not touched; a triangle with a corner inside all faces is. */
function testBlock(block: usize, isWithin: bool): void {
  const free = i32x4.bitmask(i32x4.eq(v128.load(block, blockTrianglesByte), i32x4.splat(freeTriangle)));
  let bits = free ^ 15;
  let sure = bits;
  if (!isWithin) {
    trianglesTested += popcnt(bits);
    let touched = i32x4.splat(-1), first = touched, second = touched, third = touched;
    for (let i: usize = 0; i < directions; i++) {
      const record = records + recordBytes * i;
      const a = along(block, record), b = along(block + 3 * blockRowBytes, record), c = along(block + 6 * blockRowBytes, record);
      const low = f32x4.pmin(f32x4.pmin(a, b), c), high = f32x4.pmax(f32x4.pmax(a, b), c);
      touched = v128.and(touched, v128.and(f32x4.le(low, v128.load(record, 64)), f32x4.ge(high, v128.load(record, 48))));
      if (!v128.any_true(touched)) break;
      if (i < sides) continue;
      const innerMin = v128.load(record, 80), innerMax = v128.load(record, 96);
      first = v128.and(first, v128.and(f32x4.ge(a, innerMin), f32x4.le(a, innerMax)));
      second = v128.and(second, v128.and(f32x4.ge(b, innerMin), f32x4.le(b, innerMax)));
      third = v128.and(third, v128.and(f32x4.ge(c, innerMin), f32x4.le(c, innerMax)));
    }
    bits &= i32x4.bitmask(touched);
    sure = hasContent ? i32x4.bitmask(v128.or(v128.or(first, second), third)) : 0;
  }
  while (bits != 0) {
    const lane = ctz(bits);
    bits &= bits - 1;
    const triangle = load<u32>(block + (<usize>lane << 2), blockTrianglesByte) & ~moreBlocks;
    const isSure = ((sure >> lane) & 1) != 0;
    if (!stopsAtOne) {
      keepHit(triangle, isSure ? surelyTouched : maybeTouched);
    } else if (isSure || touches(triangle) != 0) {
      keepHit(triangle, surelyTouched);
      return;
    }
  }
}
