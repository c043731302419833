import { roundDownF32, roundUpF32 } from '../../../math/round-f32.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Tree } from '../../layout.ts';
import { triangleAt } from '../../leaf-order.ts';
import { childAt, isLeaf, leafCount, leafFirst } from '../../nodes.ts';
import { boxPadding, type WideFrame } from './frame.ts';
import { wideRowBytes } from '../../../kernel/index.ts';

/** Returns (6·N) the boxes of a binary tree's nodes in the frame, min then max, padded by at least `boxPadding` and rounded outward. */
export function paddedBoxes(tree: Tree, mesh: TriangleMesh, frame: WideFrame): Float32Array {
  const padded = new Float32Array(6 * tree.nodeCount);
  const box = new Float64Array(6);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const at = 6 * node;
    if (isLeaf(tree, node)) {
      boxOfRun(tree, mesh, node, box);
      for (let k = 0; k < 3; k++) {
        padded[at + k] = roundDownF32((box[k] - frame.origin[k]!) * frame.scale - boxPadding);
        padded[at + 3 + k] = roundUpF32((box[k + 3] - frame.origin[k]!) * frame.scale + boxPadding);
      }
      continue;
    }
    const left = 6 * childAt(tree, node, 0);
    const right = 6 * childAt(tree, node, 1);
    for (let k = 0; k < 3; k++) {
      padded[at + k] = Math.min(padded[left + k], padded[right + k]);
      padded[at + 3 + k] = Math.max(padded[left + 3 + k], padded[right + 3 + k]);
    }
  }
  return padded;
}

/** Writes the box (6) of a leaf's vertices in source space. */
function boxOfRun(tree: Tree, { positions, indices }: TriangleMesh, leaf: number, out: Float64Array): void {
  out.fill(Infinity, 0, 3).fill(-Infinity, 3);
  const first = leafFirst(tree, leaf);
  for (let i = first; i < first + leafCount(tree, leaf); i++) {
    const corner = 3 * triangleAt(tree, i);
    for (let c = corner; c < corner + 3; c++) {
      for (let k = 0; k < 3; k++) {
        out[k] = Math.min(out[k], positions[3 * indices[c] + k]);
        out[k + 3] = Math.max(out[k + 3], positions[3 * indices[c] + k]);
      }
    }
  }
}

/** Writes a child's box (6, min then max) to its stored node; `null` for a free slot, whose box nothing hits. */
export function writeChildBox({ nodesF32, nodeWords }: Tree, stored: number, child: number, box: Float32Array | null): void {
  const row = wideRowBytes / 4;
  for (let axis = 0; axis < 3; axis++) {
    const at = stored * nodeWords + 2 * axis * row + child;
    nodesF32[at] = box === null ? Infinity : box[axis];
    nodesF32[at + row] = box === null ? -Infinity : box[axis + 3];
  }
}
