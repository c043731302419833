import { sideOf } from './box';

/** When a node becomes a leaf. */
let leafTriangles: u32 = 0;
let maxDepth: u32 = 0;
let minExtent: f64 = 0;
/** Depth from which ranges are halved by index, and the maximum number of levels of such halves. */
export let halveFrom: u32 = 0;
export let halvings: u32 = 0;
/** u32: the triangles in the order of the leaves. */
export let dividedOrder: usize = 0;

/**
 * Sets the limits of a division. A node becomes a leaf when it has at most `leaf` triangles, is at `depth`, or
 * no side of its box is longer than `extent`, unless that is 0. From the depth `halve` on ranges are halved by index, which ends after `levels` more levels.
 */
export function setLimits(leaf: u32, depth: u32, extent: f64, halve: u32, levels: u32): void {
  leafTriangles = leaf;
  maxDepth = depth;
  minExtent = extent;
  halveFrom = halve;
  halvings = levels;
}

/** Sets the memory of the order. It takes the place of what is no longer needed, since each new page of memory costs a microsecond. */
export function useOrder(at: usize): void {
  dividedOrder = at;
}

/** Returns whether a node becomes a leaf, without a minimum extent. */
// @ts-ignore: decorator
@inline
export function isLeafCount(count: u32, depth: u32): bool {
  return count <= leafTriangles || depth >= maxDepth;
}

/** Returns whether a node becomes a leaf. */
// @ts-ignore: decorator
@inline
export function isLeaf(box: usize, count: u32, depth: u32): bool {
  if (isLeafCount(count, depth)) return true;
  return minExtent > 0 && max(sideOf(box, 0), max(sideOf(box, 1), sideOf(box, 2))) <= minExtent;
}

/** Returns what is at a position of the order. */
// @ts-ignore: decorator
@inline
export function orderAt(position: u32): u32 {
  return load<u32>(dividedOrder + (<usize>position << 2));
}

/** Writes what is at a position of the order. */
// @ts-ignore: decorator
@inline
export function setOrder(position: u32, value: u32): void {
  store<u32>(dividedOrder + (<usize>position << 2), value);
}
