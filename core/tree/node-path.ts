import type { Tree } from './layout.ts';
import { positionOf } from './leaf-order.ts';
import { firstPosition } from './node-range.ts';
import { childAt, childCount, innerOf, isLeaf } from './nodes.ts';
import { widePath } from './kinds/wide/wide-nodes.ts';

/** Returns the nodes from the root to `node`, both included. O(depth). */
export function nodePath(tree: Tree, node: number): number[] {
  switch (tree.layout) {
    case 'binary':
      // In preorder all nodes from a child up to the next child lie below it.
      return descend(tree, node, (child) => child <= node);
    case 'leaf-free': {
      if (node === 0) return [0];
      // The inner nodes are in preorder: descend to the owner of the slot, then into the slot.
      const owner = (node - 1) >> 1;
      const path = [0];
      for (let at = 0; innerOf(tree, at) !== owner; path.push(at)) {
        const right = childAt(tree, at, 1);
        at = !isLeaf(tree, right) && innerOf(tree, right) <= owner ? right : childAt(tree, at, 0);
      }
      return [...path, node];
    }
    case 'wide':
      return widePath(tree, node);
  }
}

/** Returns the depth of a node; the root has 0. O(depth). */
export function nodeDepth(tree: Tree, node: number): number {
  return nodePath(tree, node).length - 1;
}

/**
 * Returns the nodes from the root to the leaf of a triangle (import index); `null` when the triangle is not in the tree,
 * for instance because it is not finite. O(triangles): searches the leaf order, then descends.
 */
export function trianglePath(tree: Tree, triangle: number): number[] | null {
  const position = positionOf(tree, triangle);
  if (position < 0) return null;
  return descend(tree, null, (child) => firstPosition(tree, child) <= position);
}

/** Descends from the root to `target` or a leaf, each time into the last child that `isBefore` accepts, else into the first. */
function descend(tree: Tree, target: number | null, isBefore: (child: number) => boolean): number[] {
  const path: number[] = [0];
  for (let at = 0; at !== target; path.push(at)) {
    let child = childCount(tree, at) - 1;
    if (child < 0) break;
    while (child > 0 && !isBefore(childAt(tree, at, child))) child--;
    at = childAt(tree, at, child);
  }
  return path;
}
