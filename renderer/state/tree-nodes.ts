/** Facts about single nodes of a tree, found by walking down from the root: no table of all nodes is ever made. */
import type { Vec3 } from '#core/math/vec3';
import type { Bounds } from '#core/mesh/bounds';
import { isLeaf, leafCount, leafFirst, leftChild, maxWord, minWord, nodeWords, rightChild, type AabbTree } from '#core/tree/layout';

/** A run of the leaf order. */
export interface TriangleRun {
  readonly first: number;
  readonly count: number;
}

/**
 * Nodes from the root to `node`, both included; its length less one is the node's depth. Empty for a node that the tree does
 * not have. Nodes lie in preorder, so a node is in the right subtree exactly when its index is not below the right child's.
 */
export function pathToNode(tree: AabbTree, node: number): number[] {
  if (!(node >= 0 && node < tree.nodeCount)) return [];
  const path = [0];
  let at = 0;
  while (at !== node) {
    const right = rightChild(tree, at);
    at = node >= right ? right : leftChild(tree, at);
    path.push(at);
  }
  return path;
}

/** The triangles below a node: one contiguous run of `tree.order`. */
export function trianglesBelow(tree: AabbTree, node: number): TriangleRun {
  let first = node;
  while (!isLeaf(tree, first)) first = leftChild(tree, first);
  let last = node;
  while (!isLeaf(tree, last)) last = rightChild(tree, last);
  const start = leafFirst(tree, first);
  return { first: start, count: leafFirst(tree, last) + leafCount(tree, last) - start };
}

/** The leaf that holds a triangle of the mesh; `null` when none does, because it has a coordinate that is not finite. */
export function leafOfTriangle(tree: AabbTree, triangle: number): number | null {
  const position = tree.order.indexOf(triangle);
  if (position < 0) return null;
  let at = 0;
  while (!isLeaf(tree, at)) {
    const right = rightChild(tree, at);
    at = position >= trianglesBelow(tree, right).first ? right : leftChild(tree, at);
  }
  return at;
}

/** A node's box in source space. */
export function nodeBounds(tree: AabbTree, node: number): Bounds {
  return { min: corner(tree, node, minWord), max: corner(tree, node, maxWord) };
}

function corner(tree: AabbTree, node: number, word: number): Vec3 {
  const at = node * nodeWords + word;
  const { nodesF32, origin } = tree;
  return [nodesF32[at]! + origin[0], nodesF32[at + 1]! + origin[1], nodesF32[at + 2]! + origin[2]];
}

/** Side lengths of a node's box, without the origin's rounding. */
export function nodeSize(tree: AabbTree, node: number): Vec3 {
  const at = node * nodeWords;
  const box = tree.nodesF32;
  return [
    box[at + maxWord]! - box[at + minWord]!,
    box[at + maxWord + 1]! - box[at + minWord + 1]!,
    box[at + maxWord + 2]! - box[at + minWord + 2]!,
  ];
}

/** How many nodes lie at one depth. Walks only the levels above it. */
export function nodesAtDepth(tree: AabbTree, depth: number): number {
  if (tree.nodeCount === 0) return 0;
  let level = [0];
  for (let d = 0; d < depth && level.length > 0; d++) {
    level = level.flatMap((node) => (isLeaf(tree, node) ? [] : [leftChild(tree, node), rightChild(tree, node)]));
  }
  return level.length;
}
