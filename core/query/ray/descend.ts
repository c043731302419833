import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import type { Tree } from '../../tree/layout.ts';
import { childAt, childCount, hasVolume } from '../../tree/nodes.ts';
import { testLeaf } from './leaf.ts';
import { rayVolumeEntry } from './volume.ts';
import type { RayWorkspace } from './workspace.ts';

/**
 * The descent of `raycastInto` on a tree of any kind that has nodes: the nearest child first, skipping what lies beyond
 * the best hit. Hot; what a picture of costs asks besides, how deep it went, takes no time elsewhere.
 */
export function descendAny(workspace: RayWorkspace, tree: Tree, mesh: TriangleMesh, options: RayOptions, firstLimit: number): number {
  const { stackNodes, stackEntries, depths, volumes } = workspace;
  let limit = firstLimit;
  let volumesTested = 1;
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
      // What has no volume of its own is a leaf: it is tested at once.
      let childEntry = 0;
      if (hasVolume(tree, child)) {
        volumesTested++;
        childEntry = rayVolumeEntry(volumes, tree, child, limit);
        if (childEntry === Infinity) continue;
      }
      // The nearest lies on top; of equally near ones the first child.
      let at = top++;
      for (; at > base && stackEntries[at - 1] <= childEntry; at--) {
        stackNodes[at] = stackNodes[at - 1];
        stackEntries[at] = stackEntries[at - 1];
      }
      stackNodes[at] = child;
      stackEntries[at] = childEntry;
      // Children of one node are equally deep, so that none of theirs has to be moved.
      if (depths !== null) depths[top - 1] = depth + 1;
    }
  }
  workspace.nodesVisited = volumesTested;
  workspace.deepest = deepest;
  return workspace.hitCount;
}
