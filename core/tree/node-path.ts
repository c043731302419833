import { isLeaf, leftChild, rightChild, type AabbTree } from './layout.ts';
import { firstPosition } from './node-range.ts';

/** The nodes from the root to `node`, both included. O(depth). */
export function nodePath(tree: AabbTree, node: number): number[] {
  const path: number[] = [0];
  let at = 0;
  // In preorder everything from the right child on lies under it.
  while (at !== node) {
    const right = rightChild(tree, at);
    at = node >= right ? right : leftChild(tree, at);
    path.push(at);
  }
  return path;
}

/** Depth of a node; the root has 0. O(depth). */
export function nodeDepth(tree: AabbTree, node: number): number {
  return nodePath(tree, node).length - 1;
}

/**
 * The nodes from the root to the leaf that holds a triangle (import index); `null` when it is not in the tree, for
 * instance because it is not finite. Looks the triangle up in the leaf order, then descends.
 */
export function trianglePath(tree: AabbTree, triangle: number): number[] | null {
  const position = tree.order.indexOf(triangle);
  if (position < 0) return null;
  const path: number[] = [0];
  let at = 0;
  while (!isLeaf(tree, at)) {
    const right = rightChild(tree, at);
    at = position >= firstPosition(tree, right) ? right : leftChild(tree, at);
    path.push(at);
  }
  return path;
}
