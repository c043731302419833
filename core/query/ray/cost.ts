import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { setupRay } from '../../shape/ray-setup.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { checkRayQuery } from './check.ts';
import { descendAny } from './descend.ts';
import { setupRayVolumes } from './volume.ts';
import { createRayWorkspace, type RayWorkspace } from './workspace.ts';
import type { Ray } from './query.ts';

/** Cost of a ray up to its first hit. One record is reused for all rays. */
export interface RayCost {
  /** Nodes whose volume was tested, including the root. */
  nodesVisited: number;
  trianglesTested: number;
  /** Depth of the deepest node that the ray entered, 0 for the root, -1 if it missed the root. */
  deepest: number;
}

/** Scratch memory and result of `rayCostInto`. */
export interface RayCostWorkspace {
  readonly rays: RayWorkspace;
  readonly cost: RayCost;
}

export function createRayCostWorkspace(tree: Tree): RayCostWorkspace {
  return { rays: createRayWorkspace(tree, true), cost: { nodesVisited: 0, trianglesTested: 0, deepest: -1 } };
}

const first = { mode: 'first', cull: false } as const;

/**
 * Returns the cost of a ray query for the first hit, for heat maps; on trees of any kind. The counts are those of the JavaScript
 * descent, even for trees that are loaded into WebAssembly. Hot: a heat map casts a million rays.
 * @throws InspectorError as `raycastInto`.
 */
export function rayCostInto(tree: Tree, mesh: TriangleMesh, ray: Ray, { rays, cost }: RayCostWorkspace): RayCost {
  rays.hitCount = rays.nodesVisited = rays.trianglesTested = 0;
  rays.deepest = -1;
  rays.lastExact = null;
  rays.query = null;
  checkRayQuery(ray);
  checkTreeFits(tree, mesh);
  if (tree.nodeCount > 0) {
    const { volumes } = rays;
    checkStackFits(tree, rays.stackNodes);
    readNodeBox(tree, 0, volumes.box);
    setupRay(rays.ray, ray.origin, ray.direction, ray.far, tree.origin, volumes.box);
    setupRayVolumes(volumes, tree);
    descendAny(rays, tree, mesh, first, ray.far);
  }
  cost.nodesVisited = rays.nodesVisited;
  cost.trianglesTested = rays.trianglesTested;
  cost.deepest = rays.deepest;
  return cost;
}
