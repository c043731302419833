import { isLeaf, leafCount, leafFirst, leftChild, rightChild, type AabbTree } from './layout.ts';

/** A run of the leaf order: `order[first]` to `order[first + count - 1]`. */
export interface NodeRange {
  readonly first: number;
  readonly count: number;
}

/** The triangles below a node. O(depth): from its leftmost leaf to its rightmost. */
export function nodeRange(tree: AabbTree, node: number): NodeRange {
  let last = node;
  while (!isLeaf(tree, last)) last = rightChild(tree, last);
  const first = firstPosition(tree, node);
  return { first, count: leafFirst(tree, last) + leafCount(tree, last) - first };
}

/** Position in the leaf order where a node's triangles begin. */
export function firstPosition(tree: AabbTree, node: number): number {
  let leaf = node;
  while (!isLeaf(tree, leaf)) leaf = leftChild(tree, leaf);
  return leafFirst(tree, leaf);
}
