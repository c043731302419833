import { allocate, release } from '../arena';
import { leafReference, noReference, wideNodeBytes, wideReferencesByte, wideRowBytes, wideWidth } from '../../layouts/wide-tree';
import { makeBins } from './bins';
import { makeClusters, orderPrimitives } from './clusters';
import { measure, recordAddress, setLists } from './lists';
import { countByte, indexByte, primitiveBytes, wordOffset, writePrimitives } from './primitives';
import { areaAt, boxMax, boxMin, copyRange, countAt, depthAt, firstAt, levelAt, listAt, rangeBytes, recordAt, recordsAt, referenceAt, sideAt } from './range';
import { sortKeys } from './sort-keys';
import { split } from './split';

/** Below so many triangles all are binned at all levels. */
const minForClusters: u32 = 4096;
/** Boxes reach beyond their triangles by this and rounding; see `boxPadding` in `wide/frame.ts`. */
const padding: f32 = 1.2e-6;
/** Triangles of a block: a leaf with no more is not divided for want of anything else to divide. */
const blockTriangles: u32 = 4;
/** Nodes are added by so many bytes. */
const chunk: usize = 1 << 18;

/** Two lists of primitives, and a third for them along the curve. */
export let lists: usize = 0;
export let listBytes: usize = 0;
export let keys: usize = 0;
export let spareKeys: usize = 0;
/** What the builder leaves: the triangles in leaf order, and nodes that `finish.ts` completes. */
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
/** Triangles that are in leaves. */
let placed: u32 = 0;

/** Room for the primitives of so many triangles; false where there is not enough. `box` is the address of six f64. */
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

/** Says that so many have been written. */
export function setWritten(count: u32): void {
  written = count;
}

/** Takes the triangles [first, end); gives how many primitives there are. */
export function addPrimitives(first: u32, end: u32): u32 {
  written = writePrimitives(first, end, lists, keys, written, box);
  return written;
}

/** Sorts the primitives along the curve; false without memory. Only for many. */
export function sortPrimitives(): bool {
  return written < minForClusters || sortKeys(keys, spareKeys, written) != 0;
}

/** What would be waste of time for a few. */
export function placePrimitives(first: u32, end: u32): void {
  if (written >= minForClusters) orderPrimitives(lists, lists + 2 * listBytes, spareKeys, first, end);
}

/**
 * Begins the descent. A child with more than `most` triangles is divided further unless it lies at `deepest` levels or has no side longer
 * than `side`, in units of the frame; and smaller ones down to a block while their node has free places, which are tested anyway. False without memory.
 */
export function beginBuild(most: u32, deepest: u32, side: f32): bool {
  leafTriangles = most;
  maxLevels = deepest;
  minSide = side;
  nodeCount = levels = leafCount = blockCount = placed = 0;
  const halvings: u32 = 32 - <u32>clz(max<u32>(written, 2) - 1);
  halveFrom = 2 * halvings + 32;
  // The second list is free still. Behind the keys nothing else has been put yet.
  const clusters = written < minForClusters ? 0 : makeClusters(lists + 2 * listBytes, spareKeys, written, lists + listBytes);
  release(keys);
  if (!reserveDescent()) return false;
  if (written == 0) return true;
  if (!makeRoot(clusters)) return false;
  builtNodes = allocate(chunk);
  nodesEnd = builtNodes + chunk;
  return builtNodes != 0;
}

/** Room for what a thread needs that divides; false without memory. */
export function reserveDescent(): bool {
  const halvings = (halveFrom - 32) >> 1;
  stack = allocate((7 * <usize>(halveFrom + halvings) + 16) * rangeBytes);
  work = allocate((wideWidth + 1) * rangeBytes);
  top = stack;
  return stack != 0 && work != 0 && makeBins();
}

/** Puts the root on the stack: over all primitives, or over so many clusters. */
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

/** Does about so many triangles' worth of work. The triangles that are in leaves; 2³² − 1 without memory. All are, at the end. */
export function stepBuild(effort: u32): u32 {
  let done: u32 = 0;
  while (isWaiting() && done < effort) {
    done += load<u32>(popRange(), countAt) + 64;
    if (!makeNode()) return u32.MAX_VALUE;
  }
  return placed;
}

/** Whether there is a range on the stack. */
export function isWaiting(): bool {
  return top > stack;
}

/** Takes the range from the top of the stack, where it stays until another is put there. */
export function popRange(): usize {
  top -= rangeBytes;
  return top;
}

export function pushRange(range: usize): void {
  copyRange(top, range);
  top += rangeBytes;
}

/** Lets nodes be made anew, from 0 on, between two addresses. */
export function makeNodesIn(from: usize, end: usize): void {
  setBuilt(from, 0, 0, 0, 0);
  nodesEnd = end;
}

/** Says what has been built, and where. */
export function setBuilt(at: usize, nodes: u32, leaves: u32, blocks: u32, deepest: u32): void {
  builtNodes = at;
  nodeCount = nodes;
  leafCount = leaves;
  blockCount = blocks;
  levels = deepest;
}

/** Whether a range has more triangles than that, and is long enough to be divided. */
// @ts-ignore: decorator
@inline
function mayDivide(range: usize, most: u32): bool {
  return load<u32>(range, countAt) > most && load<f32>(range, sideAt) > minSide;
}

/** Makes a node of the range that `popRange` gave; false without memory. */
export function makeNode(): bool {
  const at = builtNodes + <usize>nodeCount * wideNodeBytes;
  if (at + wideNodeBytes > nodesEnd) {
    if (allocate(chunk) != nodesEnd) return false;
    nodesEnd += chunk;
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
      // The first child ends on top, so that its node follows this one.
      copyRange(top, child);
      store<u32>(top, level, levelAt);
      store<u32>(top, <u32>(place - builtNodes) + wideReferencesByte, referenceAt);
      top += rangeBytes;
    }
  }
  return true;
}

/** Divides the range at `work`, always the child with the largest surface, until there are eight or none may be divided; their number. */
function divide(): i32 {
  let children = 1;
  const whole = work + wideWidth * rangeBytes;
  // A root that may be a leaf is one.
  const most = load<u32>(work, countAt) > leafTriangles ? min(leafTriangles, blockTriangles) : leafTriangles;
  while (children < wideWidth) {
    let best: i32 = -1;
    let bestArea: f32 = -1;
    for (let i = 0; i < children; i++) {
      const child = work + <usize>i * rangeBytes;
      const area = load<f32>(child, areaAt);
      if (area <= bestArea || !mayDivide(child, most)) continue;
      bestArea = area;
      best = i;
    }
    if (best < 0) break;
    // The left part stays in the place of the whole, the right one moves in behind it.
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
  // `finish.ts` puts something else here.
  store<u32>(place, load<u32>(child, firstAt), wideReferencesByte + wideRowBytes);
}

/** A box that nothing meets. */
function writeFree(place: usize): void {
  for (let row: usize = 0; row < 6; row += 2) {
    store<f32>(place + row * wideRowBytes, f32.POSITIVE_INFINITY);
    store<f32>(place + row * wideRowBytes, f32.NEGATIVE_INFINITY, wideRowBytes);
  }
  store<u32>(place, noReference, wideReferencesByte);
}

/** A reference with the count, which `finish.ts` replaces; and the triangles in their places. */
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

/** Memory that the finished nodes do not need: the lists of primitives. */
export function freeBytes(): usize {
  return 3 * listBytes;
}

export function freeAddress(): usize {
  return lists;
}
