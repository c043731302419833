import { allocate } from '../arena';
import { bySah, bySeeds, bySweep } from '../../layouts/divide';
import { appendNode, chunk, freeUntil, makeLeaf, setAxis, setRightChild, useNodes } from './divided-nodes';
import { dividedOrder, halveFrom, halvings, isLeaf, setOrder, useOrder } from './limits';
import { boxBytes, copyBox } from './box';
import { isNarrow } from './narrow';
import { record, records, triangleAt, whole, written } from './records';
import { leftBox, middle, reserveSplit, rightBox, splitAxis, splitHalf } from './split';
import { splitMedian } from './split-median';
import { reserveBins, splitSah } from './split-sah';
import { splitSeeds } from './split-seeds';
import { splitSweep } from './split-sweep';

/** A range on the stack: its box; then u32 each: first and last position, depth, the parent whose right child it is, fixes of `splitMedian`. */
const entryBytes: usize = 80;
const firstAt: usize = boxBytes;
const endAt: usize = boxBytes + 4;
const depthAt: usize = boxBytes + 8;
const rightOfAt: usize = boxBytes + 12;
const fixesAt: usize = boxBytes + 16;
/** The root and left children need no link. */
const noParent: u32 = u32.MAX_VALUE;
/** The effort of a node without its triangles, counted in triangles. */
const nodeEffort: u32 = 16;

let stack: usize = 0;
let top: usize = 0;
let how: u32 = 0;
let placed: u32 = 0;

/**
 * Begins to divide the records, after `addRecords` and `setLimits`, and after `sortAxis` for a sweep. `split` is one of `layouts/divide.ts`. False
 * without memory.
 */
export function beginDivision(split: u32): bool {
  how = split;
  placed = 0;
  useOrder(allocate(4 * <usize>written));
  // Leaves are made from the first record to the last, so nodes may take the place of records that are already in leaves.
  useNodes(records - chunk, records);
  // Depth first, so the stack has one sibling per level.
  stack = allocate((<usize>(halveFrom + halvings) + 2) * entryBytes);
  top = stack;
  if (dividedOrder == 0 || stack == 0 || !reserveSplit() || !reserveBins()) return false;
  if (written > 0) push(0, written, 0, noParent, 0, whole);
  return true;
}

/** Divides for about `effort` triangles. Returns the number of triangles in leaves, at the end all; 2³² − 1 without memory. */
export function stepDivision(effort: u32): u32 {
  let done: u32 = 0;
  while (top != stack && done < effort) {
    top -= entryBytes;
    const count = load<u32>(top, endAt) - load<u32>(top, firstAt);
    if (!(isNarrow ? divideTop<f32>(count) : divideTop<f64>(count))) return u32.MAX_VALUE;
    done += count + nodeEffort;
  }
  return placed;
}

/** Writes the node of the range that was on top, and pushes its children; false without memory. */
function divideTop<T>(count: u32): bool {
  const first = load<u32>(top, firstAt), end = load<u32>(top, endAt);
  const depth = load<u32>(top, depthAt), rightOf = load<u32>(top, rightOfAt);
  const node = appendNode(top, depth);
  if (node == u32.MAX_VALUE) return false;
  if (rightOf != noParent) setRightChild(rightOf, node);
  if (isLeaf(top, count, depth)) {
    makeLeaf(node, first, count);
    placeTriangles<T>(first, end);
    return true;
  }
  let fixes: u32 = 0;
  if (depth >= halveFrom) splitHalf<T>(top, first, end);
  else if (how == bySah) splitSah<T>(top, first, end);
  else if (how == bySeeds) splitSeeds<T>(top, first, end);
  else if (how == bySweep) splitSweep<T>(top, first, end);
  else fixes = splitMedian<T>(top, first, end, load<u32>(top, fixesAt));
  setAxis(node, splitAxis);
  push(middle, end, depth + 1, node, fixes, rightBox);
  push(first, middle, depth + 1, noParent, fixes, leftBox);
  return true;
}

function push(first: u32, end: u32, depth: u32, rightOf: u32, fixes: u32, box: usize): void {
  copyBox(top, box);
  store<u32>(top, first, firstAt);
  store<u32>(top, end, endAt);
  store<u32>(top, depth, depthAt);
  store<u32>(top, rightOf, rightOfAt);
  store<u32>(top, fixes, fixesAt);
  top += entryBytes;
}

function placeTriangles<T>(first: u32, end: u32): void {
  for (let i = first; i < end; i++) setOrder(i, load<u32>(record<T>(i) + triangleAt<T>()));
  placed += end - first;
  freeUntil(record<T>(end));
}
