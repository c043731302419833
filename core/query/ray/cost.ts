import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { setupRay } from '../../shape/ray-setup.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { checkRay } from './check.ts';
import { descendAny } from './descend.ts';
import { setupRayVolumes } from './volume.ts';
import { createRayWorkspace, type RayWorkspace } from './workspace.ts';
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
  readonly cost: RayCost;
}

export function createRayCostWorkspace(tree: Tree): RayCostWorkspace {
  return { rays: createRayWorkspace(tree, true), cost: { volumesTested: 0, trianglesTested: 0, deepest: -1 } };
}

const first = { mode: 'first', cull: false } as const;

/**
 * The descent of `raycastInto` for the first hit on a tree of any kind: for pictures of what rays cost. The counts are those of TypeScript's
 * descent, whatever else answers rays. Hot: a picture asks a million.
 * @throws InspectorError as `raycastInto`.
 */
export function rayCostInto({ rays, cost }: RayCostWorkspace, tree: Tree, mesh: TriangleMesh, ray: Ray): RayCost {
  rays.hitCount = rays.nodesVisited = rays.trianglesTested = 0;
  rays.deepest = -1;
  rays.lastExact = null;
  rays.asked = null;
  checkRay(ray);
  checkTreeFits(tree, mesh);
  if (tree.nodeCount > 0) {
    const { volumes } = rays;
    checkStackFits(tree, rays.stackNodes);
    readNodeBox(tree, 0, volumes.box);
    setupRay(rays.ray, ray.origin, ray.direction, ray.far, tree.origin, volumes.box);
    setupRayVolumes(volumes, tree);
    descendAny(rays, tree, mesh, first, ray.far);
  }
  cost.volumesTested = rays.nodesVisited;
  cost.trianglesTested = rays.trianglesTested;
  cost.deepest = rays.deepest;
  return cost;
}
