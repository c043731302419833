import { createBoxPairs } from '../box-pairs.ts';
import type { BroadPhase } from '../broad-phase.ts';
import type { PairFilter } from '../pair-filter.ts';
import { type BoxTree, createBoxTree, refitAbove, reinsertLeaf, writeFatBox } from './box-tree.ts';
import { pairsAcross, pairsWithin, type TreeSearch } from './tree-pairs.ts';

/** The margin of leaves, as a part of the mean extent of the boxes. */
const marginPart = 0.1;

/**
 * Returns the broad phase with trees that follow the boxes (catalogue B2, B4). A leaf is larger than its box by a margin, so small motions
 * change nothing. A box that leaves its leaf but still overlaps it makes the nodes above larger; one that moved farther is inserted again.
 *
 * Static and moving boxes have a tree each: moving ones are searched against static ones and against each other, static ones never against
 * each other.
 * @param apart whether the sets have a tree each; `false` to count the tests of one tree for both
 */
export function createDynamicTree(count: number, filter: PairFilter | null, apart = true): BroadPhase {
  const found = createBoxPairs();
  const indices = Uint32Array.from({ length: count }, (_, i) => i);
  const isMoving = (i: number): boolean => filter === null || !apart || filter.moving[i] === 1;
  const movingBoxes = indices.filter(isMoving);
  const staticBoxes = indices.filter((i) => !isMoving(i));
  let trees: readonly [BoxTree, BoxTree] | null = null;
  let margin = 0;
  return {
    update: (boxes, progress) => {
      found.words = 0;
      progress(0);
      const facts = { refitted: 0, reinserted: 0 };
      if (trees === null) {
        margin = treeMargin(boxes);
        trees = [createBoxTree(movingBoxes, boxes, margin), createBoxTree(staticBoxes, boxes, margin)];
      } else {
        for (const tree of trees) followBoxes(tree, boxes, margin, facts);
      }
      progress(0.3);
      const [moving, still] = trees;
      const search: TreeSearch = { boxes, filter, found, stack: [] };
      const movingTests = pairsWithin(moving, search);
      const staticTests = pairsAcross(moving, still, search);
      return { found, tests: movingTests + staticTests, swaps: null, sweep: null, tree: { ...facts, movingTests, staticTests } };
    },
  };
}

function followBoxes(tree: BoxTree, boxes: Float64Array, margin: number, facts: { refitted: number; reinserted: number }): void {
  for (let leaf = 0; leaf < tree.members.length; leaf++) {
    const at = 6 * tree.members[leaf];
    const own = 6 * leaf;
    let isInside = true;
    let isNear = true;
    for (let k = 0; k < 3; k++) {
      isInside &&= boxes[at + k] >= tree.boxes[own + k] && boxes[at + 3 + k] <= tree.boxes[own + 3 + k];
      isNear &&= boxes[at + k] <= tree.boxes[own + 3 + k] && boxes[at + 3 + k] >= tree.boxes[own + k];
    }
    if (isInside) continue;
    if (isNear) {
      writeFatBox(tree, leaf, boxes, margin);
      refitAbove(tree, leaf);
      facts.refitted++;
    } else {
      reinsertLeaf(tree, leaf, boxes, margin);
      facts.reinserted++;
    }
  }
}

/** Returns by how much leaves are larger than their boxes, on every side. */
export function treeMargin(boxes: Float64Array): number {
  return marginPart * meanExtent(boxes);
}

function meanExtent(boxes: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < boxes.length; at += 6)
    sum += (boxes[at + 3] - boxes[at] + (boxes[at + 4] - boxes[at + 1]) + (boxes[at + 5] - boxes[at + 2])) / 3;
  const mean = sum / (boxes.length / 6);
  return Number.isFinite(mean) ? mean : 0;
}
