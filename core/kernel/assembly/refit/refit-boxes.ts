import { allocate } from '../arena';
import { pairOf } from '../frame';

/** Moved vertices, f64 x y z each. */
export let moved: usize = 0;
/** Leaves, u32: where among the nodes one is, how many vertices it has, and where these are, each once. */
export let movedLeaves: usize = 0;
/** Other nodes, children before parents, u32: where one is, and where its right child is; the left one follows it. */
export let movedInner: usize = 0;
/** On the count of a leaf with more triangles than it would have without the least box. */
const isLarge: u32 = 0x8000_0000;
/** Nodes of kind `aabb`. */
export let movedNodes: usize = 0;
/** Six f64: the exact box of all triangles. */
export let movedBounds: usize = 0;
/** Places of the vertices that triangles use; of all where it is 0. */
export let usedVertices: usize = 0;
let usedCount: u32 = 0;

const nodeBytes: usize = 32;
const linkByte: usize = 24;
const vertexBytes: usize = 24;

/** Room for a tree and its vertices; false without memory. `used` is how many vertices have triangles, or 0 where all have. */
export function reserveRefit(vertices: u32, leafWords: u32, nodes: u32, used: u32): bool {
  usedCount = used == 0 ? vertices : used;
  moved = allocate(vertexBytes * <usize>vertices);
  movedLeaves = allocate(4 * <usize>leafWords);
  movedInner = allocate(8 * <usize>nodes);
  movedNodes = allocate(nodeBytes * <usize>nodes);
  movedBounds = allocate(48);
  usedVertices = used == 0 ? 0 : allocate(4 * <usize>used);
  return moved != 0 && movedLeaves != 0 && movedInner != 0 && movedNodes != 0 && movedBounds != 0 && (used == 0 || usedVertices != 0);
}

/** The box of all vertices that triangles use; false where one of them is not finite. Of equal numbers the first stays, as in `boxOfRun`. */
export function boundMoved(): bool {
  const low = f64x2.splat(f64.POSITIVE_INFINITY), high = f64x2.splat(f64.NEGATIVE_INFINITY);
  let lowXY = low, lowYZ = low, highXY = high, highYZ = high;
  // A finite number minus itself is 0; NaN and infinities give NaN, which runs through the sum.
  let check = f64x2.splat(0);
  for (let i: u32 = 0; i < usedCount; i++) {
    const at = moved + (usedVertices == 0 ? vertexBytes * <usize>i : <usize>load<u32>(usedVertices + 4 * <usize>i));
    const xy = v128.load(at), yz = v128.load(at, 8);
    check = f64x2.add(check, f64x2.add(f64x2.sub(xy, xy), f64x2.sub(yz, yz)));
    lowXY = f64x2.pmin(lowXY, xy);
    lowYZ = f64x2.pmin(lowYZ, yz);
    highXY = f64x2.pmax(highXY, xy);
    highYZ = f64x2.pmax(highYZ, yz);
  }
  v128.store(movedBounds, lowXY);
  v128.store(movedBounds, lowYZ, 8);
  v128.store(movedBounds, highXY, 24);
  v128.store(movedBounds, highYZ, 32);
  return f64x2.extract_lane(check, 0) + f64x2.extract_lane(check, 1) == 0;
}

/**
 * Writes all boxes relative to an origin: of leaves first, then of the nodes above them. Gives the longest side of a leaf whose second word has its
 * highest bit, or `largest`.
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

/** The next f32 below where `up` is 0, above where it has all bits; `ofZero` is that of 0: the bits of others are one less or more. */
// @ts-ignore: decorator
@inline
function neighbour(value: v128, up: v128, ofZero: v128): v128 {
  const step = v128.or(i32x4.shr_s(value, 31), i32x4.splat(1));
  const next = i32x4.sub(value, i32x4.sub(v128.xor(step, up), up));
  return v128.bitselect(ofZero, next, f32x4.eq(value, f32x4.splat(0)));
}
