import type { Bounds } from '../mesh/bounds.ts';
import { nodeWords, type Tree } from './layout.ts';
import { quantisedAt, readQuantisedBox } from './volume/quantised-box.ts';

/**
 * Writes an axis-aligned box that holds a node's volume into `out` (6): min then max, relative to the tree's origin. For
 * kinds of boxes it is the volume itself. A query that knows no better test of a kind's volumes can use these. Hot.
 */
export function readNodeBox(tree: Tree, node: number, out: Float32Array): void {
  switch (tree.kind) {
    case 'aabb': {
      const { nodesF32 } = tree;
      const at = node * nodeWords;
      for (let k = 0; k < 6; k++) out[k] = nodesF32[at + k];
      return;
    }
    case 'quantised':
      return readQuantisedBox(tree.nodesU16, quantisedAt(tree, node), tree.grid, out);
  }
}

/** Box of a node in source space, f64 rounded to nearest: for drawing and printing, not for deciding. */
export function nodeBox(tree: Tree, node: number): Bounds {
  const box = new Float32Array(6);
  readNodeBox(tree, node, box);
  const [x, y, z] = tree.origin;
  return { min: [x + box[0], y + box[1], z + box[2]], max: [x + box[3], y + box[4], z + box[5]] };
}
