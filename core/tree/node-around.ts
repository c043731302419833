import type { Tree } from './layout.ts';
import { triangleAt } from './leaf-order.ts';
import { firstPosition, nodeRange } from './node-range.ts';
import { childAt, childCount } from './nodes.ts';

/** Returns the deepest node that contains all of these triangles (import indices); `null` when none is in the tree. O(triangles of the mesh). */
export function nodeAround(tree: Tree, triangles: Iterable<number>): number | null {
  const isWanted = new Uint8Array(tree.meshTriangles);
  for (const triangle of triangles) isWanted[triangle] = 1;
  let first = -1;
  let last = -1;
  for (let position = 0; position < tree.triangles; position++) {
    if (isWanted[triangleAt(tree, position)] === 0) continue;
    if (first < 0) first = position;
    last = position;
  }
  if (first < 0) return null;
  let node = 0;
  for (;;) {
    let child = childCount(tree, node) - 1;
    while (child > 0 && firstPosition(tree, childAt(tree, node, child)) > first) child--;
    if (child < 0) return node;
    const inner = childAt(tree, node, child);
    const range = nodeRange(tree, inner);
    if (last >= range.first + range.count) return node;
    node = inner;
  }
}
