import { allocate } from '../arena';
import { leafReference, noReference, wideNodeBytes, wideReferencesByte, wideWidth } from '../../layouts/wide-tree';
import {
  blockCount, builtNodes, isWaiting, leafCount, leafTriangles, levels, makeNode, makeNodesIn, nodeCount, popRange, pushRange, reserveDescent, setBuilt, written,
} from './builder';
import { continueAt, finishNodes, finishRoot, reserveFinish, sumTriangles, tableLength, totals } from './finish';
import { copyRange, countAt, rangeBytes, referenceAt } from './range';

/**
 * A tree that several threads build: one divides its top until ranges are small, and those, the parts, are built each by itself,
 * with nodes numbered from 0. Nodes of the top and parts are listed in the order that the builder in one thread has; so what each
 * begins with, node, block and entry, is the sum of those before it, and the tree is the same to the last bit.
 */

/** An item of the list: the range that it was made of; then u32 each, as follows. */
const itemBytes: usize = 160;
/** Its stored nodes and where they are, its leaves, their blocks, and stored nodes on the way to its deepest. A part that is not built has no nodes. */
const nodesAt: usize = rangeBytes;
const addressAt: usize = rangeBytes + 4;
const leavesAt: usize = rangeBytes + 8;
const blocksAt: usize = rangeBytes + 12;
const levelsAt: usize = rangeBytes + 16;
/** Of the whole tree: its first stored node, block and entry. */
const firstNodeAt: usize = rangeBytes + 20;
const firstBlockAt: usize = rangeBytes + 24;
const firstEntryAt: usize = rangeBytes + 28;
/** 1 for a part, 0 for a node of the top. */
const isPartAt: usize = rangeBytes + 32;
/** 1 when it has been completed. */
const isFinishedAt: usize = rangeBytes + 36;

/** More are needed by no mesh that one would want to divide between threads. */
const maxItems: u32 = 8192;
/** Parts have at most one of so many of the triangles, whatever the number of threads; and more than what is not worth a message. */
const minParts: u32 = 64;
const fewTriangles: u32 = 4096;

export let items: usize = 0;
export let itemCount: u32 = 0;
/** Items from the first on that are completed, and where their nodes, blocks and entries end; see `settleItems`. */
export let settled: u32 = 0;
export let settledNodes: u32 = 0;
export let settledBlocks: u32 = 0;
export let settledEntries: u32 = 0;
/** Nodes of a thread while it builds a part. */
let scratch: usize = 0;
let scratchEnd: usize = 0;

/** Room for the list, to be had before the rest; false without memory. */
export function reserveItems(): bool {
  items = allocate(itemBytes * <usize>maxItems);
  return items != 0;
}

// @ts-ignore: decorator
@inline
function itemAt(item: u32): usize {
  return items + itemBytes * <usize>item;
}

// @ts-ignore: decorator
@inline
function maxInPart(): u32 {
  return max<u32>(fewTriangles, (written + minParts - 1) / minParts);
}

/** Does about so many triangles' worth of the top, after `beginBuild`. 1 at the end, before it 0; 2³² − 1 without memory or for too many items. */
export function stepTop(effort: u32): u32 {
  const most = maxInPart();
  let done: u32 = 0;
  while (isWaiting() && done < effort) {
    if (itemCount == maxItems) return u32.MAX_VALUE;
    const item = itemAt(itemCount++);
    const range = popRange();
    copyRange(item, range);
    if (load<u32>(range, countAt) <= most) {
      writeItem(item, 0, 0, 0, 0, 0, 1);
      continue;
    }
    done += load<u32>(range, countAt) + 64;
    const node = nodeCount, leaves = leafCount, blocks = blockCount;
    if (!makeNode()) return u32.MAX_VALUE;
    // Nodes of the top are not moved before the last of them has been made.
    writeItem(item, 1, builtNodes + <usize>node * wideNodeBytes, leafCount - leaves, blockCount - blocks, levels, 0);
  }
  return isWaiting() ? 0 : 1;
}

function writeItem(item: usize, nodes: u32, address: usize, leaves: u32, blocks: u32, deepest: u32, isPart: u32): void {
  store<u32>(item, nodes, nodesAt);
  store<usize>(item, address, addressAt);
  store<u32>(item, leaves, leavesAt);
  store<u32>(item, blocks, blocksAt);
  store<u32>(item, deepest, levelsAt);
  store<u32>(item, isPart, isPartAt);
  store<u32>(item, 0, isFinishedAt);
}

/** Builds an item that is a part; false without memory. Any thread may. */
export function buildItem(index: u32): bool {
  const item = itemAt(index);
  if (load<u32>(item, isPartAt) == 0) return true;
  if (scratch == 0 && !reserveScratch()) return false;
  makeNodesIn(scratch, scratchEnd);
  pushRange(item);
  while (isWaiting()) {
    popRange();
    if (!makeNode()) return false;
  }
  const bytes = <usize>nodeCount * wideNodeBytes;
  const address = allocate(bytes);
  if (address == 0) return false;
  memory.copy(address, scratch, bytes);
  writeItem(item, nodeCount, address, leafCount, blockCount, levels, 1);
  return true;
}

/**
 * Of the stored nodes of a part, a have eight children, and b have leaves alone, made of more than `leafTriangles` triangles each; the
 * children of all are the nodes but one, and the leaves: so 7a + b is less than the triangles.
 */
function reserveScratch(): bool {
  const most = maxInPart();
  const ofLeaves = most / (leafTriangles + 1);
  const bytes = <usize>(ofLeaves + (most - ofLeaves) / (wideWidth - 1) + 2) * wideNodeBytes;
  scratch = allocate(bytes);
  scratchEnd = scratch + bytes;
  return scratch != 0 && reserveDescent();
}

/** Puts the built items together, numbers them, and completes the nodes of the top; false without memory. `finishItem` does the rest. */
export function joinItems(): bool {
  let nodes: u32 = 0, leaves: u32 = 0, blocks: u32 = 0, deepest: u32 = 0;
  // The root has the first entry. (One leaf that is the root has no other, and is the only item.)
  let entry: u32 = 1;
  settled = 0;
  const top = load<usize>(items, addressAt);
  for (let i: u32 = 0; i < itemCount; i++) {
    const item = itemAt(i);
    store<u32>(item, nodes, firstNodeAt);
    store<u32>(item, blocks, firstBlockAt);
    store<u32>(item, entry, firstEntryAt);
    if (i > 0) store<u32>(top + <usize>load<u32>(item, referenceAt), nodes);
    entry += load<u32>(item, isPartAt) == 1 ? load<u32>(item, nodesAt) - 1 + load<u32>(item, leavesAt) : childCount(load<usize>(item, addressAt));
    nodes += load<u32>(item, nodesAt);
    leaves += load<u32>(item, leavesAt);
    blocks += load<u32>(item, blocksAt);
    deepest = max(deepest, load<u32>(item, levelsAt));
  }
  const built = allocate(<usize>nodes * wideNodeBytes);
  if (built == 0) return false;
  setBuilt(built, nodes, leaves, blocks, deepest);
  if (!reserveFinish()) return false;
  finishTop();
  return true;
}

function childCount(node: usize): u32 {
  let count: u32 = 0;
  for (let lane: usize = 0; lane < 4 * wideWidth; lane += 4) count += u32(load<u32>(node + lane, wideReferencesByte) != noReference);
  return count;
}

function finishTop(): void {
  for (let i = itemCount; i-- > 0; ) {
    const item = itemAt(i);
    const first = load<u32>(item, firstNodeAt);
    if (load<u32>(item, isPartAt) == 1) store<u32>(totals + 4 * <usize>first, load<u32>(item, countAt));
    else {
      memory.copy(builtNodes + <usize>first * wideNodeBytes, load<usize>(item, addressAt), wideNodeBytes);
      sumTriangles(first, first + 1);
    }
  }
  finishRoot();
  for (let i: u32 = 0; i < itemCount; i++) {
    const item = itemAt(i);
    if (load<u32>(item, isPartAt) == 0) finishRun(item, 1);
  }
}

function finishRun(item: usize, nodes: u32): void {
  const first = load<u32>(item, firstNodeAt);
  continueAt(load<u32>(item, firstBlockAt), tableLength() == 1 ? 0 : load<u32>(item, firstEntryAt));
  finishNodes(first, first + nodes);
  atomic.store<u32>(item, 1, isFinishedAt);
}

/** Looks how many items are completed, none before them left out; what they have will not change. */
export function settleItems(): void {
  while (settled < itemCount && atomic.load<u32>(itemAt(settled), isFinishedAt) == 1) settled++;
  const isAll = settled == itemCount;
  settledNodes = isAll ? nodeCount : load<u32>(itemAt(settled), firstNodeAt);
  settledBlocks = isAll ? blockCount : load<u32>(itemAt(settled), firstBlockAt);
  settledEntries = isAll ? tableLength() : load<u32>(itemAt(settled), firstEntryAt);
}

/** Brings the nodes of a part to their place, and completes them. Any thread may. */
export function finishItem(index: u32): void {
  const item = itemAt(index);
  if (load<u32>(item, isPartAt) == 0) return;
  const nodes = load<u32>(item, nodesAt), first = load<u32>(item, firstNodeAt);
  const to = builtNodes + <usize>first * wideNodeBytes;
  memory.copy(to, load<usize>(item, addressAt), <usize>nodes * wideNodeBytes);
  for (let node = to; node < to + <usize>nodes * wideNodeBytes; node += wideNodeBytes) {
    for (let lane: usize = 0; lane < 4 * wideWidth; lane += 4) {
      const reference = load<u32>(node + lane, wideReferencesByte);
      if (reference < leafReference) store<u32>(node + lane, reference + first, wideReferencesByte);
    }
  }
  // The number of its first node among the nodes, which the top has written.
  const place = totals + 4 * <usize>first;
  const own = load<u32>(place);
  sumTriangles(first, first + nodes);
  store<u32>(place, own);
  finishRun(item, nodes);
}
