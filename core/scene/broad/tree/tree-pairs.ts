import { addBoxPair, type BoxPairs } from '../box-pairs.ts';
import { boxesOverlap } from '../boxes-overlap.ts';
import { mayPair, type PairFilter } from '../pair-filter.ts';
import type { BoxTree } from './box-tree.ts';

/** What one search of pairs reads and writes. */
export interface TreeSearch {
  /** (6·n) the true boxes. */
  readonly boxes: Float64Array;
  readonly filter: PairFilter | null;
  readonly found: BoxPairs;
  /** Pairs of nodes, to be tested. */
  readonly stack: number[];
}

/** Finds the pairs of boxes within one tree. Returns the number of tests. Hot. */
export function pairsWithin(tree: BoxTree, search: TreeSearch): number {
  const { children, members, root } = tree;
  let tests = 0;
  for (let node = members.length; node < members.length + Math.max(0, members.length - 1); node++) {
    // Two boxes of a tree are on different sides of exactly one node.
    if (root >= 0) tests += pairsOfNodes(tree, children[2 * node], tree, children[2 * node + 1], search);
  }
  return tests;
}

/** Finds the pairs of a box of one tree and a box of another. Returns the number of tests. */
export function pairsAcross(a: BoxTree, b: BoxTree, search: TreeSearch): number {
  return a.root < 0 || b.root < 0 ? 0 : pairsOfNodes(a, a.root, b, b.root, search);
}

/** Descends two nodes, the larger one first. */
function pairsOfNodes(a: BoxTree, startA: number, b: BoxTree, startB: number, { boxes, filter, found, stack }: TreeSearch): number {
  let tests = 0;
  stack.length = 0;
  stack.push(startA, startB);
  while (stack.length > 0) {
    const nodeB = stack.pop()!;
    const nodeA = stack.pop()!;
    tests++;
    if (!nodesOverlap(a.boxes, nodeA, b.boxes, nodeB)) continue;
    if (nodeA < a.members.length && nodeB < b.members.length) {
      const i = a.members[nodeA];
      const j = b.members[nodeB];
      if (!mayPair(filter, i, j)) continue;
      tests++;
      if (boxesOverlap(boxes, i, j)) addBoxPair(found, i, j);
    } else if (splitsFirst(a, nodeA, b, nodeB)) {
      stack.push(a.children[2 * nodeA], nodeB, a.children[2 * nodeA + 1], nodeB);
    } else {
      stack.push(nodeA, b.children[2 * nodeB], nodeA, b.children[2 * nodeB + 1]);
    }
  }
  return tests;
}

/** Whether a search goes to the children of the first of two nodes that are not both leaves: those of the larger one. Hot. */
export function splitsFirst(a: BoxTree, nodeA: number, b: BoxTree, nodeB: number): boolean {
  if (nodeB < b.members.length) return true;
  return nodeA >= a.members.length && extent(a.boxes, nodeA) > extent(b.boxes, nodeB);
}

/** Whether the boxes of two nodes share a point. Hot. */
export function nodesOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const p = 6 * i;
  const q = 6 * j;
  return (
    a[p] <= b[q + 3] && b[q] <= a[p + 3] && a[p + 1] <= b[q + 4] && b[q + 1] <= a[p + 4] && a[p + 2] <= b[q + 5] && b[q + 2] <= a[p + 5]
  );
}

function extent(boxes: Float64Array, node: number): number {
  const at = 6 * node;
  return boxes[at + 3] - boxes[at] + (boxes[at + 4] - boxes[at + 1]) + (boxes[at + 5] - boxes[at + 2]);
}
