import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import type { Tree } from '../../tree/layout.ts';
import { childAt, childCount, hasVolume } from '../../tree/nodes.ts';
import { testLeaf } from './leaf.ts';
import { rayVolumeEntry } from './volume.ts';
import type { RayWorkspace } from './workspace.ts';

/**
 * Descends a tree of any kind that has nodes, for `raycastInto`; returns the number of hits. The nearest child is visited first,
 * and nodes beyond the best hit are skipped. Depths are recorded only for `rayCostInto`. Hot.
 */
export function descendAny(workspace: RayWorkspace, tree: Tree, mesh: TriangleMesh, options: RayOptions, firstLimit: number): number {
  const { stackNodes, stackEntries, depths, volumes } = workspace;
  let limit = firstLimit;
  let nodesVisited = 1;
  let deepest = -1;
  let top = 0;
  const rootEntry = rayVolumeEntry(volumes, tree, 0, limit);
  if (rootEntry < Infinity) {
    stackNodes[top] = 0;
    if (depths !== null) depths[top] = 0;
    stackEntries[top++] = rootEntry;
  }
  while (top > 0) {
    const entry = stackEntries[--top];
    if (!(entry <= limit)) continue;
    const node = stackNodes[top];
    const depth = depths === null ? 0 : depths[top];
    if (depth > deepest) deepest = depth;
    const children = childCount(tree, node);
    if (children === 0) {
      limit = testLeaf(workspace, tree, mesh, node, options, limit);
      continue;
    }
    const base = top;
    for (let i = 0; i < children; i++) {
      const child = childAt(tree, node, i);
      // A node without a volume of its own is a leaf: it is visited without a test.
      let childEntry = 0;
      if (hasVolume(tree, child)) {
        nodesVisited++;
        childEntry = rayVolumeEntry(volumes, tree, child, limit);
        if (childEntry === Infinity) continue;
      }
      // The nearest child is on top; of equally near children the first.
      let at = top++;
      for (; at > base && stackEntries[at - 1] <= childEntry; at--) {
        stackNodes[at] = stackNodes[at - 1];
        stackEntries[at] = stackEntries[at - 1];
      }
      stackNodes[at] = child;
      stackEntries[at] = childEntry;
      // Children of one node have the same depth, so depths need not be reordered.
      if (depths !== null) depths[top - 1] = depth + 1;
    }
  }
  workspace.nodesVisited = nodesVisited;
  workspace.deepest = deepest;
  return workspace.hitCount;
}
