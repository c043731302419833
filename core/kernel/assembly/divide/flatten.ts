import { allocate } from '../arena';
import { boxBytes, centreOf, clearBox, growBox } from './box';
import { boxOf, leftOf, rightOf, sizeOf, triangleOf } from './clusters';
import { appendNode, makeLeaf, setAxis, setRightChild } from './divided-nodes';
import { halveFrom, halvings, isLeaf, orderAt, setOrder } from './limits';
import { releaseSides } from './nearest-neighbours';
import { written } from './records';
import { longestAxis } from './split';

/** A cluster to write: u32 cluster, depth, and the parent whose right child it is. */
const entryBytes: usize = 12;
/** The root and left children need no link. */
const noParent: u32 = u32.MAX_VALUE;

let stack: usize = 0;
let top: usize = 0;
/** u32: clusters whose triangles are placed next. */
let waiting: usize = 0;
let box: usize = 0;
let placed: u32 = 0;
let isOutOfMemory: bool = false;

/** Begins to write the merges as nodes, after `setLimits`; false without memory. */
export function beginFlattening(): bool {
  releaseSides();
  placed = 0;
  isOutOfMemory = false;
  stack = allocate((<usize>(halveFrom + halvings) + 2) * entryBytes);
  waiting = allocate(4 * (<usize>written + 1));
  box = allocate(boxBytes);
  top = stack;
  if (stack == 0 || waiting == 0 || box == 0) return false;
  if (written > 0) push(2 * written - 2, 0, noParent);
  return true;
}

/** Writes about `effort` triangles and returns the number in leaves, at the end all; 2³² − 1 without memory. See `core/tree/builders/flatten-merges.ts`. */
export function stepFlattening(effort: u32): u32 {
  const until = placed + effort;
  while (top > stack && placed < until) {
    top -= entryBytes;
    writeCluster(load<u32>(top), load<u32>(top, 4), load<u32>(top, 8));
    if (isOutOfMemory) return u32.MAX_VALUE;
  }
  if (top == stack) nameTriangles();
  return placed;
}

function writeCluster(cluster: u32, depth: u32, rightChildOf: u32): void {
  const own = boxOf(cluster);
  const leaf = isLeaf(own, sizeOf(cluster), depth);
  if (!leaf && depth < halveFrom) {
    const left = leftOf(cluster), right = rightOf(cluster);
    const node = appendLinked(own, depth, rightChildOf);
    if (isOutOfMemory) return;
    setAxis(node, separatingAxis(boxOf(left), boxOf(right)));
    push(right, depth + 1, node);
    push(left, depth + 1, noParent);
    return;
  }
  const first = placed;
  placeClusters(cluster);
  if (!leaf) {
    writeHalved(first, placed, depth, rightChildOf);
    return;
  }
  const node = appendLinked(own, depth, rightChildOf);
  if (!isOutOfMemory) makeLeaf(node, first, placed - first);
}

function push(cluster: u32, depth: u32, rightChildOf: u32): void {
  store<u32>(top, cluster);
  store<u32>(top, depth, 4);
  store<u32>(top, rightChildOf, 8);
  top += entryBytes;
}

/** Appends a node, and the link from its parent. */
function appendLinked(own: usize, depth: u32, rightChildOf: u32): u32 {
  const node = appendNode(own, depth);
  isOutOfMemory = node == u32.MAX_VALUE;
  if (!isOutOfMemory && rightChildOf != noParent) setRightChild(rightChildOf, node);
  return node;
}

/** Writes the triangles of a cluster to the order, which has their clusters until the end. */
function placeClusters(cluster: u32): void {
  let last = waiting;
  store<u32>(last, cluster);
  last += 4;
  while (last > waiting) {
    last -= 4;
    const next = load<u32>(last);
    if (next < written) {
      setOrder(placed++, next);
      continue;
    }
    store<u32>(last, rightOf(next));
    store<u32>(last, leftOf(next), 4);
    last += 8;
  }
}

/** Replaces the clusters in the order by their triangles. */
function nameTriangles(): void {
  for (let i: u32 = 0; i < placed; i++) setOrder(i, triangleOf(orderAt(i)));
}

/** Returns the axis on which the centres of two boxes are farthest apart. No branch depends on the boxes. */
export function separatingAxis(p: usize, q: usize): u32 {
  const x = abs(distance(p, q, 0)), y = abs(distance(p, q, 1)), z = abs(distance(p, q, 2));
  const isX = <u32>(x >= y) & <u32>(x >= z), isY = <u32>!(x >= y) & <u32>(y >= z);
  return 2 - 2 * isX - isY;
}

/** Returns the distance of two centres, in the order of TypeScript's sum. */
// @ts-ignore: decorator
@inline
function distance(p: usize, q: usize, axis: usize): f64 {
  return centreOf(p, axis) - load<f64>(q + (axis << 3)) * 0.5 + load<f64>(q + (axis << 3), 24) * 0.5;
}

/** Writes a range of the order by halving it. */
function writeHalved(first: u32, end: u32, depth: u32, rightChildOf: u32): void {
  clearBox(box);
  for (let i = first; i < end; i++) growBox(box, boxOf(orderAt(i)));
  const node = appendLinked(box, depth, rightChildOf);
  if (isOutOfMemory) return;
  if (isLeaf(box, end - first, depth)) {
    makeLeaf(node, first, end - first);
    return;
  }
  const middle = first + ((end - first) >> 1);
  setAxis(node, longestAxis(box));
  writeHalved(first, middle, depth + 1, noParent);
  if (!isOutOfMemory) writeHalved(middle, end, depth + 1, node);
}
