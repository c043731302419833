import { leafFlag, type Tree } from './layout.ts';
import { wideChildCount, wideFirstChild } from './kinds/wide/wide-nodes.ts';
import { entryWords } from '../kernel/index.ts';

/**
 * How the nodes of a tree hang together, whatever its kind: the only functions that know, beside the hot loops of one
 * kind. Node 0 is the root of a tree that has nodes; children have larger numbers than their parent.
 *
 * In the leaf-free layout a node is a child slot: 0 is the root's, 1 + 2·i and 2 + 2·i are those of inner node i. In the wide
 * layout an entry tells where its box stands.
 */

/** How many children a node has; 0 for a leaf. Hot. */
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

/** A child of an inner node, by its number from 0: in the order of their runs. Hot. */
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

/** Hot. */
export function isLeaf(tree: Tree, node: number): boolean {
  return childCount(tree, node) === 0;
}

/** The children of a node, in the order of their runs; none for a leaf. */
export function childrenOf(tree: Tree, node: number): readonly number[] {
  return Array.from({ length: childCount(tree, node) }, (_, child) => childAt(tree, node, child));
}

/** Whether a node has a volume of its own; the leaves of a leaf-free tree have none, and what is said of theirs holds of their parent's. Hot. */
export function hasVolume(tree: Tree, node: number): boolean {
  switch (tree.layout) {
    case 'binary':
    case 'wide':
      return true;
    case 'leaf-free':
      return node === 0 || !isLeafSlot(tree, node);
  }
}

/** Where a leaf's run of the leaf order begins. Hot. */
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

/** How many triangles a leaf has. Hot. */
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

/** The axis across which an inner node was divided: 0, 1 or 2; `null` where that took more than one division. */
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

/** Whether the slot holds a leaf; the root does in a tree without inner nodes. Hot. */
function isLeafSlot({ flags }: Tree, slot: number): boolean {
  return slot === 0 ? flags.length === 0 : ((flags[(slot - 1) >> 1] >> ((slot - 1) & 1)) & 1) === 1;
}

/** The inner node that a slot holds. Hot. */
export function innerOf({ slots }: Tree, slot: number): number {
  return slot === 0 ? 0 : slots[slot - 1];
}
