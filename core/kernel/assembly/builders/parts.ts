import { allocate } from '../arena';
import { leafReference, noReference, wideNodeBytes, wideReferencesByte, wideWidth } from '../../layouts/wide-tree';
import {
  blockCount, builtNodes, isWaiting, leafCount, leafTriangles, levels, makeNode, makeNodesIn, nodeCount, popRange, pushRange, reserveDescent, setBuilt, written,
} from './builder';
import { continueAt, finishNodes, finishRoot, reserveFinish, sumTriangles, tableLength, totals } from './finish';
import { copyRange, countAt, rangeBytes, referenceAt } from './range';

/**
 * Builds a tree with several threads: one thread divides the top until ranges are small. These ranges, the parts, are built separately, with nodes
 * numbered from 0. Nodes of the top and parts are items in the order of the single-threaded builder. So the first node, block and entry of each
 * item are the sums over the items before it, and the tree is the same to the last bit.
 */

/** An item of the list: the range it was made of; then u32 each, as follows. */
const itemBytes: usize = 160;
/** Number of stored nodes, their address, numbers of leaves and blocks, and the max number of levels. A part that is not built has no nodes. */
const nodesAt: usize = rangeBytes;
const addressAt: usize = rangeBytes + 4;
const leavesAt: usize = rangeBytes + 8;
const blocksAt: usize = rangeBytes + 12;
const levelsAt: usize = rangeBytes + 16;
/** The first stored node, block and entry in the whole tree. */
const firstNodeAt: usize = rangeBytes + 20;
const firstBlockAt: usize = rangeBytes + 24;
const firstEntryAt: usize = rangeBytes + 28;
/** 1 for a part, 0 for a node of the top. */
const isPartAt: usize = rangeBytes + 32;
/** 1 when it has been completed. */
const isFinishedAt: usize = rangeBytes + 36;

/** Max number of items; meshes that are worth several threads need fewer. */
const maxItems: u32 = 8192;
/** There are at least this number of parts, for any number of threads, but no part is made smaller than `fewTriangles`. */
const minParts: u32 = 64;
const fewTriangles: u32 = 4096;

export let items: usize = 0;
export let itemCount: u32 = 0;
/** Number of completed items from the first on, and the ends of their nodes, blocks and entries; see `settleItems`. */
export let settled: u32 = 0;
export let settledNodes: u32 = 0;
export let settledBlocks: u32 = 0;
export let settledEntries: u32 = 0;
/** Memory for nodes while a thread builds a part. */
let scratch: usize = 0;
let scratchEnd: usize = 0;

/** Reserves the list, before anything else; false without memory. */
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

/** Divides the top for about `effort` triangles, after `beginBuild`. Returns 1 at the end, 0 before; 2³² − 1 without memory or for too many items. */
export function stepTop(effort: u32): u32 {
  const partTriangles = maxInPart();
  let done: u32 = 0;
  while (isWaiting() && done < effort) {
    if (itemCount == maxItems) return u32.MAX_VALUE;
    const item = itemAt(itemCount++);
    const range = popRange();
    copyRange(item, range);
    if (load<u32>(range, countAt) <= partTriangles) {
      writeItem(item, 0, 0, 0, 0, 0, 1);
      continue;
    }
    done += load<u32>(range, countAt) + 64;
    const node = nodeCount, leaves = leafCount, blocks = blockCount;
    if (!makeNode()) return u32.MAX_VALUE;
    // The nodes of the top are not moved before the last one has been made.
    writeItem(item, 1, builtNodes + <usize>node * wideNodeBytes, leafCount - leaves, blockCount - blocks, levels, 0);
  }
  return isWaiting() ? 0 : 1;
}

function writeItem(item: usize, nodes: u32, address: usize, leaves: u32, blocks: u32, depth: u32, isPart: u32): void {
  store<u32>(item, nodes, nodesAt);
  store<usize>(item, address, addressAt);
  store<u32>(item, leaves, leavesAt);
  store<u32>(item, blocks, blocksAt);
  store<u32>(item, depth, levelsAt);
  store<u32>(item, isPart, isPartAt);
  store<u32>(item, 0, isFinishedAt);
}

/** Builds an item that is a part; false without memory. Any thread may call it. */
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
 * Reserves the memory for nodes. Of the stored nodes of a part, a have eight children, and b have only leaves, with more than `leafTriangles`
 * triangles together. All nodes but one, and all leaves, are children: so 7a + b is less than the number of triangles.
 */
function reserveScratch(): bool {
  const partTriangles = maxInPart();
  const ofLeaves = partTriangles / (leafTriangles + 1);
  const bytes = <usize>(ofLeaves + (partTriangles - ofLeaves) / (wideWidth - 1) + 2) * wideNodeBytes;
  scratch = allocate(bytes);
  scratchEnd = scratch + bytes;
  return scratch != 0 && reserveDescent();
}

/** Joins the built items, numbers them, and completes the nodes of the top; false without memory. `finishItem` completes the parts. */
export function joinItems(): bool {
  let nodes: u32 = 0, leaves: u32 = 0, blocks: u32 = 0, depth: u32 = 0;
  // The root has the first entry. (A leaf that is the root has no other entry, and is the only item.)
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
    depth = max(depth, load<u32>(item, levelsAt));
  }
  const built = allocate(<usize>nodes * wideNodeBytes);
  if (built == 0) return false;
  setBuilt(built, nodes, leaves, blocks, depth);
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

/** Counts the completed items from the first on; their content does not change any more. */
export function settleItems(): void {
  while (settled < itemCount && atomic.load<u32>(itemAt(settled), isFinishedAt) == 1) settled++;
  const isAll = settled == itemCount;
  settledNodes = isAll ? nodeCount : load<u32>(itemAt(settled), firstNodeAt);
  settledBlocks = isAll ? blockCount : load<u32>(itemAt(settled), firstBlockAt);
  settledEntries = isAll ? tableLength() : load<u32>(itemAt(settled), firstEntryAt);
}

/** Moves the nodes of a part to their place in the tree and completes them. Any thread may call it. */
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
  // The number of the first node of the part among the nodes, which the top has written.
  const place = totals + 4 * <usize>first;
  const own = load<u32>(place);
  sumTriangles(first, first + nodes);
  store<u32>(place, own);
  finishRun(item, nodes);
}
