import type { Tree } from './layout.ts';
import { childAt, childCount } from './nodes.ts';

/**
 * Returns the nodes at depth `level`, from left to right, without leaves above that depth. Visits only
 * the nodes above the level.
 */
export function nodesAtLevel(tree: Tree, level: number): Uint32Array {
  if (tree.nodeCount === 0 || level > tree.depth) return new Uint32Array(0);
  let nodes: number[] = [0];
  for (let depth = 0; depth < level; depth++) {
    const next: number[] = [];
    for (const node of nodes) {
      const children = childCount(tree, node);
      for (let child = 0; child < children; child++) next.push(childAt(tree, node, child));
    }
    nodes = next;
  }
  return Uint32Array.from(nodes);
}
