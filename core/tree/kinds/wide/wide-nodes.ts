import { roundDownF32, roundUpF32 } from '../../../math/round-f32.ts';
import type { Tree } from '../../layout.ts';
import {
  entryWords,
  leafReference,
  noReference,
  wideChildCountByte,
  wideFirstChildByte,
  wideOwnNumberByte,
  wideReferencesByte,
  wideRowBytes,
  wideWidth,
} from '../../../kernel/index.ts';

/** Word offsets in a stored node. */
const rowWords = wideRowBytes / 4;
const referencesWord = wideReferencesByte / 4;
const firstChildWord = wideFirstChildByte / 4;
const childCountWord = wideChildCountByte / 4;
const ownNumberWord = wideOwnNumberByte / 4;

/** Returns the word of the reference in a slot (8 · stored node + child). Hot. */
export function referenceWord({ nodeWords }: Tree, place: number): number {
  return Math.floor(place / wideWidth) * nodeWords + referencesWord + (place % wideWidth);
}

/** Returns the stored node of an inner node; `null` for a leaf. Hot. */
export function storedNode(tree: Tree, node: number): number | null {
  const place = tree.wide.entries[entryWords * node];
  // Only the root has no slot, unless it is a leaf.
  if (place === noReference) return 0;
  const reference = tree.nodesU32[referenceWord(tree, place)];
  return reference >= leafReference ? null : reference;
}

/** Returns the number of children of a node; 0 for a leaf. Hot. */
export function wideChildCount(tree: Tree, node: number): number {
  const stored = storedNode(tree, node);
  return stored === null ? 0 : tree.nodesU32[stored * tree.nodeWords + childCountWord];
}

/** Returns the number of the first child of an inner node. Hot. */
export function wideFirstChild(tree: Tree, node: number): number {
  return tree.nodesU32[storedNode(tree, node)! * tree.nodeWords + firstChildWord];
}

/** Writes a node's box into `out` (6): f32 in mesh units relative to the tree's origin, rounded outward. Hot. */
export function readWideBox(tree: Tree, node: number, out: Float32Array): void {
  const { nodesF32, wide } = tree;
  const place = wide.entries[entryWords * node];
  if (place !== noReference) {
    const at = referenceWord(tree, place) - referencesWord;
    for (let axis = 0; axis < 3; axis++) {
      out[axis] = roundDownF32(nodesF32[at + 2 * axis * rowWords] / wide.scale);
      out[axis + 3] = roundUpF32(nodesF32[at + (2 * axis + 1) * rowWords] / wide.scale);
    }
    return;
  }
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    const row = 2 * axis * rowWords;
    for (let child = 0; child < wideWidth; child++) {
      min = Math.min(min, nodesF32[row + child]);
      max = Math.max(max, nodesF32[row + rowWords + child]);
    }
    out[axis] = roundDownF32(min / wide.scale);
    out[axis + 3] = roundUpF32(max / wide.scale);
  }
}

/** Returns the nodes from the root to `node`, both included. O(depth). */
export function widePath({ nodesU32, nodeWords, wide }: Tree, node: number): number[] {
  const path = [node];
  for (let at = node; at !== 0; path.push(at)) {
    at = nodesU32[Math.floor(wide.entries[entryWords * at] / wideWidth) * nodeWords + ownNumberWord];
  }
  return path.reverse();
}
