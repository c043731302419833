import type { Tree } from './layout.ts';
import { childAt, childCount, leafCount, leafFirst } from './nodes.ts';

/** A range of the leaf order: positions `first` to `first + count - 1`. */
export interface NodeRange {
  readonly first: number;
  readonly count: number;
}

/** Returns the range of the triangles below a node, from its leftmost to its rightmost leaf. O(depth). */
export function nodeRange(tree: Tree, node: number): NodeRange {
  let last = node;
  for (let children = childCount(tree, last); children > 0; children = childCount(tree, last)) last = childAt(tree, last, children - 1);
  const first = firstPosition(tree, node);
  return { first, count: leafFirst(tree, last) + leafCount(tree, last) - first };
}

/** Returns the position in the leaf order of the first triangle below a node. */
export function firstPosition(tree: Tree, node: number): number {
  let leaf = node;
  while (childCount(tree, leaf) > 0) leaf = childAt(tree, leaf, 0);
  return leafFirst(tree, leaf);
}
