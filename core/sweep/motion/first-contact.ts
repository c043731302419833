import type { Transform } from '../../math/transform.ts';
import { isFiniteTriangle } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { childAt, childCount, leafCount, leafFirst } from '../../tree/nodes.ts';
import { beginSegment, segmentCount, type MotionWork } from './motion-work.ts';
import { overlapBoxes } from './overlap-boxes.ts';
import { pairTime } from './pair-time.ts';

/** Pairs of nodes between two calls of `progress`. */
const reportStep = 1 << 14;

/** A stack of pairs of nodes: when their boxes overlap, the box of A's node, and that of B's at both ends of the segment. */
interface Stack {
  readonly nodes: Uint32Array;
  readonly enters: Float64Array;
  /** (18·n) */
  readonly boxes: Float64Array;
}
/** Numbers of a pair of nodes: the box of A's node, then that of B's at both ends of the segment of time. */
export const boxWords = 18;

/**
 * Finds the first contact of two moving meshes: adds its events to `work`. Time is cut into segments of little rotation; in each, pairs of
 * nodes are descended whose moving boxes overlap, the earliest first, and the larger of two nodes is opened.
 * @throws whatever `progress` throws.
 */
export function findFirstContact(work: MotionWork, progress: Progress): void {
  const { a, b } = work;
  if (a.tree.nodeCount === 0 || b.tree.nodeCount === 0) return;
  const length = 4 * (stackLength(a.tree) + stackLength(b.tree) + 8);
  const stack: Stack = { nodes: new Uint32Array(2 * length), enters: new Float64Array(length), boxes: new Float64Array(boxWords * length) };
  const segments = segmentCount(work.path);
  for (let segment = 0; segment < segments; segment++) {
    beginSegment(work, segment, segments);
    if (work.start > work.limit) break;
    descend(work, stack, (part) => progress((segment + part) / segments));
    progress((segment + 1) / segments);
  }
}

function descend(work: MotionWork, stack: Stack, progress: Progress): void {
  const { a, b } = work;
  const { nodes, enters, boxes } = stack;
  const duration = work.end - work.start;
  const box = new Float32Array(6);
  let top = 0;
  let nextReport = work.nodePairs + reportStep;
  const open = (at: number, isOfA: boolean, node: number): void => {
    if (isOfA) readBoxA(a.tree, node, box, boxes, boxWords * at);
    else readBoxB(work, node, box, boxes, boxWords * at);
  };
  open(0, true, 0);
  open(0, false, 0);
  top = isOverlapping(work, stack, 0) ? 1 : 0;
  nodes[0] = 0;
  nodes[1] = 0;
  while (top > 0) {
    if (work.nodePairs > nextReport) {
      progress(0);
      nextReport = work.nodePairs + reportStep;
    }
    top--;
    if (work.start + enters[top] * duration > work.limit) continue;
    const nodeA = nodes[2 * top];
    const nodeB = nodes[2 * top + 1];
    const childrenA = childCount(a.tree, nodeA);
    const childrenB = childCount(b.tree, nodeB);
    if (childrenA === 0 && childrenB === 0) {
      testLeaves(work, nodeA, nodeB);
      continue;
    }
    const opensA = childrenB === 0 || (childrenA > 0 && sizeOf(boxes, boxWords * top) >= sizeOf(boxes, boxWords * top + 6));
    const base = top;
    const count = opensA ? childrenA : childrenB;
    // The parent is overwritten by its children: its boxes are copied behind them first.
    const parent = boxWords * (base + count);
    boxes.copyWithin(parent, boxWords * base, boxWords * (base + 1));
    for (let i = 0; i < count; i++) {
      boxes.copyWithin(boxWords * top, parent, parent + boxWords);
      nodes[2 * top] = opensA ? childAt(a.tree, nodeA, i) : nodeA;
      nodes[2 * top + 1] = opensA ? nodeB : childAt(b.tree, nodeB, i);
      open(top, opensA, opensA ? nodes[2 * top] : nodes[2 * top + 1]);
      if (isOverlapping(work, stack, top)) top++;
    }
    sortEntries(stack, base, top);
  }
}

/** Tests the boxes of an entry; writes when they overlap. */
function isOverlapping(work: MotionWork, { enters, boxes }: Stack, entry: number): boolean {
  work.nodePairs++;
  const at = boxWords * entry;
  // The moving boxes have their own bend inside.
  const isOverlapping = overlapBoxes(boxes, at, boxes, at + 6, boxes, at + 12, nodeReach(work), work.overlap);
  enters[entry] = work.overlap.enter;
  return isOverlapping;
}

/** Returns the distance at which boxes of nodes count as overlapping. */
export function nodeReach({ separation, padding }: MotionWork): number {
  return separation + 8 * padding;
}

/** Puts the earliest entry on top. */
function sortEntries({ nodes, enters, boxes }: Stack, base: number, top: number): void {
  for (let i = base + 1; i < top; i++) {
    for (let at = i; at > base && enters[at - 1] < enters[at]; at--) {
      swap(enters, at - 1, at, 1);
      swap(nodes, at - 1, at, 2);
      swap(boxes, at - 1, at, boxWords);
    }
  }
}

function swap(values: Float64Array | Uint32Array, i: number, j: number, words: number): void {
  for (let k = 0; k < words; k++) {
    const value = values[words * i + k];
    values[words * i + k] = values[words * j + k];
    values[words * j + k] = value;
  }
}

/** Writes the box of a node of A. */
export function readBoxA(tree: Tree, node: number, box: Float32Array, out: Float64Array, at: number): void {
  readNodeBox(tree, node, box);
  for (let k = 0; k < 6; k++) out[at + k] = box[k] + tree.origin[k % 3]!;
}

/** Writes the box of a node of B, placed at both ends of the segment and grown by the bend of its arcs. */
export function readBoxB(work: MotionWork, node: number, box: Float32Array, out: Float64Array, at: number): void {
  const { tree } = work.b;
  readNodeBox(tree, node, box);
  const bend = placeBox(work, box, work.startPose, out, at + 6);
  placeBox(work, box, work.endPose, out, at + 12);
  for (let i = at + 6; i < at + 18; i += 6) {
    for (let k = 0; k < 3; k++) {
      out[i + k] -= bend;
      out[i + k + 3] += bend;
    }
  }
}

/** Writes the box around a placed box; returns how far its points may be from straight lines during the segment. */
function placeBox(work: MotionWork, box: Float32Array, pose: Transform, out: Float64Array, at: number): number {
  const { origin } = work.b.tree;
  const { pivot, step, axis, angle } = work.path;
  const cx = (box[0] + box[3]) / 2 + origin[0];
  const cy = (box[1] + box[4]) / 2 + origin[1];
  const cz = (box[2] + box[5]) / 2 + origin[2];
  const hx = (box[3] - box[0]) / 2;
  const hy = (box[4] - box[1]) / 2;
  const hz = (box[5] - box[2]) / 2;
  let reach = 0;
  for (let k = 0; k < 3; k++) {
    const center = pose[k] * cx + pose[k + 4] * cy + pose[k + 8] * cz + pose[k + 12];
    const half = Math.abs(pose[k]) * hx + Math.abs(pose[k + 4]) * hy + Math.abs(pose[k + 8]) * hz;
    out[at + k] = center - half;
    out[at + k + 3] = center + half;
    reach += half * half;
  }
  if (angle === 0) return 0;
  const x = (out[at] + out[at + 3]) / 2 - pivot[0] - work.start * step[0];
  const y = (out[at + 1] + out[at + 4]) / 2 - pivot[1] - work.start * step[1];
  const z = (out[at + 2] + out[at + 5]) / 2 - pivot[2] - work.start * step[2];
  const radius = Math.hypot(axis[1] * z - axis[2] * y, axis[2] * x - axis[0] * z, axis[0] * y - axis[1] * x) + Math.sqrt(reach);
  const turn = angle * (work.end - work.start);
  return ((turn * turn) / 8) * (radius + work.padding) * (1 + 2 ** -40);
}

/** Returns the size of a box, by which the larger of two nodes is opened. */
export function sizeOf(boxes: Float64Array, at: number): number {
  return boxes[at + 3] - boxes[at] + (boxes[at + 4] - boxes[at + 1]) + (boxes[at + 5] - boxes[at + 2]);
}

function testLeaves(work: MotionWork, leafA: number, leafB: number): void {
  const treeA = work.a.tree;
  const treeB = work.b.tree;
  const firstA = leafFirst(treeA, leafA);
  const firstB = leafFirst(treeB, leafB);
  const endA = firstA + leafCount(treeA, leafA);
  const endB = firstB + leafCount(treeB, leafB);
  for (let i = firstA; i < endA; i++) {
    const a = triangleAt(treeA, i);
    if (!isFiniteTriangle(work.a.mesh, a)) continue;
    for (let j = firstB; j < endB; j++) pairTime(work, a, triangleAt(treeB, j));
  }
}
