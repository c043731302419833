import { leafFlag, type Tree } from './layout.ts';
import { wideChildCount, wideFirstChild } from './kinds/wide/wide-nodes.ts';
import { entryWords } from '../kernel/index.ts';

/**
 * Links between nodes, for trees of every layout. Only the hot loops for one kind read links on their own.
 * Node 0 is the root of a tree that has nodes. Children have larger numbers than their parent.
 *
 * In the leaf-free layout a node number is a child slot: slot 0 is the root's, 1 + 2·i and 2 + 2·i are those of inner node i.
 * In the wide layout the table of entries has the location of each node's box.
 */

/** Returns the number of children of a node; 0 for a leaf. Hot. */
export function childCount(tree: Tree, node: number): number {
  switch (tree.layout) {
    case 'binary':
      return tree.nodesU32[(node + 1) * tree.nodeWords - 1] >= leafFlag ? 0 : 2;
    case 'leaf-free':
      return isLeafSlot(tree, node) ? 0 : 2;
    case 'wide':
      return wideChildCount(tree, node);
  }
}

/** Returns a child of an inner node, counted from 0 in leaf order. Hot. */
export function childAt(tree: Tree, node: number, child: number): number {
  switch (tree.layout) {
    case 'binary':
      return child === 0 ? node + 1 : tree.nodesU32[(node + 1) * tree.nodeWords - 2];
    case 'leaf-free':
      return 2 * innerOf(tree, node) + 1 + child;
    case 'wide':
      return wideFirstChild(tree, node) + child;
  }
}

/** Returns whether a node is a leaf. Hot. */
export function isLeaf(tree: Tree, node: number): boolean {
  return childCount(tree, node) === 0;
}

/** Returns the children of a node in leaf order; none for a leaf. */
export function childrenOf(tree: Tree, node: number): readonly number[] {
  return Array.from({ length: childCount(tree, node) }, (_, child) => childAt(tree, node, child));
}

/** Returns whether a node has a volume of its own. Leaves of a leaf-free tree use the volume of their parent. Hot. */
export function hasVolume(tree: Tree, node: number): boolean {
  switch (tree.layout) {
    case 'binary':
    case 'wide':
      return true;
    case 'leaf-free':
      return node === 0 || !isLeafSlot(tree, node);
  }
}

/** Returns the position in the leaf order of the first triangle of a leaf. Hot. */
export function leafFirst(tree: Tree, leaf: number): number {
  switch (tree.layout) {
    case 'binary':
      return tree.nodesU32[(leaf + 1) * tree.nodeWords - 2];
    case 'leaf-free':
      return leaf === 0 ? 0 : tree.slots[leaf - 1] >>> tree.countBits;
    case 'wide':
      return tree.wide.entries[entryWords * leaf + 1];
  }
}

/** Returns the number of triangles of a leaf. Hot. */
export function leafCount(tree: Tree, leaf: number): number {
  switch (tree.layout) {
    case 'binary':
      return tree.nodesU32[(leaf + 1) * tree.nodeWords - 1] - leafFlag;
    case 'leaf-free':
      return leaf === 0 ? tree.triangles : tree.slots[leaf - 1] & (2 ** tree.countBits - 1);
    case 'wide':
      return tree.wide.entries[entryWords * leaf + 2];
  }
}

/** Returns the axis along which an inner node was divided: 0, 1 or 2; `null` for wide nodes, which are divided more than once. */
export function splitAxis(tree: Tree, node: number): number | null {
  switch (tree.layout) {
    case 'binary':
      return tree.nodesU32[(node + 1) * tree.nodeWords - 1];
    case 'leaf-free':
      return tree.flags[innerOf(tree, node)] >> 2;
    case 'wide':
      return null;
  }
}

/** Returns whether a slot holds a leaf. The root is a leaf in a tree without inner nodes. Hot. */
function isLeafSlot({ flags }: Tree, slot: number): boolean {
  return slot === 0 ? flags.length === 0 : ((flags[(slot - 1) >> 1] >> ((slot - 1) & 1)) & 1) === 1;
}

/** Returns the inner node in a slot. Hot. */
export function innerOf({ slots }: Tree, slot: number): number {
  return slot === 0 ? 0 : slots[slot - 1];
}
