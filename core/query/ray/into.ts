import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import { setupRay } from '../../shape/ray-setup.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { checkRayQuery } from './check.ts';
import { descendAny } from './descend.ts';
import { descendBoxes } from './descend-boxes.ts';
import { raycastKernel } from './kernel.ts';
import { testRun } from './leaf.ts';
import type { Ray } from './query.ts';
import { setupRayVolumes } from './volume.ts';
import type { RayWorkspace } from './workspace.ts';

/**
 * Runs a ray query without allocation, writes the hits to the workspace and returns their number. Which triangles are hit, and which of
 * them is first, is exact; the distances are plain f64. With mode `all` the hits are unsorted.
 *
 * `startAt` is any triangle, for instance the last hit (hit cache, catalogue T16). Nodes beyond the point where the ray hits it are culled
 * from the root on. With mode `any` it may be the hit itself. It never changes the hits of mode `first`, nor whether mode `any` has one,
 * and mode `all` ignores it.
 *
 * `accepts` chooses the triangles that are considered; with it, a tree loaded into WebAssembly is searched without.
 *
 * The nearer child is visited first, and nodes beyond the best hit are skipped. Hot: bench `rays-random`.
 * @throws InspectorError `invalid-argument` for a zero or non-finite direction, a non-finite origin, and a max distance below 0 or NaN.
 * Also for a tree of another mesh, and a workspace made for a shallower tree.
 */
export function raycastInto(
  tree: Tree,
  mesh: TriangleMesh,
  ray: Ray,
  options: RayOptions,
  workspace: RayWorkspace,
  startAt: number = noTriangleIndex,
  accepts: TriangleFilter = null,
): number {
  workspace.hitCount = 0;
  workspace.nodesVisited = 0;
  workspace.trianglesTested = 0;
  workspace.lastExact = null;
  workspace.query = null;
  workspace.accepts = accepts;
  checkRayQuery(ray);
  checkTreeFits(tree, mesh);
  if (tree.nodeCount === 0) return 0;
  if (tree.loaded !== null && accepts === null) {
    const count = raycastKernel(workspace, tree.loaded, mesh, ray, options, startAt);
    if (count >= 0) return count;
  }
  checkStackFits(tree, workspace.stackNodes);
  const { box } = workspace.volumes;
  readNodeBox(tree, 0, box);
  setupRay(workspace.ray, ray.origin, ray.direction, ray.far, tree.origin, box);
  const limit = options.mode === 'all' ? ray.far : limitAt(workspace, mesh, startAt, options);
  if (tree.isReadInPlace) return descendBoxes(workspace, tree, mesh, options, limit);
  setupRayVolumes(workspace.volumes, tree);
  return descendAny(workspace, tree, mesh, options, limit);
}

/** Tests one triangle before all others; returns the limit that it sets on later hits. */
function limitAt(workspace: RayWorkspace, mesh: TriangleMesh, triangle: number, options: RayOptions): number {
  if (!(triangle >= 0 && triangle < triangleCount(mesh)) || !isFiniteTriangle(mesh, triangle)) return workspace.ray.far;
  workspace.run[0] = triangle;
  return testRun(workspace, mesh, workspace.run, 0, 1, options, workspace.ray.far);
}
