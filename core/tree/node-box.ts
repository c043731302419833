import type { Bounds } from '../mesh/bounds.ts';
import { aabbWords } from './kinds/aabb/node-aabb.ts';
import type { Tree } from './layout.ts';
import { innerOf, isLeaf } from './nodes.ts';
import { relativeDownF32, relativeUpF32 } from './round-outward.ts';
import { readDopBox } from './kinds/dop/dop-directions.ts';
import { readObbBox } from './kinds/obb/node-obb.ts';
import { readRssBox } from './kinds/rss/node-rss.ts';
import { readSphereBox } from './kinds/sphere/node-sphere.ts';
import { quantisedAt, readQuantisedBox } from './kinds/quantised/quantised-box.ts';
import { readWideBox } from './kinds/wide/wide-nodes.ts';

/**
 * Writes the axis-aligned box around a node's volume into `out` (6): min then max, relative to the tree's origin. For kinds of
 * axis-aligned boxes it is the volume itself. A leaf without a volume has the box of its parent. Queries without a special
 * test for a volume use this box. Hot.
 */
export function readNodeBox(tree: Tree, node: number, out: Float32Array): void {
  switch (tree.kind) {
    case 'aabb': {
      const { nodesF32 } = tree;
      const at = node * aabbWords;
      for (let k = 0; k < 6; k++) out[k] = nodesF32[at + k];
      return;
    }
    case 'quantised':
      return readQuantisedBox(tree.nodesU16, quantisedAt(tree, node), tree.grid, out);
    case 'leaf-free': {
      if (tree.flags.length === 0) return readBounds(tree, out);
      const { nodesF32 } = tree;
      const at = tree.nodeWords * volumeOwner(tree, node);
      for (let k = 0; k < 6; k++) out[k] = nodesF32[at + k];
      return;
    }
    case 'compressed':
      if (tree.flags.length === 0) return readBounds(tree, out);
      return readQuantisedBox(tree.nodesU16, quantisedAt(tree, volumeOwner(tree, node)), tree.grid, out);
    case 'sphere':
      return readSphereBox(tree, node, out);
    case 'obb':
      return readObbBox(tree, node, out);
    case 'rss':
      return readRssBox(tree, node, out);
    case 'dop6':
    case 'dop14':
    case 'dop18':
    case 'dop26':
      return readDopBox(tree, node, out);
    case 'wide':
      return readWideBox(tree, node, out);
  }
}

/** Returns the inner node whose volume bounds a slot: the node in the slot, or for a leaf its parent. Hot. */
function volumeOwner(tree: Tree, slot: number): number {
  return isLeaf(tree, slot) ? (slot - 1) >> 1 : innerOf(tree, slot);
}

/** Writes the box of a root without a volume. */
function readBounds({ bounds, origin }: Tree, out: Float32Array): void {
  for (let k = 0; k < 3; k++) {
    out[k] = relativeDownF32(bounds[k], origin[k]!);
    out[k + 3] = relativeUpF32(bounds[k + 3], origin[k]!);
  }
}

/** Returns the box of a node in source space, f64 rounded to nearest: for drawing and text, not for exact tests. */
export function nodeBox(tree: Tree, node: number): Bounds {
  const box = new Float32Array(6);
  readNodeBox(tree, node, box);
  const [x, y, z] = tree.origin;
  return { min: [x + box[0], y + box[1], z + box[2]], max: [x + box[3], y + box[4], z + box[5]] };
}
