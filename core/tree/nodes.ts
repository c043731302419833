import { leafFlag, type Tree } from './layout.ts';

/**
 * How the nodes of a tree hang together, whatever its kind: the only functions that know, beside the hot loops of one
 * kind. Node 0 is the root of a tree that has nodes; children have larger numbers than their parent.
 */

/** How many children a node has; 0 for a leaf. Hot. */
export function childCount(tree: Tree, node: number): number {
  switch (tree.layout) {
    case 'binary':
      return tree.nodesU32[(node + 1) * tree.nodeWords - 1] >= leafFlag ? 0 : 2;
  }
}

/** A child of an inner node, by its number from 0: in the order of their runs. Hot. */
export function childAt(tree: Tree, node: number, child: number): number {
  switch (tree.layout) {
    case 'binary':
      return child === 0 ? node + 1 : tree.nodesU32[(node + 1) * tree.nodeWords - 2];
  }
}

/** Hot. */
export function isLeaf(tree: Tree, node: number): boolean {
  return childCount(tree, node) === 0;
}

/** The children of a node, in the order of their runs; none for a leaf. */
export function childrenOf(tree: Tree, node: number): readonly number[] {
  return Array.from({ length: childCount(tree, node) }, (_, child) => childAt(tree, node, child));
}

/** Where a leaf's run of the leaf order begins. Hot. */
export function leafFirst(tree: Tree, leaf: number): number {
  switch (tree.layout) {
    case 'binary':
      return tree.nodesU32[(leaf + 1) * tree.nodeWords - 2];
  }
}

/** How many triangles a leaf has. Hot. */
export function leafCount(tree: Tree, leaf: number): number {
  switch (tree.layout) {
    case 'binary':
      return tree.nodesU32[(leaf + 1) * tree.nodeWords - 1] - leafFlag;
  }
}

/** The axis across which an inner node was divided: 0, 1 or 2. */
export function splitAxis(tree: Tree, node: number): number {
  switch (tree.layout) {
    case 'binary':
      return tree.nodesU32[(node + 1) * tree.nodeWords - 1];
  }
}

/** The triangle (import index) at a position of the leaf order. Hot. */
export function triangleAt(tree: Tree, position: number): number {
  return tree.order[position];
}

/** The triangles (import indices) of a run of the leaf order, not to be written to. */
export function trianglesOfRun(tree: Tree, first: number, count: number): Uint32Array {
  return tree.order.subarray(first, first + count);
}
