import { allocate, extend } from '../arena';

/** A node of kind `aabb`: f32 min and max relative to the origin; u32 first triangle or right child; u32 count with a flag, or axis. */
const nodeBytes: usize = 32;
const linkAt: usize = 24;
const countAt: usize = 28;
const leafFlag: u32 = 0x8000_0000;
/** Memory for nodes is a multiple of this. */
export const chunk: usize = 1 << 18;

/** The nodes in preorder, and figures of them. */
export let dividedNodes: usize = 0;
export let dividedNodeCount: u32 = 0;
export let dividedLeafCount: u32 = 0;
export let dividedDepth: u32 = 0;
let nodesEnd: usize = 0;
/** Bytes of the expected nodes. */
let expectedBytes: usize = 0;
/** The end of memory that nodes may take, while they take that of others; then 0. */
let freeEnd: usize = 0;
/** f64: the origin, and its negative. */
let origins: usize = 0;

/** The list of nodes, which begins next, is written to memory from `from` on, which is free until `end`, and is moved when it reaches that end. */
export function useNodes(from: usize, end: usize): void {
  dividedNodes = from;
  freeEnd = end;
}

/** The memory from the list of nodes to `end` is now free. */
// @ts-ignore: decorator
@inline
export function freeUntil(end: usize): void {
  freeEnd = freeEnd == 0 ? 0 : end;
}

/**
 * Begins an empty list of nodes, relative to an origin, with memory for about `expected` nodes. Nothing else may be allocated until it is complete.
 * False without memory.
 */
export function beginDividedNodes(expected: u32, x: f64, y: f64, z: f64): bool {
  origins = allocate(48);
  if (origins == 0) return false;
  store<f64>(origins, x);
  store<f64>(origins, y, 8);
  store<f64>(origins, z, 16);
  store<f64>(origins, -x, 24);
  store<f64>(origins, -y, 32);
  store<f64>(origins, -z, 40);
  dividedNodeCount = dividedLeafCount = dividedDepth = 0;
  expectedBytes = chunk * ((nodeBytes * <usize>expected) / chunk + 1);
  nodesEnd = freeEnd == 0 ? moveNodes() : dividedNodes;
  return nodesEnd != 0;
}

/** Appends a node with its box and returns its number; 2³² − 1 without memory. */
export function appendNode(box: usize, depth: u32): u32 {
  const node = appendEmpty(depth);
  if (node != u32.MAX_VALUE) setBox(node, box);
  return node;
}

/** Appends a node whose box is written later and returns its number; 2³² − 1 without memory. */
export function appendEmpty(depth: u32): u32 {
  if (nodeAddress(dividedNodeCount) == nodesEnd) {
    nodesEnd = extendNodes();
    if (nodesEnd == 0) return u32.MAX_VALUE;
  }
  if (depth > dividedDepth) dividedDepth = depth;
  return dividedNodeCount++;
}

/** Returns an end of the memory for nodes that is after the last node; 0 without memory. */
function extendNodes(): usize {
  if (freeEnd == 0) return extend(dividedNodes, nodesEnd, chunk);
  const end = dividedNodes + ((freeEnd - dividedNodes) & ~(nodeBytes - 1));
  return end > nodesEnd ? end : moveNodes();
}

/** Moves the nodes to new memory and returns its end; 0 without memory. */
function moveNodes(): usize {
  const used = nodeBytes * <usize>dividedNodeCount;
  const bytes = max(expectedBytes, used + chunk);
  const to = allocate(bytes);
  if (to == 0) return 0;
  memory.copy(to, dividedNodes, used);
  dividedNodes = to;
  freeEnd = 0;
  return to + bytes;
}

/** Writes the box of a node, rounded outward to f32. Hot: no branch depends on the rounding, which no processor can predict. */
export function setBox(node: u32, box: usize): void {
  const at = nodeAddress(node);
  const a = v128.load(box), b = v128.load(box, 16), c = v128.load(box, 32);
  const fromA = v128.load(origins), fromB = v128.load(origins, 16), fromC = v128.load(origins, 32);
  const isBelowAB = v128.shuffle<i32>(isTooHigh(a, fromA), isTooHigh(b, fromB), 0, 2, 4, 6);
  const nearestAB = v128.shuffle<i32>(nearestOf(a, fromA), nearestOf(b, fromB), 0, 1, 4, 5);
  const isBelowC = v128.shuffle<i32>(isTooHigh(c, fromC), fromC, 0, 2, 0, 2);
  const ab = v128.bitselect(previous(nearestAB), nearestAB, isBelowAB);
  const nearestC = nearestOf(c, fromC);
  const maxYZ = v128.bitselect(previous(nearestC), nearestC, isBelowC);
  // Never −0: the sum of 0 and −0 is 0, and so is 0 − 0.
  v128.store(at, f32x4.add(ab, f32x4.splat(0)));
  store<f32>(at, 0 - f32x4.extract_lane(ab, 3), 12);
  v128.store64_lane(at, f32x4.sub(f32x4.splat(0), maxYZ), 0, 16);
}

export function makeLeaf(node: u32, first: u32, count: u32): void {
  store<u32>(nodeAddress(node), first, linkAt);
  store<u32>(nodeAddress(node), count + leafFlag, countAt);
  dividedLeafCount++;
}

export function setAxis(node: u32, axis: u32): void {
  store<u32>(nodeAddress(node), axis, countAt);
}

/** The left child needs no link: it is the next node. */
export function setRightChild(node: u32, child: u32): void {
  store<u32>(nodeAddress(node), child, linkAt);
}

// @ts-ignore: decorator
@inline
function nodeAddress(node: u32): usize {
  return dividedNodes + nodeBytes * <usize>node;
}

/** Returns the f32 nearest to the differences of two pairs, in the lower lanes. */
// @ts-ignore: decorator
@inline
function nearestOf(values: v128, from: v128): v128 {
  return f32x4.demote_f64x2_zero(f64x2.sub(values, from));
}

/**
 * Returns which of two numbers of `nearestOf` are above the difference in exact arithmetic. Instead of these the f32 below is written, whose sum with
 * the origin is at most the value. See `core/tree/round-outward.ts`.
 */
// @ts-ignore: decorator
@inline
function isTooHigh(values: v128, from: v128): v128 {
  const difference = f64x2.sub(values, from);
  const nearest = f64x2.promote_low_f32x4(nearestOf(values, from));
  // The rounding error of the difference.
  const fromVirtual = f64x2.sub(values, difference);
  const virtual = f64x2.add(difference, fromVirtual);
  const error = f64x2.add(f64x2.sub(values, virtual), f64x2.sub(fromVirtual, from));
  const isEqualAbove = v128.and(f64x2.eq(nearest, difference), f64x2.lt(error, f64x2.splat(0)));
  return v128.or(f64x2.gt(nearest, difference), isEqualAbove);
}

/** Returns the next f32 towards minus infinity of each lane. That of infinity is the largest number, and those of 0 and −0 the same. */
// @ts-ignore: decorator
@inline
function previous(values: v128): v128 {
  const zero = f32x4.splat(0);
  // A mask is −1 in each lane where it is set, so the bits fall by 1 where the number is above 0, and grow by 1 elsewhere.
  const step = v128.or(f32x4.gt(values, zero), i32x4.splat(1));
  return v128.bitselect(i32x4.splat(0x8000_0001), i32x4.add(values, step), f32x4.eq(values, zero));
}
