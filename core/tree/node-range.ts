import type { Tree } from './layout.ts';
import { childAt, childCount, leafCount, leafFirst } from './nodes.ts';

/** A run of the leaf order: its positions from `first` to `first + count - 1`. */
export interface NodeRange {
  readonly first: number;
  readonly count: number;
}

/** The triangles below a node. O(depth): from its leftmost leaf to its rightmost. */
export function nodeRange(tree: Tree, node: number): NodeRange {
  let last = node;
  for (let children = childCount(tree, last); children > 0; children = childCount(tree, last)) last = childAt(tree, last, children - 1);
  const first = firstPosition(tree, node);
  return { first, count: leafFirst(tree, last) + leafCount(tree, last) - first };
}

/** Position in the leaf order where a node's triangles begin. */
export function firstPosition(tree: Tree, node: number): number {
  let leaf = node;
  while (childCount(tree, leaf) > 0) leaf = childAt(tree, leaf, 0);
  return leafFirst(tree, leaf);
}
