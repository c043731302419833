import { roundDownF32, roundUpF32 } from '../../math/round-f32.ts';
import type { Progress } from '../../progress.ts';
import type { Tree } from '../../tree/layout.ts';
import { childrenOf, isLeaf, leafCount, leafFirst, splitAxis } from '../../tree/nodes.ts';
import { axisWord, countHalf, flagHalf, bvhLeafFlag, bvhLinkWord, maxLeafTriangles, bvhNodeBytes, bvhNodeWords } from './layout.ts';

/** A subtree to write: consecutive nodes of our tree, or a range of the leaf order without a node. */
type Waiting =
  | { readonly kind: 'nodes'; readonly nodes: readonly number[]; readonly rightOf: number }
  | { readonly kind: 'run'; readonly first: number; readonly count: number; readonly rightOf: number };

/** A left child follows its parent and needs no link. */
const noParent = -1;
/** Nodes between two calls of `progress`. */
const reportStep = 1 << 12;

/**
 * Returns the nodes of a tree in the layout of three-mesh-bvh, with boxes of the written positions: `positions` (3·V) f32, `index` (3·T)
 * in leaf order. The boxes of our nodes are relative to an origin and do not bound these numbers.
 *
 * Leaves of more than 65,535 triangles are halved by position, and nodes of more than two children by number. The tree
 * has at least one triangle.
 * @throws whatever `progress` throws.
 */
export function bvhNodes(tree: Tree, positions: Float32Array, index: Uint16Array | Uint32Array, progress: Progress): ArrayBuffer {
  const nodes = new ArrayBuffer(countNodes(tree) * bvhNodeBytes);
  writeLinks(tree, nodes, (fraction) => progress(fraction / 2));
  writeBoxes(nodes, positions, index, (fraction) => progress((1 + fraction) / 2));
  return nodes;
}

function countNodes(tree: Tree): number {
  let count = 0;
  for (const stack = [0]; stack.length > 0; ) {
    const node = stack.pop()!;
    const children = childrenOf(tree, node);
    count += children.length === 0 ? 1 + addedNodes(leafCount(tree, node)) : children.length - 1;
    for (const child of children) stack.push(child);
  }
  return count;
}

function addedNodes(triangles: number): number {
  if (triangles <= maxLeafTriangles) return 0;
  const half = triangles >>> 1;
  return 2 + addedNodes(half) + addedNodes(triangles - half);
}

function writeLinks(tree: Tree, nodes: ArrayBuffer, progress: Progress): void {
  const words = new Uint32Array(nodes);
  const stack: Waiting[] = [{ kind: 'nodes', nodes: [0], rightOf: noParent }];
  let written = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const at = written++;
    if (at % reportStep === 0) progress((at * bvhNodeWords) / words.length);
    if (next.rightOf !== noParent) words[next.rightOf * bvhNodeWords + bvhLinkWord] = at - next.rightOf;
    const nodes = next.kind === 'nodes' ? opened(tree, next.nodes) : [];
    if (next.kind === 'nodes' && nodes.length > 1) {
      if (next.nodes.length === 1) words[at * bvhNodeWords + axisWord] = splitAxis(tree, next.nodes[0]) ?? 0;
      const half = nodes.length >> 1;
      stack.push(
        { kind: 'nodes', nodes: nodes.slice(half), rightOf: at },
        { kind: 'nodes', nodes: nodes.slice(0, half), rightOf: noParent },
      );
      continue;
    }
    const { first, count } = next.kind === 'run' ? next : { first: leafFirst(tree, nodes[0]), count: leafCount(tree, nodes[0]) };
    if (count <= maxLeafTriangles) {
      words[at * bvhNodeWords + bvhLinkWord] = first;
      words[at * bvhNodeWords + axisWord] = count + bvhLeafFlag * 0x1_0000;
    } else {
      // The axis stays 0, as for halved lists: it only selects the child that a ray visits first.
      const half = count >>> 1;
      stack.push(
        { kind: 'run', first: first + half, count: count - half, rightOf: at },
        { kind: 'run', first, count: half, rightOf: noParent },
      );
    }
  }
}

/** Returns the children of a single inner node; other lists unchanged. */
function opened(tree: Tree, nodes: readonly number[]): readonly number[] {
  let list = nodes;
  while (list.length === 1 && !isLeaf(tree, list[0])) list = childrenOf(tree, list[0]);
  return list;
}

/** Computes boxes from the last node to the first, so that children come before their parents. */
function writeBoxes(nodes: ArrayBuffer, positions: Float32Array, index: Uint16Array | Uint32Array, progress: Progress): void {
  const floats = new Float32Array(nodes);
  const words = new Uint32Array(nodes);
  const halves = new Uint16Array(nodes);
  const padding = paddingOf(positions, index);
  for (let node = words.length / bvhNodeWords - 1; node >= 0; node--) {
    const at = node * bvhNodeWords;
    if (node % reportStep === 0) progress(1 - at / words.length);
    if (halves[2 * at + flagHalf] === bvhLeafFlag) {
      leafBox(
        floats,
        at,
        padding,
        positions,
        index,
        3 * words[at + bvhLinkWord],
        3 * (words[at + bvhLinkWord] + halves[2 * at + countHalf]),
      );
    } else {
      const left = at + bvhNodeWords;
      const right = at + words[at + bvhLinkWord] * bvhNodeWords;
      for (let k = 0; k < 3; k++) {
        floats[at + k] = Math.min(floats[left + k], floats[right + k]);
        floats[at + 3 + k] = Math.max(floats[left + 3 + k], floats[right + 3 + k]);
      }
    }
  }
}

/**
 * Returns the padding of leaf boxes: 2^-24 of the largest coordinate, which is the rounding error of f32 vertices. three-mesh-bvh tests
 * slabs in f64 without padding. With boxes only one f32 step larger it missed rays at an edge in the plane x = 0, where a step is tiny.
 */
function paddingOf(positions: Float32Array, index: Uint16Array | Uint32Array): number {
  let largest = 0;
  for (let i = 0; i < index.length; i++) {
    const at = 3 * index[i];
    largest = Math.max(largest, Math.abs(positions[at]), Math.abs(positions[at + 1]), Math.abs(positions[at + 2]));
  }
  return largest * 2 ** -24;
}

function leafBox(
  floats: Float32Array,
  at: number,
  padding: number,
  positions: Float32Array,
  index: Uint16Array | Uint32Array,
  from: number,
  to: number,
): void {
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = from; i < to; i++) {
      const value = positions[3 * index[i] + k];
      if (value < min) min = value;
      if (value > max) max = value;
    }
    floats[at + k] = roundDownF32(min - padding);
    floats[at + 3 + k] = roundUpF32(max + padding);
  }
}
