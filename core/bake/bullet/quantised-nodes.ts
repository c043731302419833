import type { Progress } from '../../progress.ts';
import { halvesOfSubtree, runOfSubtree, type Subtree } from '../four-wide.ts';
import type { LeafMesh } from '../leaf-mesh.ts';
import { maxSubtreeNodes, quantisedNodeBytes } from './layout.ts';
import { stepAbove, stepBelow, type BulletSteps } from './quantised-box.ts';

/** Nodes between two calls of `progress`. */
const reportStep = 1 << 12;
/** Bullet grows flatter boxes of triangles to this size. */
const minSize = 0.002;

/**
 * Returns the tree of a mesh as Bullet stores it: nodes in depth-first order with one triangle a leaf, 16 bytes each.
 * @param triangleOf the triangle in the file at each position of the leaf order
 * @throws whatever `progress` throws.
 */
export function quantisedNodes(mesh: LeafMesh, triangleOf: Uint32Array, steps: BulletSteps, progress: Progress): Uint8Array {
  const nodes = 2 * triangleOf.length - 1;
  const bytes = new Uint8Array(quantisedNodeBytes * nodes);
  const links = new Int32Array(bytes.buffer);
  const boxes = new Uint16Array(bytes.buffer);
  const waiting: Subtree[] = [{ nodes: [0] }];
  for (let node = 0, next = waiting.pop(); next !== undefined; node++, next = waiting.pop()) {
    if (node % reportStep === 0) progress(node / nodes);
    const halves = halvesOfSubtree(mesh, next, 1);
    const { first, count } = runOfSubtree(mesh, next);
    links[4 * node + 3] = halves === null ? triangleOf[first] : -(2 * count - 1);
    if (halves === null) leafBox(mesh, first, steps, boxes, 8 * node);
    else waiting.push(halves[1], halves[0]);
  }
  for (let node = nodes - 1; node >= 0; node--) {
    if (links[4 * node + 3] >= 0) continue;
    const left = node + 1;
    const right = left + sizeOf(links, left);
    for (let k = 0; k < 3; k++) {
      boxes[8 * node + k] = Math.min(boxes[8 * left + k], boxes[8 * right + k]);
      boxes[8 * node + 3 + k] = Math.max(boxes[8 * left + 3 + k], boxes[8 * right + 3 + k]);
    }
  }
  return bytes;
}

function sizeOf(links: Int32Array, node: number): number {
  return Math.max(1, -links[4 * node + 3]);
}

function leafBox({ positions, index }: LeafMesh, triangle: number, steps: BulletSteps, boxes: Uint16Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    const [a, b, c] = [0, 1, 2].map((corner) => positions[3 * index[3 * triangle + corner] + k]);
    const [min, max] = [Math.min(a, b, c), Math.max(a, b, c)];
    const growth = max - min < minSize ? minSize / 2 : 0;
    boxes[at + k] = stepBelow(steps, Math.max(min - growth, steps.min[k]), k);
    boxes[at + 3 + k] = stepAbove(steps, Math.min(max + growth, steps.max[k]), k);
  }
}

/** Returns the largest subtrees of up to 2,048 bytes, 20 bytes each: i32 root, i32 nodes, u16 min[3], u16 max[3]. */
export function subtreeHeaders(nodes: Uint8Array): Uint8Array {
  const links = new Int32Array(nodes.buffer);
  const boxes = new Uint16Array(nodes.buffer);
  const roots: number[] = [];
  for (let node = 0; node < links.length / 4; ) {
    const size = sizeOf(links, node);
    if (size > maxSubtreeNodes) {
      node++;
      continue;
    }
    roots.push(node);
    node += size;
  }
  const bytes = new Uint8Array(20 * roots.length);
  const view = new DataView(bytes.buffer);
  for (const [i, root] of roots.entries()) {
    view.setInt32(20 * i, root, true);
    view.setInt32(20 * i + 4, sizeOf(links, root), true);
    for (let k = 0; k < 6; k++) view.setUint16(20 * i + 8 + 2 * k, boxes[8 * root + k], true);
  }
  return bytes;
}
