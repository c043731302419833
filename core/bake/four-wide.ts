import { roundDownF32, roundUpF32 } from '../math/round-f32.ts';
import type { Progress } from '../progress.ts';
import { childAt, childCount, childrenOf, isLeaf, leafCount, leafFirst } from '../tree/nodes.ts';
import type { LeafMesh } from './leaf-mesh.ts';

/**
 * A tree of nodes with up to four children, as PhysX and Jolt store one. Node 0 is the root, children have larger numbers than their
 * parent. Each array has four slots a node, the used ones first: every node has at least two, but the root of a single leaf.
 */
export interface FourWide {
  readonly nodes: number;
  /** (4·N) the child of an inner slot; the first triangle of a leaf, in leaf order. */
  readonly firsts: Uint32Array;
  /** (4·N) triangles of a leaf; `innerSlot`; `emptySlot`. */
  readonly counts: Uint32Array;
  /** (24·N) min and max of each slot, rounded outwards to f32; 0 for empty slots. */
  readonly boxes: Float32Array;
}

export const innerSlot = 0;
export const emptySlot = 0xffff_ffff;
export const slotsPerNode = 4;

/** A subtree to write: nodes of our tree side by side, or written triangles of one leaf. */
export type Subtree = { readonly nodes: readonly number[] } | Run;

export type Written = Pick<LeafMesh, 'tree' | 'writtenBefore'>;

/** Written triangles in leaf order. */
export interface Run {
  readonly first: number;
  readonly count: number;
}

/** Nodes between two calls of `progress`. */
const reportStep = 1 << 12;

/**
 * Collapses the tree of a mesh to four children a node, and computes its boxes from the written positions.
 * @param maxLeaf triangles of a leaf; larger leaves are halved by position
 * @param padding by which boxes of leaves grow on every side
 * @throws whatever `progress` throws.
 */
export function fourWide(mesh: LeafMesh, maxLeaf: number, padding: number, progress: Progress): FourWide {
  const { firsts, counts } = links(mesh, maxLeaf, (fraction) => progress(fraction / 2));
  const wide = { nodes: firsts.length / slotsPerNode, firsts, counts, boxes: new Float32Array(6 * firsts.length) };
  for (let node = wide.nodes - 1; node >= 0; node--) {
    if (node % reportStep === 0) progress(1 - node / wide.nodes / 2);
    for (let slot = slotsPerNode * node; slot < slotsPerNode * (node + 1); slot++) {
      if (counts[slot] === emptySlot) continue;
      if (counts[slot] === innerSlot) joinBoxes(wide, slot);
      else leafBox(wide, slot, mesh, padding);
    }
  }
  return wide;
}

/** Returns the largest coordinate of the triangles, without sign. */
export function largestCoordinate({ positions, index }: Pick<LeafMesh, 'positions' | 'index'>): number {
  let largest = 0;
  for (let i = 0; i < index.length; i++)
    for (let at = 3 * index[i]; at < 3 * index[i] + 3; at++) largest = Math.max(largest, Math.abs(positions[at]));
  return largest;
}

function links(mesh: Written, maxLeaf: number, progress: Progress): Pick<FourWide, 'firsts' | 'counts'> {
  const firsts: number[] = [];
  const counts: number[] = [];
  const waiting: { readonly subtree: Subtree; readonly slot: number }[] = [{ subtree: { nodes: [0] }, slot: -1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = firsts.length / slotsPerNode;
    if (node % reportStep === 0) progress(Math.min(1, (node * maxLeaf) / mesh.tree.triangles));
    if (next.slot >= 0) firsts[next.slot] = node;
    const children = fourOf(mesh, next.subtree, maxLeaf);
    // From the last to the first, so that the first inner child follows its parent.
    for (let i = children.length - 1; i >= 0; i--) {
      const slot = firsts.length + i;
      if (halvesOfSubtree(mesh, children[i], maxLeaf) !== null) waiting.push({ subtree: children[i], slot });
    }
    for (let i = 0; i < slotsPerNode; i++) {
      const child = children.at(i);
      const isLeaf = child !== undefined && halvesOfSubtree(mesh, child, maxLeaf) === null;
      const { first, count } = isLeaf ? runOfSubtree(mesh, child) : { first: 0, count: child === undefined ? emptySlot : innerSlot };
      firsts.push(first);
      counts.push(count);
    }
  }
  return { firsts: Uint32Array.from(firsts), counts: Uint32Array.from(counts) };
}

/** Divides a subtree into four, the one with the most triangles first; fewer if all others are leaves. */
function fourOf(mesh: Written, subtree: Subtree, maxLeaf: number): readonly Subtree[] {
  let list: readonly Subtree[] = [subtree];
  while (list.length < slotsPerNode) {
    let largest = -1;
    let most = 0;
    for (const [i, child] of list.entries()) {
      const { count } = runOfSubtree(mesh, child);
      if (count <= most || halvesOfSubtree(mesh, child, maxLeaf) === null) continue;
      most = count;
      largest = i;
    }
    if (largest < 0) break;
    list = [...list.slice(0, largest), ...halvesOfSubtree(mesh, list[largest], maxLeaf)!, ...list.slice(largest + 1)];
  }
  return list;
}

/** Returns the two halves of a subtree in leaf order; `null` for a leaf. */
export function halvesOfSubtree(mesh: Written, subtree: Subtree, maxLeaf: number): readonly [Subtree, Subtree] | null {
  let nodes = 'nodes' in subtree ? subtree.nodes : [];
  // What holds no written triangle is left out, and what has one child only is its child.
  while (nodes.length === 1 && !isLeaf(mesh.tree, nodes[0])) {
    nodes = childrenOf(mesh.tree, nodes[0]).filter((node) => runOfSubtree(mesh, { nodes: [node] }).count > 0);
  }
  if (nodes.length > 1) return [{ nodes: nodes.slice(0, nodes.length >> 1) }, { nodes: nodes.slice(nodes.length >> 1) }];
  const { first, count } = runOfSubtree(mesh, subtree);
  if (count <= maxLeaf) return null;
  const half = count >>> 1;
  return [
    { first, count: half },
    { first: first + half, count: count - half },
  ];
}

/** Returns the written triangles that a subtree holds. */
export function runOfSubtree({ tree, writtenBefore }: Written, subtree: Subtree): Run {
  if ('first' in subtree) return subtree;
  let [left, right] = [subtree.nodes[0], subtree.nodes[subtree.nodes.length - 1]];
  while (!isLeaf(tree, left)) left = childAt(tree, left, 0);
  while (!isLeaf(tree, right)) right = childAt(tree, right, childCount(tree, right) - 1);
  const [from, to] = [leafFirst(tree, left), leafFirst(tree, right) + leafCount(tree, right)];
  if (writtenBefore === null) return { first: from, count: to - from };
  return { first: writtenBefore[from], count: writtenBefore[to] - writtenBefore[from] };
}

/** Gives an inner slot the union of the boxes of its child. */
function joinBoxes({ firsts, counts, boxes }: FourWide, slot: number): void {
  const child = slotsPerNode * firsts[slot];
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = child; i < child + slotsPerNode && counts[i] !== emptySlot; i++) {
      min = Math.min(min, boxes[6 * i + k]);
      max = Math.max(max, boxes[6 * i + 3 + k]);
    }
    boxes[6 * slot + k] = min;
    boxes[6 * slot + 3 + k] = max;
  }
}

function leafBox({ firsts, counts, boxes }: FourWide, slot: number, { positions, index }: LeafMesh, padding: number): void {
  const [from, to] = [3 * firsts[slot], 3 * (firsts[slot] + counts[slot])];
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = from; i < to; i++) {
      const value = positions[3 * index[i] + k];
      if (value < min) min = value;
      if (value > max) max = value;
    }
    boxes[6 * slot + k] = roundDownF32(min - padding);
    boxes[6 * slot + 3 + k] = roundUpF32(max + padding);
  }
}
