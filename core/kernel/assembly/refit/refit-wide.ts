import { allocate } from '../arena';
import {
  blockCornersWord, blockHeadWords, blockVertexMask, cornerStep, firstBlockFlag, freeCorner, largeBlockFlag, lastBlockFlag,
} from '../../layouts/refit';
import {
  blockBytes, blockRowBytes, maxSideExponent, sideShift, wideReferencesByte, wideRowBytes,
} from '../../layouts/wide-tree';
import { advance, frameScale, innerWords, leafWords, longestSide, originXY, originYZ } from './moved';
import { stepped } from './stepped';

/** The same as `boxPadding` in `core/tree/kinds/wide/frame.ts`. */
const padding: f64 = 9.5367431640625e-7;

/** The vertices of a block in the frame, f32 x y z 0; the last one is NaN, for free places. */
let movedVertices: usize = 0;
const movedBytes: usize = cornerStep * (freeCorner + 1);
/** All bits while f32 represents every vertex exactly. */
let isExact: v128 = i64x2.splat(0);

/** Begins the blocks of a refit; false without memory. */
export function beginRefitWide(): bool {
  isExact = i64x2.splat(-1);
  if (movedVertices != 0) return true;
  movedVertices = allocate(movedBytes);
  if (movedVertices == 0) return false;
  v128.store(movedVertices, f32x4.splat(f32.NaN), movedBytes - cornerStep);
  return true;
}

/** Returns whether f32 represents every vertex exactly. */
export function isRefitExact(): bool {
  return i64x2.all_true(isExact);
}

/**
 * Writes the next `blocks` blocks of a wide tree, from the address `first` on, and the boxes of their leaves; then the boxes of `inner` other
 * children, children before parents. The results are those of `core/tree/refit/refit-wide.ts`. `layouts/refit.ts` describes the words of blocks and
 * children. Of the corner bytes those for corner a of the four triangles come first.
 */
export function refitWide(blocks: u32, first: usize, inner: u32): void {
  const xyOrigin = originXY, yzOrigin = originYZ, factor = f64x2.splat(frameScale), inverse = f64x2.splat(1 / frameScale);
  let longest = longestSide;
  let same = isExact;
  let lowXY = i64x2.splat(0), lowYZ = lowXY, highXY = lowXY, highYZ = lowXY;
  let word = leafWords;
  const places = movedVertices, blocksEnd = first + blockBytes * <usize>blocks;
  for (let block = first; block < blocksEnd; block += blockBytes) {
    const head = load<u32>(word);
    const vertices = word + 4 * blockHeadWords, end = vertices + 4 * <usize>(head & blockVertexMask);
    if ((head & firstBlockFlag) != 0) {
      const at = <usize>load<u32>(vertices);
      lowXY = v128.load(at);
      lowYZ = v128.load(at, 8);
      highXY = lowXY;
      highYZ = lowYZ;
    }
    let to = places;
    for (let vertex = vertices; vertex < end; vertex += 4) {
      const from = <usize>load<u32>(vertex);
      const xy = v128.load(from), yz = v128.load(from, 8);
      lowXY = f64x2.pmin(lowXY, xy);
      lowYZ = f64x2.pmin(lowYZ, yz);
      highXY = f64x2.pmax(highXY, xy);
      highYZ = f64x2.pmax(highYZ, yz);
      const nearXY = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.sub(xy, xyOrigin), factor));
      const nearYZ = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.sub(yz, yzOrigin), factor));
      same = v128.and(same, f64x2.eq(f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(nearXY), inverse), xyOrigin), xy));
      same = v128.and(same, f64x2.eq(f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(nearYZ), inverse), yzOrigin), yz));
      v128.store(to, v128.shuffle<i32>(nearXY, nearYZ, 0, 1, 5, 6));
      to += 16;
    }
    for (let corner: usize = 0; corner < 3; corner++) writeCorners(places, word + 4 * corner, block + 3 * blockRowBytes * corner);
    if ((head & lastBlockFlag) != 0) {
      if ((head & largeBlockFlag) != 0) {
        const sideXY = f64x2.sub(highXY, lowXY), sideZ = f64x2.extract_lane(highYZ, 1) - f64x2.extract_lane(lowYZ, 1);
        longest = max(longest, max(max(f64x2.extract_lane(sideXY, 0), f64x2.extract_lane(sideXY, 1)), sideZ));
      }
      const lowXYOff = f64x2.mul(f64x2.sub(lowXY, xyOrigin), factor), highXYOff = f64x2.mul(f64x2.sub(highXY, xyOrigin), factor);
      const lowYZOff = f64x2.mul(f64x2.sub(lowYZ, yzOrigin), factor), highYZOff = f64x2.mul(f64x2.sub(highYZ, yzOrigin), factor);
      writePadded(<usize>load<u32>(word, 4), lowXYOff, v128.shuffle<f64>(lowYZOff, highXYOff, 1, 2), highYZOff);
    }
    word = end;
  }
  isExact = same;
  const innerEnd = innerWords + 8 * <usize>inner;
  for (let child = innerWords; child < innerEnd; child += 8) writeUnion(<usize>load<u32>(child), <usize>load<u32>(child, 4));
  advance(word, innerEnd, longest);
}

/** Writes one corner of four triangles, as three rows of a block. */
// @ts-ignore: decorator
@inline
function writeCorners(movedVertices: usize, places: usize, to: usize): void {
  const first = v128.load(movedVertices + <usize>load<u8>(places, 4 * blockCornersWord)), second = v128.load(movedVertices + <usize>load<u8>(places, 4 * blockCornersWord + 1));
  const third = v128.load(movedVertices + <usize>load<u8>(places, 4 * blockCornersWord + 2)), fourth = v128.load(movedVertices + <usize>load<u8>(places, 4 * blockCornersWord + 3));
  const firstXY = v128.shuffle<i32>(first, second, 0, 4, 1, 5), lastXY = v128.shuffle<i32>(third, fourth, 0, 4, 1, 5);
  v128.store(to, v128.shuffle<i32>(firstXY, lastXY, 0, 1, 4, 5));
  v128.store(to, v128.shuffle<i32>(firstXY, lastXY, 2, 3, 6, 7), blockRowBytes);
  const firstZ = v128.shuffle<i32>(first, second, 2, 6, 2, 6), lastZ = v128.shuffle<i32>(third, fourth, 2, 6, 2, 6);
  v128.store(to, v128.shuffle<i32>(firstZ, lastZ, 0, 1, 4, 5), 2 * blockRowBytes);
}

/**
 * Pads the ends of a leaf's box (low x and y, low z and high x, high y and z), and rounds them outward. Writes the side exponent to its
 * reference.
 */
// @ts-ignore: decorator
@inline
function writePadded(at: usize, lowXY: v128, lowZHighX: v128, highYZ: v128): void {
  const first = f64x2.sub(lowXY, f64x2.splat(padding)), second = f64x2.add(lowZHighX, f64x2(-padding, padding)), third = f64x2.add(highYZ, f64x2.splat(padding));
  const nearFirst = f32x4.demote_f64x2_zero(first), nearSecond = f32x4.demote_f64x2_zero(second), nearThird = f32x4.demote_f64x2_zero(third);
  const backSecond = f64x2.promote_low_f32x4(nearSecond);
  const offFirst = f64x2.gt(f64x2.promote_low_f32x4(nearFirst), first);
  const offSecond = v128.shuffle<f64>(f64x2.gt(backSecond, second), f64x2.lt(backSecond, second), 0, 3);
  const offThird = f64x2.lt(f64x2.promote_low_f32x4(nearThird), third);
  const near = v128.shuffle<i32>(nearFirst, nearSecond, 0, 1, 4, 5);
  const low = stepped(near, v128.shuffle<i32>(offFirst, offSecond, 0, 2, 4, 6), i32x4(0, 0, 0, -1));
  const high = stepped(nearThird, v128.shuffle<i32>(offThird, offThird, 0, 2, 0, 2), i32x4.splat(-1));
  v128.store32_lane(at, low, 0);
  v128.store32_lane(at, low, 3, wideRowBytes);
  v128.store32_lane(at, low, 1, 2 * wideRowBytes);
  v128.store32_lane(at, high, 0, 3 * wideRowBytes);
  v128.store32_lane(at, low, 2, 4 * wideRowBytes);
  v128.store32_lane(at, high, 1, 5 * wideRowBytes);
  const lowYZ = f64x2.promote_low_f32x4(v128.shuffle<i32>(low, low, 1, 2, 1, 2));
  // Never 0, because of the padding.
  const sideX = <f64>f32x4.extract_lane(low, 3) - <f64>f32x4.extract_lane(low, 0), sideYZ = f64x2.sub(f64x2.promote_low_f32x4(high), lowYZ);
  const longest = max(max(sideX, f64x2.extract_lane(sideYZ, 0)), f64x2.extract_lane(sideYZ, 1));
  // The smallest power of two that is not below it: the exponent of the next lower f64, plus 1.
  const power = <i32>((reinterpret<u64>(longest) - 1) >> 52) - 1022;
  const exponent = min(<i32>maxSideExponent, max(0, 2 - power));
  const reference = load<u32>(at, wideReferencesByte) & ~(maxSideExponent << sideShift);
  store<u32>(at, reference | (<u32>exponent << sideShift), wideReferencesByte);
}

/** Writes the box around the children of a stored node; free places have none. No end is −0, since the padding leaves 0 or more than f32 can lose. */
// @ts-ignore: decorator
@inline
function writeUnion(to: usize, stored: usize): void {
  for (let row: usize = 0; row < 6 * wideRowBytes; row += 2 * wideRowBytes) {
    const from = stored + row;
    let low = f32x4.pmin(v128.load(from), v128.load(from, wideRowBytes / 2)), high = f32x4.pmax(v128.load(from, wideRowBytes), v128.load(from, wideRowBytes + wideRowBytes / 2));
    low = f32x4.pmin(low, v128.shuffle<i32>(low, low, 2, 3, 2, 3));
    high = f32x4.pmax(high, v128.shuffle<i32>(high, high, 2, 3, 2, 3));
    store<f32>(to + row, f32x4.extract_lane(f32x4.pmin(low, v128.shuffle<i32>(low, low, 1, 1, 1, 1)), 0));
    store<f32>(to + row, f32x4.extract_lane(f32x4.pmax(high, v128.shuffle<i32>(high, high, 1, 1, 1, 1)), 0), wideRowBytes);
  }
}
