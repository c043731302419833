import { vertexBytes } from '../../layouts/refit';
import { lostInF32 } from '../mesh';
import { pairOf } from '../frame';

/** Moved vertices, f64 x y z each. */
let moved: usize = 0;
let vertexCount: u32 = 0;
/** Address of the addresses of the vertices that triangles use; 0 where all are used. */
let used: usize = 0;
/** Address of six f64: the exact box of the vertices of triangles so far. */
let bounds: usize = 0;
let check: v128 = i64x2.splat(0);

export function setMoved(vertices: usize, count: u32, usedAddresses: usize, box: usize): void {
  moved = vertices;
  vertexCount = count;
  used = usedAddresses;
  bounds = box;
}

export function beginBounds(): void {
  for (let at = bounds; at < bounds + 24; at += 8) {
    store<f64>(at, f64.POSITIVE_INFINITY);
    store<f64>(at, f64.NEGATIVE_INFINITY, 24);
  }
  check = f64x2.splat(0);
}

/** Extends the box by the vertices [first, end) of those that triangles use. Returns false where one so far is not finite. Of equal numbers the first is kept, as in `boxOfRun`. */
export function boundMoved(first: u32, end: u32): bool {
  let lowXY = v128.load(bounds), lowYZ = v128.load(bounds, 8), highXY = v128.load(bounds, 24), highYZ = v128.load(bounds, 32);
  // A finite number minus itself is 0; NaN and infinities give NaN, which runs through the sum.
  let sum = check;
  for (let i = first; i < end; i++) {
    const at = used == 0 ? moved + vertexBytes * <usize>i : <usize>load<u32>(used + 4 * <usize>i);
    const xy = v128.load(at), yz = v128.load(at, 8);
    sum = f64x2.add(sum, f64x2.add(f64x2.sub(xy, xy), f64x2.sub(yz, yz)));
    lowXY = f64x2.pmin(lowXY, xy);
    lowYZ = f64x2.pmin(lowYZ, yz);
    highXY = f64x2.pmax(highXY, xy);
    highYZ = f64x2.pmax(highYZ, yz);
  }
  v128.store(bounds, lowXY);
  v128.store(bounds, lowYZ, 8);
  v128.store(bounds, highXY, 24);
  v128.store(bounds, highYZ, 32);
  check = sum;
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1) == 0;
}

/** Returns whether f32 can represent every coordinate, or it is NaN. */
export function areMovedF32(): bool {
  const end = moved + vertexBytes * <usize>vertexCount;
  for (let at = moved; at < end; at += vertexBytes) {
    const lost = v128.or(lostInF32(v128.load(at)), lostInF32(v128.load64_splat(at, 16)));
    if (v128.any_true(lost)) return false;
  }
  return true;
}

/** Addresses of the next words of leaves and of other nodes. */
export let leafWords: usize = 0;
export let innerWords: usize = 0;
/** The longest side of a leaf that has more triangles than it would have without `minExtent`. */
export let longestSide: f64 = 0;
/** The origin of the tree, and the scale of a wide tree. */
export let originXY: v128 = i64x2.splat(0);
export let originZX: v128 = i64x2.splat(0);
export let originYZ: v128 = i64x2.splat(0);
export let frameScale: f64 = 1;

/** Begins a refit, which `refitBoxes` and `refitWide` continue. No side is shorter than `minExtent`. */
export function beginRefit(leaves: usize, inner: usize, x: f64, y: f64, z: f64, scale: f64, minExtent: f64): void {
  leafWords = leaves;
  innerWords = inner;
  longestSide = minExtent;
  originXY = pairOf(x, y);
  originZX = pairOf(z, x);
  originYZ = pairOf(y, z);
  frameScale = scale;
}

/** Stores how far the refit has come. */
export function advance(leaves: usize, inner: usize, longest: f64): void {
  leafWords = leaves;
  innerWords = inner;
  longestSide = longest;
}
