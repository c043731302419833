import type { Vec3 } from '../../math/vec3.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { directionsOf, slabsOf } from '../../tree/kinds/dop/dop-directions.ts';
import { axesWord, halfWord, obbWords } from '../../tree/kinds/obb/node-obb.ts';

/** The part of space between two parallel faces of a node's volume: low ≤ direction · p ≤ high, p relative to the tree's origin. */
export interface NodeSlab {
  direction: Vec3;
  low: number;
  high: number;
  /** (6) scratch. */
  readonly box: Float32Array;
}

export function createNodeSlab(): NodeSlab {
  return { direction: [0, 0, 0], low: 0, high: 0, box: new Float32Array(6) };
}

/** Returns the number of slabs that bound a node's volume, or the AABB around it. */
export function slabCountOf(tree: Tree): number {
  return tree.volume === 'dop' ? slabsOf(tree) : 3;
}

/** Writes a slab of a node: of an oriented box along its own axes, of a k-DOP along its directions, otherwise of its AABB. */
export function readSlab(tree: Tree, node: number, axis: number, out: NodeSlab): void {
  const { box } = out;
  const { nodesF32: words, nodeWords } = tree;
  if (tree.volume === 'obb') {
    const at = node * obbWords;
    const from = at + axesWord + 3 * axis;
    out.direction = [words[from], words[from + 1], words[from + 2]];
    const middle = words[from] * words[at] + words[from + 1] * words[at + 1] + words[from + 2] * words[at + 2];
    out.low = middle - words[at + halfWord + axis];
    out.high = middle + words[at + halfWord + axis];
    return;
  }
  if (tree.volume === 'dop') {
    const directions = directionsOf(tree);
    out.direction = [directions[3 * axis], directions[3 * axis + 1], directions[3 * axis + 2]];
    out.low = words[node * nodeWords + axis];
    out.high = words[node * nodeWords + slabsOf(tree) + axis];
    return;
  }
  readNodeBox(tree, node, box);
  out.direction = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
  out.low = box[axis];
  out.high = box[axis + 3];
}

/** Returns the name of an axis of the volumes of a tree, as text: `x`, `x + y`, `own axis 1`. */
export function slabName(tree: Tree, axis: number): string {
  if (tree.volume === 'obb') return `own axis ${axis + 1}`;
  if (tree.volume === 'dop') return directionName(directionsOf(tree).subarray(3 * axis, 3 * axis + 3));
  return 'xyz'[axis] ?? `axis ${axis + 1}`;
}

function directionName(direction: Int8Array): string {
  let text = '';
  for (let k = 0; k < 3; k++) {
    if (direction[k] === 0) continue;
    if (text === '') text = direction[k]! < 0 ? `−${'xyz'[k]}` : `${'xyz'[k]}`;
    else text += direction[k]! < 0 ? ` − ${'xyz'[k]}` : ` + ${'xyz'[k]}`;
  }
  return text;
}
