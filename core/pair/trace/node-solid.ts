import { transformPoint, transformVector, type Transform } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { axesWord, halfWord, obbWords } from '../../tree/kinds/obb/node-obb.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';

/** A box: centre, directions of its edges, and half their lengths. After a placement it may be skewed, and the directions scaled. */
export interface NodeSolid {
  readonly centre: Vec3;
  readonly axes: readonly Vec3[];
  readonly half: readonly number[];
}

/** Returns the oriented box of a node in source space, or the AABB around its volume. */
export function readNodeSolid(tree: Tree, node: number, isOriented: boolean): NodeSolid {
  const { origin, nodesF32: words } = tree;
  if (isOriented && tree.volume === 'obb') {
    const at = node * obbWords;
    const vector = (from: number): Vec3 => [words[from], words[from + 1], words[from + 2]];
    const [x, y, z] = vector(at);
    const from = at + axesWord;
    return {
      centre: [x + origin[0], y + origin[1], z + origin[2]],
      axes: [vector(from), vector(from + 3), vector(from + 6)],
      half: vector(at + halfWord),
    };
  }
  const box = new Float32Array(6);
  readNodeBox(tree, node, box);
  const middle = (k: 0 | 1 | 2): number => (box[k] + box[k + 3]) / 2 + origin[k];
  const half = [0, 1, 2].map((k) => (box[k + 3] - box[k]) / 2);
  return {
    centre: [middle(0), middle(1), middle(2)],
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    half,
  };
}

/** Returns a solid placed by a transform. */
export function placedSolid({ centre, axes, half }: NodeSolid, m: Transform): NodeSolid {
  return {
    centre: transformPoint(m, centre),
    axes: axes.map((axis) => transformVector(m, axis)),
    half,
  };
}
