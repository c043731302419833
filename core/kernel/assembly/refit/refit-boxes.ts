import { pairOf } from '../frame';
import { moved, movedInner, movedLeaves, movedNodes } from './moved';
import { neighbour } from './neighbour';

const nodeBytes: usize = 32;
const linkByte: usize = 24;
/** On the count of a leaf with more triangles than it would have without the least box. */
const isLarge: u32 = 0x8000_0000;

/**
 * Writes all boxes of kind `aabb` relative to an origin: of leaves first, then of the nodes above them. The words of a leaf: where it is among the nodes, how many
 * vertices it has, and where these are, each once. Gives the longest side of a large leaf, or `largest`.
 */
export function refitMoved(leafCount: u32, innerCount: u32, x: f64, y: f64, z: f64, largest: f64): f64 {
  const originXY = pairOf(x, y), originZX = pairOf(z, x), originYZ = pairOf(y, z);
  let longest = largest;
  let word = movedLeaves;
  for (let leaf: u32 = 0; leaf < leafCount; leaf++) {
    const at = movedNodes + <usize>load<u32>(word);
    const count = load<u32>(word, 4);
    word += 8;
    const end = word + 4 * <usize>(count & ~isLarge);
    const vertex = moved + <usize>load<u32>(word);
    let lowXY = v128.load(vertex), lowYZ = v128.load(vertex, 8);
    let highXY = lowXY, highYZ = lowYZ;
    for (word += 4; word < end; word += 4) {
      const from = moved + <usize>load<u32>(word);
      const xy = v128.load(from), yz = v128.load(from, 8);
      lowXY = f64x2.pmin(lowXY, xy);
      lowYZ = f64x2.pmin(lowYZ, yz);
      highXY = f64x2.pmax(highXY, xy);
      highYZ = f64x2.pmax(highYZ, yz);
    }
    if (count >= isLarge) {
      const sideXY = f64x2.sub(highXY, lowXY), sideZ = f64x2.extract_lane(highYZ, 1) - f64x2.extract_lane(lowYZ, 1);
      longest = max(longest, max(max(f64x2.extract_lane(sideXY, 0), f64x2.extract_lane(sideXY, 1)), sideZ));
    }
    writeBox(at, lowXY, v128.shuffle<f64>(lowYZ, highXY, 1, 2), highYZ, originXY, originZX, originYZ);
  }
  const end = movedInner + 8 * <usize>innerCount;
  for (let node = movedInner; node < end; node += 8) {
    const at = movedNodes + <usize>load<u32>(node), right = movedNodes + <usize>load<u32>(node, 4), left = at + nodeBytes;
    const low = f32x4.pmin(v128.load(right), v128.load(left));
    const high = f32x4.pmax(v128.load(right, 12), v128.load(left, 12));
    v128.store(at, low);
    // Its last word is the link.
    v128.store(at, i32x4.replace_lane(high, 3, load<i32>(at, linkByte)), 12);
  }
  return longest;
}

/**
 * Rounds the ends of a box to f32 relative to the origin, low ones down and high ones up, as `core/tree/round-outward.ts` does: low x and y, low z
 * and high x, high y and z.
 */
// @ts-ignore: decorator
@inline
function writeBox(at: usize, lowXY: v128, lowZHighX: v128, highYZ: v128, originXY: v128, originZX: v128, originYZ: v128): void {
  const first = f64x2.sub(lowXY, originXY), second = f64x2.sub(lowZHighX, originZX), third = f64x2.sub(highYZ, originYZ);
  const nearFirst = f32x4.demote_f64x2_zero(first), nearSecond = f32x4.demote_f64x2_zero(second), nearThird = f32x4.demote_f64x2_zero(third);
  const backSecond = f64x2.promote_low_f32x4(nearSecond);
  const offFirst = isAbove(f64x2.promote_low_f32x4(nearFirst), first, errorOf(lowXY, originXY, first));
  const errorSecond = errorOf(lowZHighX, originZX, second);
  const offSecond = v128.shuffle<f64>(isAbove(backSecond, second, errorSecond), isBelow(backSecond, second, errorSecond), 0, 3);
  const offThird = isBelow(f64x2.promote_low_f32x4(nearThird), third, errorOf(highYZ, originYZ, third));
  const near = v128.shuffle<i32>(nearFirst, nearSecond, 0, 1, 4, 5);
  v128.store(at, v128.bitselect(neighbour(near, i32x4(0, 0, 0, -1), i32x4(0x8000_0001, 0x8000_0001, 0x8000_0001, 1)), near, v128.shuffle<i32>(offFirst, offSecond, 0, 2, 4, 6)));
  const higher = neighbour(nearThird, i32x4.splat(-1), i32x4.splat(1));
  v128.store64_lane(at, v128.bitselect(higher, nearThird, v128.shuffle<i32>(offThird, offThird, 0, 2, 0, 2)), 0, 16);
}

/** What a difference lacks (Knuth). */
// @ts-ignore: decorator
@inline
function errorOf(value: v128, origin: v128, difference: v128): v128 {
  const originVirtual = f64x2.sub(value, difference), valueVirtual = f64x2.add(difference, originVirtual);
  return f64x2.add(f64x2.sub(value, valueVirtual), f64x2.sub(originVirtual, origin));
}

/** Whether an f32 is above a difference with this error. */
// @ts-ignore: decorator
@inline
function isAbove(back: v128, difference: v128, error: v128): v128 {
  return v128.or(f64x2.gt(back, difference), v128.and(f64x2.eq(back, difference), f64x2.lt(error, f64x2.splat(0))));
}

// @ts-ignore: decorator
@inline
function isBelow(back: v128, difference: v128, error: v128): v128 {
  return v128.or(f64x2.lt(back, difference), v128.and(f64x2.eq(back, difference), f64x2.gt(error, f64x2.splat(0))));
}
