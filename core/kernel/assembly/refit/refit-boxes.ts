import { largeLeafFlag } from '../../layouts/refit';
import { advance, innerWords, leafWords, longestSide, originXY, originYZ, originZX } from './moved';
import { stepped } from './stepped';

const nodeBytes: usize = 32;
const linkByte: usize = 24;

/**
 * Writes the boxes of the next nodes of a tree of kind `aabb`: first of `leaves` leaves, then of `inner` nodes above them, children before parents.
 * `layouts/refit.ts` describes their words. Most leaves have at most six vertices, which are read without a loop: a loop end is hard to predict.
 */
export function refitBoxes(leaves: u32, inner: u32): void {
  const xy = originXY, zx = originZX, yz = originYZ;
  let longest = longestSide;
  let word = leafWords;
  for (let leaf: u32 = 0; leaf < leaves; leaf++) {
    const at = <usize>load<u32>(word);
    const count = load<u32>(word, 4);
    const end = word + 8 + 4 * <usize>(count & ~largeLeafFlag);
    const a = <usize>load<u32>(word, 8), b = <usize>load<u32>(word, 12), c = <usize>load<u32>(word, 16);
    const d = <usize>load<u32>(word, 20), e = <usize>load<u32>(word, 24), f = <usize>load<u32>(word, 28);
    const aXY = v128.load(a), bXY = v128.load(b), cXY = v128.load(c), dXY = v128.load(d), eXY = v128.load(e), fXY = v128.load(f);
    const aYZ = v128.load(a, 8), bYZ = v128.load(b, 8), cYZ = v128.load(c, 8), dYZ = v128.load(d, 8), eYZ = v128.load(e, 8), fYZ = v128.load(f, 8);
    let lowXY = minOfSix(aXY, bXY, cXY, dXY, eXY, fXY), lowYZ = minOfSix(aYZ, bYZ, cYZ, dYZ, eYZ, fYZ);
    let highXY = maxOfSix(aXY, bXY, cXY, dXY, eXY, fXY), highYZ = maxOfSix(aYZ, bYZ, cYZ, dYZ, eYZ, fYZ);
    for (word += 32; word < end; word += 4) {
      const from = <usize>load<u32>(word);
      const fromXY = v128.load(from), fromYZ = v128.load(from, 8);
      lowXY = f64x2.pmin(lowXY, fromXY);
      lowYZ = f64x2.pmin(lowYZ, fromYZ);
      highXY = f64x2.pmax(highXY, fromXY);
      highYZ = f64x2.pmax(highYZ, fromYZ);
    }
    if (count >= largeLeafFlag) {
      const sideXY = f64x2.sub(highXY, lowXY), sideZ = f64x2.extract_lane(highYZ, 1) - f64x2.extract_lane(lowYZ, 1);
      longest = max(longest, max(max(f64x2.extract_lane(sideXY, 0), f64x2.extract_lane(sideXY, 1)), sideZ));
    }
    writeBox(at, lowXY, v128.shuffle<f64>(lowYZ, highXY, 1, 2), highYZ, xy, zx, yz);
  }
  const end = innerWords + 8 * <usize>inner;
  for (let node = innerWords; node < end; node += 8) {
    const at = <usize>load<u32>(node), right = <usize>load<u32>(node, 4), left = at + nodeBytes;
    const low = f32x4.pmin(v128.load(right), v128.load(left));
    const high = f32x4.pmax(v128.load(right, 12), v128.load(left, 12));
    v128.store(at, low);
    // The last word of a node is its link.
    v128.store(at, i32x4.replace_lane(high, 3, load<i32>(at, linkByte)), 12);
  }
  advance(word, end, longest);
}

// @ts-ignore: decorator
@inline
function minOfSix(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
  return f64x2.pmin(f64x2.pmin(f64x2.pmin(a, b), f64x2.pmin(c, d)), f64x2.pmin(e, f));
}

// @ts-ignore: decorator
@inline
function maxOfSix(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
  return f64x2.pmax(f64x2.pmax(f64x2.pmax(a, b), f64x2.pmax(c, d)), f64x2.pmax(e, f));
}

/**
 * Writes a box in f32 relative to the origin, with low ends rounded down and high ends rounded up, as `core/tree/round-outward.ts` does. The ends
 * come as low x and y, low z and high x, high y and z. Adding 0 changes −0 to 0.
 */
// @ts-ignore: decorator
@inline
function writeBox(at: usize, lowXY: v128, lowZHighX: v128, highYZ: v128, xy: v128, zx: v128, yz: v128): void {
  const first = f64x2.sub(lowXY, xy), second = f64x2.sub(lowZHighX, zx), third = f64x2.sub(highYZ, yz);
  const nearFirst = f32x4.demote_f64x2_zero(first), nearSecond = f32x4.demote_f64x2_zero(second), nearThird = f32x4.demote_f64x2_zero(third);
  // The rounding of f32, exactly, compared with the rounding of the difference: where it is not 0, it is larger.
  const excessFirst = f64x2.sub(f64x2.promote_low_f32x4(nearFirst), first), errorFirst = errorOf(lowXY, xy, first);
  const excessSecond = f64x2.sub(f64x2.promote_low_f32x4(nearSecond), second), errorSecond = errorOf(lowZHighX, zx, second);
  const excessThird = f64x2.sub(f64x2.promote_low_f32x4(nearThird), third), errorThird = errorOf(highYZ, yz, third);
  const offSecond = v128.shuffle<f64>(f64x2.gt(excessSecond, errorSecond), f64x2.lt(excessSecond, errorSecond), 0, 3);
  const offThird = f64x2.lt(excessThird, errorThird);
  const near = v128.shuffle<i32>(nearFirst, nearSecond, 0, 1, 4, 5);
  const zero = f32x4.splat(0);
  v128.store(at, f32x4.add(stepped(near, v128.shuffle<i32>(f64x2.gt(excessFirst, errorFirst), offSecond, 0, 2, 4, 6), i32x4(0, 0, 0, -1)), zero));
  v128.store64_lane(at, f32x4.add(stepped(nearThird, v128.shuffle<i32>(offThird, offThird, 0, 2, 0, 2), i32x4.splat(-1)), zero), 0, 16);
}

/** Returns the rounding error of a difference (Knuth). */
// @ts-ignore: decorator
@inline
function errorOf(value: v128, origin: v128, difference: v128): v128 {
  const originVirtual = f64x2.sub(value, difference), valueVirtual = f64x2.add(difference, originVirtual);
  return f64x2.add(f64x2.sub(value, valueVirtual), f64x2.sub(originVirtual, origin));
}
