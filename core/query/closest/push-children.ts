import { childAt, childCount, hasVolume } from '../../tree/nodes.ts';
import type { Tree } from '../../tree/layout.ts';
import { volumeDistanceSq } from './volume.ts';

/** The stack of a descent that visits the nearest child first. */
export interface NearestStack {
  /** Nodes, and their squared distances. */
  readonly stack: Uint32Array;
  readonly entries: Float64Array;
  /** (6) scratch: box of a node. */
  readonly box: Float32Array;
  nodesVisited: number;
}

/**
 * Pushes the children of an inner node, so that the nearest is on top; returns the new height of the stack. The point is relative to the
 * origin of the tree. A leaf without a volume has the distance of its parent, `entry`. Hot: bench `closest`.
 */
export function pushChildren(
  search: NearestStack,
  tree: Tree,
  node: number,
  entry: number,
  x: number,
  y: number,
  z: number,
  top: number,
): number {
  const { stack, entries, box } = search;
  let height = top;
  for (let i = childCount(tree, node) - 1; i >= 0; i--) {
    const child = childAt(tree, node, i);
    const has = hasVolume(tree, child);
    if (has) search.nodesVisited++;
    const childEntry = has ? volumeDistanceSq(tree, child, x, y, z, box) : entry;
    // Insertion sort among at most eight children.
    let at = height++;
    for (; at > top && entries[at - 1] < childEntry; at--) {
      entries[at] = entries[at - 1];
      stack[at] = stack[at - 1];
    }
    entries[at] = childEntry;
    stack[at] = child;
  }
  return height;
}
