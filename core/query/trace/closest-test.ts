import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Tree } from '../../tree/layout.ts';
import { checkClosestQuery } from '../closest/check.ts';
import { considerClosest } from '../closest/consider.ts';
import { reachOf } from '../closest/kernel.ts';
import { settleClosest } from '../closest/settle.ts';
import { volumeDistanceSq } from '../closest/volume.ts';
import { createClosestWorkspace } from '../closest/workspace.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import { paddedRadius } from '../sphere/volume.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { decide } from './recorder.ts';
import type { TracedTest } from './walk.ts';

/**
 * Returns the tests of a closest-point query for `traceWalk`. A triangle is a hit if it may be the closest so far, and the best if it lowers
 * the distance beyond which nodes are skipped.
 * @throws InspectorError `invalid-argument` as `closestPoint`.
 */
export function closestTest(tree: Tree, mesh: TriangleMesh, point: Vec3, maxDistance: number, accepts: TriangleFilter): TracedTest {
  checkClosestQuery(point, maxDistance);
  const workspace = createClosestWorkspace(tree);
  const reach = reachOf(tree.bounds, point);
  const [x, y, z] = [point[0] - tree.origin[0], point[1] - tree.origin[1], point[2] - tree.origin[2]];
  const limit = (): number => Math.min(workspace.upper, maxDistance);
  return {
    // Nodes are compared with the limit when they leave the stack. A square that overflowed must not cull.
    enter: (node) => Math.min(volumeDistanceSq(tree, node, x, y, z, workspace.box), Number.MAX_VALUE),
    explain: (_node, decision) => decide(decision, 'outside', 0, 0),
    isBeyond: (entry) => entry > paddedRadius(limit(), x, y, z) ** 2 + 1e-290,
    lengthOf: Math.sqrt,
    limit,
    testTriangle: (triangle) => {
      if (accepts !== null && !accepts(triangle)) return 'filtered';
      const before = workspace.upper;
      considerClosest(workspace, mesh, triangle, point[0], point[1], point[2], reach, maxDistance);
      if (workspace.upper < before) return 'best';
      return workspace.candidates > 0 && workspace.triangles[workspace.candidates - 1] === triangle ? 'hit' : 'miss';
    },
    isDone: () => false,
    stopsInLeaf: false,
    inheritsEntry: true,
    result: () => {
      const triangle = settleClosest(workspace, mesh, point, maxDistance);
      return triangle === noTriangleIndex ? new Uint32Array() : Uint32Array.of(triangle);
    },
  };
}
