import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { setupRay } from '../shape/ray-setup.ts';
import { checkStackFits, checkTreeFits } from '../tree/check-tree-fits.ts';
import type { Tree } from '../tree/layout.ts';
import { readNodeBox } from '../tree/node-box.ts';
import { childAt, childCount, hasVolume } from '../tree/nodes.ts';
import { checkRay } from './check-ray.ts';
import { testLeaf } from './ray-leaf.ts';
import { rayVolumeEntry, setupRayVolumes } from './ray-volume.ts';
import { createRayWorkspace, type RayWorkspace } from './ray-workspace.ts';
import type { Ray } from './ray.ts';

/** What a ray costs on its way to its first hit. One record serves ray after ray. */
export interface RayCost {
  volumesTested: number;
  trianglesTested: number;
  /** Of the deepest node that the ray went into; the root has 0. -1 where it missed even that. */
  deepest: number;
}

export interface RayCostWorkspace {
  readonly rays: RayWorkspace;
  /** Depths of the nodes that wait. */
  readonly depths: Uint32Array;
  readonly cost: RayCost;
}

export function createRayCostWorkspace(tree: Tree): RayCostWorkspace {
  const rays = createRayWorkspace(tree);
  return { rays, depths: new Uint32Array(rays.stackNodes.length), cost: { volumesTested: 0, trianglesTested: 0, deepest: -1 } };
}

const first = { mode: 'first', cull: false } as const;

/**
 * The descent of `raycastInto` for the first hit, in the same order, that counts depths too: for pictures of what rays cost. The counts
 * are those of TypeScript's descent, whatever else answers rays. Hot: a picture asks a million.
 * @throws InspectorError as `raycastInto`.
 */
export function rayCostInto(workspace: RayCostWorkspace, tree: Tree, mesh: TriangleMesh, ray: Ray): RayCost {
  const { rays, depths, cost } = workspace;
  const { stackNodes, stackEntries, volumes } = rays;
  rays.hitCount = rays.trianglesTested = cost.volumesTested = cost.trianglesTested = 0;
  rays.lastExact = null;
  cost.deepest = -1;
  checkRay(ray);
  checkTreeFits(tree, mesh);
  if (tree.nodeCount === 0) return cost;
  checkStackFits(tree, stackNodes);
  readNodeBox(tree, 0, volumes.box);
  setupRay(rays.ray, ray.origin, ray.direction, ray.far, tree.origin, volumes.box);
  setupRayVolumes(volumes, tree);
  let limit = rays.ray.far;
  let top = 0;
  cost.volumesTested = 1;
  stackEntries[0] = rayVolumeEntry(volumes, tree, 0, limit);
  stackNodes[0] = depths[0] = 0;
  if (stackEntries[0] < Infinity) top = 1;
  while (top > 0) {
    if (!(stackEntries[--top] <= limit)) continue;
    const node = stackNodes[top], depth = depths[top];
    if (depth > cost.deepest) cost.deepest = depth;
    const children = childCount(tree, node);
    if (children === 0) {
      limit = testLeaf(rays, tree, mesh, node, first, limit);
      continue;
    }
    const base = top;
    for (let i = 0; i < children; i++) {
      const child = childAt(tree, node, i);
      let entry = 0;
      if (hasVolume(tree, child)) {
        cost.volumesTested++;
        entry = rayVolumeEntry(volumes, tree, child, limit);
        if (entry === Infinity) continue;
      }
      let at = top++;
      for (; at > base && stackEntries[at - 1] <= entry; at--) {
        stackNodes[at] = stackNodes[at - 1];
        stackEntries[at] = stackEntries[at - 1];
      }
      stackNodes[at] = child;
      stackEntries[at] = entry;
      // Children of one node are equally deep, so that none of theirs has to be moved.
      depths[top - 1] = depth + 1;
    }
  }
  cost.trianglesTested = rays.trianglesTested;
  return cost;
}
