import { allocate } from '../arena';
import { lostInF32 } from '../mesh';

/** Moved vertices, f64 x y z each. */
export let moved: usize = 0;
let vertexCount: u32 = 0;
/** Leaves, or blocks of leaves, in words that `refit-boxes.ts` and `refit-wide.ts` describe. */
export let movedLeaves: usize = 0;
/** Other nodes, children before parents, u32: where its box is among the nodes, and where its right child is, or the stored node of its children. */
export let movedInner: usize = 0;
/** The nodes as the tree has them, and behind them the blocks of a wide tree. */
export let movedNodes: usize = 0;
/** Six f64: the exact box of all triangles. */
export let movedBounds: usize = 0;
/** Places of the vertices that triangles use; of all where it is 0. */
export let usedVertices: usize = 0;
let usedCount: u32 = 0;

export const vertexBytes: usize = 24;

/** Room for a tree and its vertices; false without memory. `used` is how many vertices have triangles, or 0 where all have. */
export function reserveRefit(vertices: u32, leafWords: u32, inner: u32, bytes: u32, used: u32): bool {
  vertexCount = vertices;
  usedCount = used == 0 ? vertices : used;
  moved = allocate(vertexBytes * <usize>vertices);
  movedLeaves = allocate(4 * <usize>leafWords);
  movedInner = allocate(8 * <usize>inner);
  movedNodes = allocate(bytes);
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

/** Whether every coordinate is one of f32, or no number. */
export function areMovedF32(): bool {
  const end = moved + vertexBytes * <usize>vertexCount;
  for (let at = moved; at < end; at += vertexBytes) {
    const lost = v128.or(lostInF32(v128.load(at)), lostInF32(v128.load64_splat(at, 16)));
    if (v128.any_true(lost)) return false;
  }
  return true;
}
