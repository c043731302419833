import { allocate, extend } from '../arena';

/** A node of kind `aabb`: f32 min and max relative to the origin; u32 first triangle or right child; u32 count with a flag, or axis. */
const nodeBytes: usize = 32;
const linkAt: usize = 24;
const countAt: usize = 28;
const leafFlag: u32 = 0x8000_0000;
/** Memory for nodes is a multiple of this. */
const chunk: usize = 1 << 18;
const largestF32: f32 = f32.MAX_VALUE;

/** The nodes in preorder, and figures of them. */
export let dividedNodes: usize = 0;
export let dividedNodeCount: u32 = 0;
export let dividedLeafCount: u32 = 0;
export let dividedDepth: u32 = 0;
let nodesEnd: usize = 0;
let originX: f64 = 0;
let originY: f64 = 0;
let originZ: f64 = 0;

/**
 * Begins an empty list of nodes, relative to an origin, with memory for about `expected` nodes. Nothing else may be allocated until it is complete.
 * False without memory.
 */
export function beginDividedNodes(expected: u32, x: f64, y: f64, z: f64): bool {
  originX = x;
  originY = y;
  originZ = z;
  dividedNodeCount = dividedLeafCount = dividedDepth = 0;
  const bytes = chunk * ((nodeBytes * <usize>expected) / chunk + 1);
  dividedNodes = allocate(bytes);
  nodesEnd = dividedNodes + bytes;
  return dividedNodes != 0;
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
    nodesEnd = extend(dividedNodes, nodesEnd, chunk);
    if (nodesEnd == 0) return u32.MAX_VALUE;
  }
  if (depth > dividedDepth) dividedDepth = depth;
  return dividedNodeCount++;
}

/** Writes the box of a node, rounded outward to f32. */
export function setBox(node: u32, box: usize): void {
  const at = nodeAddress(node);
  store<f32>(at, roundedDown(load<f64>(box), originX));
  store<f32>(at, roundedDown(load<f64>(box, 8), originY), 4);
  store<f32>(at, roundedDown(load<f64>(box, 16), originZ), 8);
  store<f32>(at, 0 - roundedDown(load<f64>(box, 24), -originX), 12);
  store<f32>(at, 0 - roundedDown(load<f64>(box, 32), -originY), 16);
  store<f32>(at, 0 - roundedDown(load<f64>(box, 40), -originZ), 20);
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

/** Returns the largest f32, never −0, whose sum with `origin` is at most `value` in exact arithmetic; see `core/tree/round-outward.ts`. */
function roundedDown(value: f64, origin: f64): f32 {
  const difference = value - origin;
  const nearest = <f32>difference;
  const isAbove = <f64>nearest > difference;
  if (isAbove || (<f64>nearest == difference && errorOf(value, origin, difference) < 0)) return previous(nearest);
  return nearest + 0;
}

/** Returns the rounding error of `difference` = fl(a − b). */
// @ts-ignore: decorator
@inline
function errorOf(a: f64, b: f64, difference: f64): f64 {
  const bVirtual = a - difference;
  const aVirtual = difference + bVirtual;
  return a - aVirtual + (bVirtual - b);
}

/** Returns the next f32 towards minus infinity. */
function previous(value: f32): f32 {
  if (value == f32.POSITIVE_INFINITY) return largestF32;
  if (value == 0) return -f32.MIN_VALUE;
  const bits = reinterpret<u32>(value);
  return reinterpret<f32>(value > 0 ? bits - 1 : bits + 1) + 0;
}
