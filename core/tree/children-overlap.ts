import type { Tree } from './layout.ts';
import { readNodeBox } from './node-box.ts';
import { childAt, childCount, hasVolume } from './nodes.ts';

/** Scratch memory of `childrenOverlap`. */
export interface ChildrenOverlapWorkspace {
  /** (6) box of the node. */
  readonly box: Float32Array;
  /** (6·8) boxes of its children. */
  readonly boxes: Float32Array;
  /** (6) box of one child. */
  readonly child: Float32Array;
}

const maxChildren = 8;

export function createChildrenOverlapWorkspace(): ChildrenOverlapWorkspace {
  return { box: new Float32Array(6), boxes: new Float32Array(6 * maxChildren), child: new Float32Array(6) };
}

/**
 * Returns how much the children of a node overlap. Of each pair of children, the shared volume inside the box of the node is divided by the
 * volume of that box; the result is the sum over all pairs. Boxes are those of `readNodeBox`. 0 if no two children share more than a face, 1 if two children
 * both fill the node; more is possible with more than two children. Along an axis where the node is flat, lengths do not count. Children
 * without a volume are left out.
 */
export function childrenOverlap(tree: Tree, node: number, { box, boxes, child }: ChildrenOverlapWorkspace): number {
  readNodeBox(tree, node, box);
  const children = childCount(tree, node);
  let count = 0;
  let sum = 0;
  for (let i = 0; i < children; i++) {
    const index = childAt(tree, node, i);
    if (!hasVolume(tree, index)) continue;
    readNodeBox(tree, index, child);
    for (let other = 0; other < count; other++) sum += sharedPart(box, boxes, 6 * other, child);
    boxes.set(child, 6 * count++);
  }
  return sum;
}

/** Returns the part of `box` (6) that both the box in `boxes` at `at` and `child` (6) cover, 0..1. */
function sharedPart(box: Float32Array, boxes: Float32Array, at: number, child: Float32Array): number {
  let part = 1;
  for (let k = 0; k < 3; k++) {
    const side = box[k + 3] - box[k];
    const length = Math.min(box[k + 3], boxes[at + k + 3], child[k + 3]) - Math.max(box[k], boxes[at + k], child[k]);
    if (length < 0) return 0;
    if (side > 0) part *= length / side;
  }
  // Sides of infinite boxes have no ratio.
  return part === part ? part : 0;
}
