import { allocate } from '../arena';
import { indices, vertexAt } from '../mesh';
import { highOf, highZOf, lowOf, lowZOf } from './corners';
import { changes } from './curve';
import { appendEmpty, appendNode, makeLeaf, setAxis, setBox, setRightChild } from './divided-nodes';
import { separatingAxis } from './flatten';
import { halveFrom, halvings, isLeafCount, orderAt } from './limits';
import { boxBytes, copyBox, growBox, storeBounds, storeBox } from './box';
import { written } from './records';
import { longestAxis } from './split';

/**
 * A range of triangles: u32 first, end, depth, and the parent whose right child it is. Once its node is begun: u32 the node, which child is next (1 or 2),
 * and where it divides. Then the box of the left child.
 */
const firstAt: usize = 0;
const endAt: usize = 4;
const depthAt: usize = 8;
const rightOfAt: usize = 12;
const nodeAt: usize = 16;
const childrenAt: usize = 20;
const middleAt: usize = 24;
const leftBoxAt: usize = 32;
const entryBytes: usize = 32 + boxBytes;
/** The root and left children need no link. */
const noParent: u32 = u32.MAX_VALUE;
/** Ranges of up to this many triangles are written in one step. */
const maxAtOnce: u32 = 256;
/** Changes of codes that are compared at once. */
const lanes: usize = 16;

let stack: usize = 0;
let top: usize = 0;
/** The box of the node that was completed last. */
let completed: usize = 0;
/** The boxes of the triangles of a range that is written in one step. */
let gathered: usize = 0;
let placed: u32 = 0;

/** Begins to write the records along the curve as nodes, after `setLimits` without a minimum extent; false without memory. */
export function beginCurveNodes(): bool {
  placed = 0;
  stack = allocate((<usize>(halveFrom + halvings) + 2) * entryBytes);
  completed = allocate(boxBytes);
  gathered = allocate(boxBytes * <usize>maxAtOnce);
  top = stack;
  if (stack == 0 || completed == 0 || gathered == 0) return false;
  if (written > 0) push(0, written, 0, noParent);
  return true;
}

/**
 * Writes about `effort` triangles and returns the number in leaves, at the end all; 2³² − 1 without memory. The nodes are those of `mergeAlongCurve` and
 * `stepFlattening`, without a list of merges. A range divides where the highest bit of its codes changes. A box is written when those below are known.
 */
export function stepCurveNodes(effort: u32): u32 {
  const until = placed + effort;
  // After the last leaf, nodes above it wait for their boxes.
  while (top > stack && (placed < until || placed == written)) if (!stepTop()) return u32.MAX_VALUE;
  return placed;
}

/** Begins the node on top of the stack, or goes on with it; false without memory. */
function stepTop(): bool {
  const entry = top - entryBytes;
  const first = load<u32>(entry, firstAt), end = load<u32>(entry, endAt), depth = load<u32>(entry, depthAt);
  const children = load<u32>(entry, childrenAt);
  if (children == 0) {
    if (end - first <= maxAtOnce || isLeafCount(end - first, depth) || depth >= halveFrom) {
      top = entry;
      placed = end;
      if (end - first <= maxAtOnce) gather(first, end);
      return writeRange(first, end, depth, load<u32>(entry, rightOfAt), entry, first);
    }
    const node = appendLinked(depth, load<u32>(entry, rightOfAt));
    if (node == u32.MAX_VALUE) return false;
    const middle = middleOf(first, end);
    store<u32>(entry, node, nodeAt);
    store<u32>(entry, 1, childrenAt);
    store<u32>(entry, middle, middleAt);
    push(first, middle, depth + 1, noParent);
    return true;
  }
  if (children == 1) {
    copyBox(entry + leftBoxAt, completed);
    store<u32>(entry, 2, childrenAt);
    push(load<u32>(entry, middleAt), end, depth + 1, load<u32>(entry, nodeAt));
    return true;
  }
  completeNode(load<u32>(entry, nodeAt), entry + leftBoxAt);
  top = entry;
  return true;
}

/**
 * Writes a range with all nodes below, and its box to `completed`; false without memory. Boxes of left children wait on the stack from `entry` on. Those of
 * triangles are in `gathered`, from the position `origin` on. Calls return where they came from, which processors predict better than the state of an entry.
 */
function writeRange(first: u32, end: u32, depth: u32, rightOf: u32, entry: usize, origin: u32): bool {
  const leaf = isLeafCount(end - first, depth);
  if (!leaf && depth >= halveFrom) {
    if (!writeHalved(first, end, depth, rightOf)) return false;
    measure(first, end);
    return true;
  }
  const node = appendLinked(depth, rightOf);
  if (node == u32.MAX_VALUE) return false;
  if (leaf) {
    if (end - first <= maxAtOnce) measureLeaf(first, end, origin);
    else measure(first, end);
    setBox(node, completed);
    makeLeaf(node, first, end - first);
    return true;
  }
  const middle = middleOf(first, end);
  if (!writeRange(first, middle, depth + 1, noParent, entry + entryBytes, origin)) return false;
  copyBox(entry + leftBoxAt, completed);
  if (!writeRange(middle, end, depth + 1, node, entry + entryBytes, origin)) return false;
  completeNode(node, entry + leftBoxAt);
  return true;
}

/** Appends a node without a box, and the link from its parent. */
// @ts-ignore: decorator
@inline
function appendLinked(depth: u32, rightOf: u32): u32 {
  const node = appendEmpty(depth);
  if (node != u32.MAX_VALUE && rightOf != noParent) setRightChild(rightOf, node);
  return node;
}

function push(first: u32, end: u32, depth: u32, rightOf: u32): void {
  store<u32>(top, first, firstAt);
  store<u32>(top, end, endAt);
  store<u32>(top, depth, depthAt);
  store<u32>(top, rightOf, rightOfAt);
  store<u32>(top, 0, childrenAt);
  top += entryBytes;
}

/** Writes a range that is too deep by halving it; false without memory. */
function writeHalved(first: u32, end: u32, depth: u32, rightOf: u32): bool {
  measure(first, end);
  const node = appendNode(completed, depth);
  if (node == u32.MAX_VALUE) return false;
  if (rightOf != noParent) setRightChild(rightOf, node);
  if (isLeafCount(end - first, depth)) {
    makeLeaf(node, first, end - first);
    return true;
  }
  setAxis(node, longestAxis(completed));
  const middle = first + ((end - first) >> 1);
  return writeHalved(first, middle, depth + 1, noParent) && writeHalved(middle, end, depth + 1, node);
}

/** Writes the box of a range to `completed`. */
function measure(first: u32, end: u32): void {
  let low = f64x2.splat(f64.POSITIVE_INFINITY), high = f64x2.splat(f64.NEGATIVE_INFINITY);
  let lowZ = low, highZ = high;
  for (let i = first; i < end; i++) {
    const corners = indices + 12 * <usize>orderAt(i);
    const a = vertexAt(corners), b = vertexAt(corners + 4), c = vertexAt(corners + 8);
    low = f64x2.pmin(low, lowOf<f64>(a, b, c));
    high = f64x2.pmax(high, highOf<f64>(a, b, c));
    lowZ = f64x2.pmin(lowZ, lowZOf(a, b, c));
    highZ = f64x2.pmax(highZ, highZOf(a, b, c));
  }
  storeBounds(completed, low, lowZ, high, highZ);
}

/**
 * Writes the boxes of up to `maxAtOnce` triangles to `gathered`. Their addresses are in no order, and in a loop without other branches a processor
 * reads many at the same time.
 */
function gather(first: u32, end: u32): void {
  let to = gathered;
  for (let i = first; i < end; i++) {
    const corners = indices + 12 * <usize>orderAt(i);
    const a = vertexAt(corners), b = vertexAt(corners + 4), c = vertexAt(corners + 8);
    const high = f64x2.neg(highOf<f64>(a, b, c)), highZ = f64x2.neg(highZOf(a, b, c));
    storeBox(to, lowOf<f64>(a, b, c), v128.shuffle<u64>(lowZOf(a, b, c), high, 0, 2), v128.shuffle<u64>(high, highZ, 1, 2));
    to += boxBytes;
  }
}

/** Writes the box of a leaf to `completed`, whose triangles are in `gathered` from the position `origin` on. */
// @ts-ignore: decorator
@inline
function measureLeaf(first: u32, end: u32, origin: u32): void {
  let at = gathered + boxBytes * <usize>(first - origin);
  const last = gathered + boxBytes * <usize>(end - origin);
  let a = v128.load(at), b = v128.load(at, 16), c = v128.load(at, 32);
  for (at += boxBytes; at < last; at += boxBytes) {
    a = f64x2.pmin(a, v128.load(at));
    b = f64x2.pmin(b, v128.load(at, 16));
    c = f64x2.pmin(c, v128.load(at, 32));
  }
  storeBox(completed, a, b, c);
}

/** Writes a node whose left child has the box `left`, and whose right child was completed last. */
// @ts-ignore: decorator
@inline
function completeNode(node: u32, left: usize): void {
  setAxis(node, separatingAxis(left, completed));
  growBox(completed, left);
  setBox(node, completed);
}

/** Returns where the highest bit changes in which the codes of [first, end) differ; of equal codes, the highest bit of the positions. */
function middleOf(first: u32, end: u32): u32 {
  const from = changes + <usize>first, last = changes + <usize>end - 1;
  let highest = i8x16.splat(0);
  for (let at = from; at < last; at += lanes) highest = i8x16.max_u(highest, changesAt(at, last));
  highest = i8x16.max_u(highest, v128.shuffle<u64>(highest, highest, 1, 0));
  highest = i8x16.max_u(highest, v128.shuffle<u32>(highest, highest, 1, 0, 3, 2));
  highest = i8x16.max_u(highest, v128.shuffle<u16>(highest, highest, 1, 0, 3, 2, 5, 4, 7, 6));
  highest = i8x16.max_u(highest, v128.shuffle<u8>(highest, highest, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
  // No other change of the range has the same bit.
  let at = from, mask = equalAt(at, highest);
  while (mask == 0) {
    at += lanes;
    mask = equalAt(at, highest);
  }
  return first + <u32>(at - from) + ctz(mask) + 1;
}

// @ts-ignore: decorator
@inline
function equalAt(at: usize, change: v128): u32 {
  return i8x16.bitmask(i8x16.eq(v128.load(at), change));
}

/** Returns the changes from an address on, and 0 instead of those from `last` on. */
// @ts-ignore: decorator
@inline
function changesAt(at: usize, last: usize): v128 {
  const left = i8x16.splat(<i8>min(last - at, lanes));
  return v128.and(v128.load(at), i8x16.gt_s(left, i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)));
}
