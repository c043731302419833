import { isLeaf, leftChild, rightChild, type AabbTree } from './layout.ts';

/**
 * The nodes whose depth is exactly `level`, ascending, which is from left to right; leaves that end above it are not
 * among them. Visits only the nodes above the level.
 */
export function nodesAtLevel(tree: AabbTree, level: number): Uint32Array {
  if (tree.nodeCount === 0 || level > tree.depth) return new Uint32Array(0);
  let nodes: number[] = [0];
  for (let depth = 0; depth < level; depth++) {
    const next: number[] = [];
    for (const node of nodes) if (!isLeaf(tree, node)) next.push(leftChild(tree, node), rightChild(tree, node));
    nodes = next;
  }
  return Uint32Array.from(nodes);
}
