import { allocate, extend, release } from '../arena';
import { leafReference, noReference, wideNodeBytes, wideReferencesByte, wideRowBytes, wideWidth } from '../../layouts/wide-tree';
import { makeBins } from './bins';
import { makeClusters, orderPrimitives } from './clusters';
import { measure, recordAddress, setLists } from './lists';
import { countByte, indexByte, primitiveBytes, wordOffset, writePrimitives } from './primitives';
import { areaAt, boxMax, boxMin, copyRange, countAt, depthAt, firstAt, levelAt, listAt, rangeBytes, recordAt, recordsAt, referenceAt, sideAt } from './range';
import { sortKeys, sortTableBytes } from '../sort-keys';
import { split } from './split';

/** Meshes with fewer triangles have no clusters: all triangles are binned at all levels. */
const minForClusters: u32 = 4096;
/** Padding of boxes, with the rounding; see `boxPadding` in `core/tree/kinds/wide/frame.ts`. */
const padding: f32 = 1.2e-6;
/** Triangles of a block. A leaf with at most this number is not divided to fill free places of its node. */
const blockTriangles: u32 = 4;
/** Bytes of the first memory for nodes, which then doubles. */
const chunk: usize = 1 << 18;

/** Two lists of primitives, and a third one sorted along the curve. */
export let lists: usize = 0;
export let listBytes: usize = 0;
export let keys: usize = 0;
export let spareKeys: usize = 0;
/** The output of the builder: the triangles in leaf order, and nodes that `finish.ts` completes. */
export let order: usize = 0;
export let builtNodes: usize = 0;
export let nodeCount: u32 = 0;
export let levels: u32 = 0;
export let leafCount: u32 = 0;
export let blockCount: u32 = 0;

export let written: u32 = 0;
let box: usize = 0;
let work: usize = 0;
let stack: usize = 0;
let top: usize = 0;
let nodesEnd: usize = 0;
export let leafTriangles: u32 = 0;
export let maxLevels: u32 = 0;
export let minSide: f32 = 0;
export let halveFrom: u32 = 0;
/** Number of triangles in leaves. */
let placed: u32 = 0;

/** Reserves memory for the primitives of this number of triangles; false without memory. `boxAddress` is the address of six f64. */
export function reservePrimitives(triangles: u32, boxAddress: usize): bool {
  box = boxAddress;
  listBytes = primitiveBytes * <usize>triangles;
  lists = allocate(3 * listBytes);
  order = allocate(4 * <usize>triangles);
  keys = allocate(8 * <usize>triangles);
  spareKeys = allocate(8 * <usize>triangles);
  return lists != 0 && order != 0 && keys != 0 && spareKeys != 0;
}

export function restartPrimitives(): void {
  written = 0;
}

/** Sets the number of primitives that other instances have written. */
export function setWritten(count: u32): void {
  written = count;
}

/** Adds the primitives of the triangles [first, end) and returns their number so far. */
export function addPrimitives(first: u32, end: u32): u32 {
  written = writePrimitives(first, end, lists, keys, written, box);
  return written;
}

/** Sorts the primitives along the curve, where there are enough for clusters; false without memory. */
export function sortPrimitives(): bool {
  if (written < minForClusters) return true;
  const table = allocate(sortTableBytes);
  if (table == 0) return false;
  sortKeys(keys, spareKeys, written, table);
  release(table);
  return true;
}

/** Writes the primitives [first, end) in the order of the curve, where there are enough for clusters. */
export function placePrimitives(first: u32, end: u32): void {
  if (written >= minForClusters) orderPrimitives(lists, lists + 2 * listBytes, spareKeys, first, end);
}

/** Writes the clusters that start in [first, end) from there on, and returns their number; none where there are too few triangles. */
export function clusterPrimitives(first: u32, end: u32): u32 {
  // The second list is still free.
  return written < minForClusters ? 0 : makeClusters(lists + 2 * listBytes, spareKeys, first, end, written, clusterAt(first));
}

// @ts-ignore: decorator
@inline
export function clusterAt(cluster: u32): usize {
  return lists + listBytes + primitiveBytes * <usize>cluster;
}

/**
 * Begins to divide this number of clusters, or all triangles if it is 0. A child with more than `maxTriangles` triangles is divided further, unless it is at the level `depth` or no side is longer
 * than `side`, in units of the frame. Smaller children are divided down to a block while their node has free places. False without memory.
 */
export function beginBuild(clusters: u32, maxTriangles: u32, depth: u32, side: f32): bool {
  leafTriangles = maxTriangles;
  maxLevels = depth;
  minSide = side;
  nodeCount = levels = leafCount = blockCount = placed = 0;
  const halvings: u32 = 32 - <u32>clz(max<u32>(written, 2) - 1);
  halveFrom = 2 * halvings + 32;
  // Nothing has been allocated after the keys yet.
  release(keys);
  if (!reserveDescent()) return false;
  if (written == 0) return true;
  if (!makeRoot(clusters)) return false;
  builtNodes = allocate(chunk);
  nodesEnd = builtNodes + chunk;
  return builtNodes != 0;
}

/** Reserves what a thread needs to divide; false without memory. */
export function reserveDescent(): bool {
  const halvings = (halveFrom - 32) >> 1;
  stack = allocate((7 * <usize>(halveFrom + halvings) + 16) * rangeBytes);
  work = allocate((wideWidth + 1) * rangeBytes);
  top = stack;
  return stack != 0 && work != 0 && makeBins();
}

/** Pushes the root: over all primitives, or over this number of clusters. */
function makeRoot(clusters: u32): bool {
  const bytes = primitiveBytes * <usize>clusters;
  const clusterLists = allocate(2 * bytes);
  if (clusterLists == 0) return false;
  memory.copy(clusterLists, lists + listBytes, bytes);
  setLists(lists, listBytes, clusterLists, bytes, lists + 2 * listBytes);
  const list: u32 = clusters > 0 ? 2 : 0, records = clusters > 0 ? clusters : written;
  const from = recordAddress(list, 0);
  measure(top, from, from + primitiveBytes * <usize>records);
  store<u32>(top, list, listAt);
  store<u32>(top, 0, recordAt);
  store<u32>(top, records, recordsAt);
  store<u32>(top, 0, firstAt);
  store<u32>(top, written, countAt);
  store<u32>(top, 0, depthAt);
  store<u32>(top, 0, levelAt);
  store<u32>(top, 0, referenceAt);
  top += rangeBytes;
  return true;
}

/** Divides for about `effort` triangles and returns the number of triangles in leaves, at the end all; 2³² − 1 without memory. */
export function stepBuild(effort: u32): u32 {
  let done: u32 = 0;
  while (isWaiting() && done < effort) {
    done += load<u32>(popRange(), countAt) + 64;
    if (!makeNode()) return u32.MAX_VALUE;
  }
  return placed;
}

/** Returns whether the stack has a range. */
export function isWaiting(): bool {
  return top > stack;
}

/** Pops a range and returns its address, where it stays until the next push. */
export function popRange(): usize {
  top -= rangeBytes;
  return top;
}

export function pushRange(range: usize): void {
  copyRange(top, range);
  top += rangeBytes;
}

/** Restarts the nodes from 0, between two addresses. */
export function makeNodesIn(from: usize, end: usize): void {
  setBuilt(from, 0, 0, 0, 0);
  nodesEnd = end;
}

/** Sets what has been built, and where. */
export function setBuilt(at: usize, nodes: u32, leaves: u32, blocks: u32, depth: u32): void {
  builtNodes = at;
  nodeCount = nodes;
  leafCount = leaves;
  blockCount = blocks;
  levels = depth;
}

/** Returns whether a range has more than `maxTriangles` triangles and is long enough to be divided. */
// @ts-ignore: decorator
@inline
function mayDivide(range: usize, maxTriangles: u32): bool {
  return load<u32>(range, countAt) > maxTriangles && load<f32>(range, sideAt) > minSide;
}

/** Makes a node of the range that `popRange` returned; false without memory. */
export function makeNode(): bool {
  const at = builtNodes + <usize>nodeCount * wideNodeBytes;
  if (at + wideNodeBytes > nodesEnd) {
    nodesEnd = extend(builtNodes, nodesEnd, chunk);
    if (nodesEnd == 0) return false;
  }
  copyRange(work, top);
  const reference = load<u32>(work, referenceAt);
  if (nodeCount > 0) store<u32>(builtNodes + reference, nodeCount);
  nodeCount++;
  const level = load<u32>(work, levelAt) + 1;
  const children = divide();
  const isDeepest = maxLevels != 0 && level >= maxLevels;
  for (let i = wideWidth - 1; i >= 0; i--) {
    const place = at + 4 * <usize>i;
    if (i >= children) {
      writeFree(place);
      continue;
    }
    const child = work + <usize>i * rangeBytes;
    writeBox(place, child);
    if (isDeepest || !mayDivide(child, leafTriangles)) {
      writeLeaf(place, child);
      if (level > levels) levels = level;
    } else {
      // The first child is pushed last, so that its node follows this one.
      copyRange(top, child);
      store<u32>(top, level, levelAt);
      store<u32>(top, <u32>(place - builtNodes) + wideReferencesByte, referenceAt);
      top += rangeBytes;
    }
  }
  return true;
}

/** Divides the range at `work`, always the child with the largest surface, until there are eight children or none may be divided. Returns their number. */
function divide(): i32 {
  let children = 1;
  const whole = work + wideWidth * rangeBytes;
  // A root that may be a leaf is one.
  const maxTriangles = load<u32>(work, countAt) > leafTriangles ? min(leafTriangles, blockTriangles) : leafTriangles;
  while (children < wideWidth) {
    let best: i32 = -1;
    let bestArea: f32 = -1;
    for (let i = 0; i < children; i++) {
      const child = work + <usize>i * rangeBytes;
      const area = load<f32>(child, areaAt);
      if (area <= bestArea || !mayDivide(child, maxTriangles)) continue;
      bestArea = area;
      best = i;
    }
    if (best < 0) break;
    // The left part replaces the whole, the right part is inserted after it.
    for (let i = children - 1; i > best; i--) copyRange(work + <usize>(i + 1) * rangeBytes, work + <usize>i * rangeBytes);
    const left = work + <usize>best * rangeBytes;
    copyRange(whole, left);
    split(whole, left, left + rangeBytes, halveFrom);
    children++;
  }
  return children;
}

function writeBox(place: usize, child: usize): void {
  for (let axis: usize = 0; axis < 3; axis++) {
    const row = place + 2 * wideRowBytes * axis;
    store<f32>(row, load<f32>(child + (axis << 2), boxMin) - padding);
    store<f32>(row, load<f32>(child + (axis << 2), boxMax) + padding, wideRowBytes);
  }
  // `finish.ts` replaces it.
  store<u32>(place, load<u32>(child, firstAt), wideReferencesByte + wideRowBytes);
}

/** Writes a free place: a box that overlaps nothing. */
function writeFree(place: usize): void {
  for (let row: usize = 0; row < 6; row += 2) {
    store<f32>(place + row * wideRowBytes, f32.POSITIVE_INFINITY);
    store<f32>(place + row * wideRowBytes, f32.NEGATIVE_INFINITY, wideRowBytes);
  }
  store<u32>(place, noReference, wideReferencesByte);
}

/** Writes a reference with the count, which `finish.ts` replaces, and the triangles to the leaf order. */
function writeLeaf(place: usize, child: usize): void {
  const count = load<u32>(child, countAt);
  store<u32>(place, leafReference | count, wideReferencesByte);
  leafCount++;
  blockCount += (count + 3) >> 2;
  placed += count;
  const list = load<u32>(child, listAt);
  const to = order + 4 * <usize>load<u32>(child, firstAt);
  if (list < 2) writeIndices(to, recordAddress(list, load<u32>(child, recordAt)), count);
  else {
    let next = to;
    const records = load<u32>(child, recordsAt);
    for (let i: u32 = 0; i < records; i++) {
      const cluster = recordAddress(list, load<u32>(child, recordAt) + i);
      const members = load<u32>(cluster, countByte) - wordOffset;
      writeIndices(next, lists + 2 * listBytes + primitiveBytes * <usize>(load<u32>(cluster, indexByte) - wordOffset), members);
      next += 4 * <usize>members;
    }
  }
}

function writeIndices(to: usize, from: usize, count: u32): void {
  for (let i: usize = 0; i < <usize>count; i++) store<u32>(to + (i << 2), load<u32>(from + primitiveBytes * i, indexByte) - wordOffset);
}

/** Bytes of the lists of primitives, which are free when all nodes are built. */
export function freeBytes(): usize {
  return 3 * listBytes;
}

export function freeAddress(): usize {
  return lists;
}
