import { halfWord, nodeBox, radiusWord, type Tree } from '#core/tree';

/**
 * Returns the sides of a node's volume: those of an oriented box, three times the diameter of a sphere, and for every other kind those of
 * its bounding box.
 */
export function volumeSides(tree: Tree, node: number): readonly number[] {
  const at = node * tree.nodeWords;
  switch (tree.volume) {
    case 'obb':
      return [0, 1, 2].map((k) => 2 * tree.nodesF32[at + halfWord + k]!);
    case 'sphere':
      return Array<number>(3).fill(2 * tree.nodesF32[at + radiusWord]!);
    default: {
      const { min, max } = nodeBox(tree, node);
      return [0, 1, 2].map((k) => max[k]! - min[k]!);
    }
  }
}
