import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import { setupRay } from '../../shape/ray-setup.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { checkRayQuery } from '../ray/check.ts';
import { testRun } from '../ray/leaf.ts';
import type { Ray } from '../ray/query.ts';
import { rayVolumeEntry, setupRayVolumes } from '../ray/volume.ts';
import { createRayWorkspace, type RayWorkspace } from '../ray/workspace.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { explainRay } from './explain-ray.ts';
import type { TracedTest } from './walk.ts';

/**
 * Returns the tests of a ray for `traceWalk`.
 * @throws InspectorError `invalid-argument` as `raycast`.
 */
export function rayTest(tree: Tree, mesh: TriangleMesh, ray: Ray, options: RayOptions, accepts: TriangleFilter): TracedTest {
  checkRayQuery(ray);
  const workspace = prepared(tree, ray);
  // Finds out whether the ray hits a triangle that is no longer wanted, or left out.
  const probe = prepared(tree, ray);
  const { volumes } = workspace;
  let limit = ray.far;
  const one = new Uint32Array(1);
  const hitsAtAll = (): boolean => {
    probe.hitCount = 0;
    testRun(probe, mesh, one, 0, 1, { ...options, mode: 'all' }, ray.far);
    return probe.hitCount > 0;
  };
  return {
    enter: (node) => rayVolumeEntry(volumes, tree, node, limit),
    explain: (node, decision) => explainRay(tree, node, ray, limit, decision),
    isBeyond: (entry) => !(entry <= limit),
    lengthOf: (entry) => entry,
    limit: () => limit,
    testTriangle: (triangle) => {
      one[0] = triangle;
      // The filter runs only where the ray hits, as in the query.
      if (accepts !== null && !accepts(triangle)) return hitsAtAll() ? 'hit-filtered' : 'miss';
      const before = workspace.hitCount;
      const bestBefore = before === 0 ? -1 : workspace.hitTriangles[0]!;
      limit = testRun(workspace, mesh, one, 0, 1, options, limit);
      if (options.mode !== 'first') return workspace.hitCount > before ? 'hit' : 'miss';
      if (workspace.hitCount > 0 && workspace.hitTriangles[0] === triangle && bestBefore !== triangle) return 'best';
      return hitsAtAll() ? 'hit' : 'miss';
    },
    isDone: () => options.mode === 'any' && workspace.hitCount > 0,
    stopsInLeaf: true,
    inheritsEntry: false,
    result: () => Uint32Array.from(workspace.hitTriangles.slice(0, workspace.hitCount)).sort(),
  };
}

function prepared(tree: Tree, ray: Ray): RayWorkspace {
  const workspace = createRayWorkspace(tree);
  if (tree.nodeCount === 0) return workspace;
  readNodeBox(tree, 0, workspace.volumes.box);
  setupRay(workspace.ray, ray.origin, ray.direction, ray.far, tree.origin, workspace.volumes.box);
  setupRayVolumes(workspace.volumes, tree);
  return workspace;
}
