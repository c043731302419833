import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Tree } from '../../tree/layout.ts';
import { volumeDistanceSq } from '../closest/volume.ts';
import { considerNearest, createCandidates, nearestOf } from '../nearest/candidates.ts';
import { checkNearestQuery } from '../nearest/check.ts';
import { paddedRadius } from '../sphere/volume.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { decide } from './recorder.ts';
import type { TracedTest } from './walk.ts';

/**
 * Returns the tests of a query of the nearest triangles for `traceWalk`. A triangle is a hit if it may be among the nearest so far, and the
 * best if it lowers the distance beyond which nodes are skipped.
 * @throws InspectorError `invalid-argument` as `nearestTriangles`.
 */
export function nearestTest(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  count: number,
  maxDistance: number,
  accepts: TriangleFilter,
): TracedTest {
  checkNearestQuery(point, count, maxDistance);
  const candidates = createCandidates(point, count, maxDistance);
  const scratch = new Float64Array(6);
  const box = new Float32Array(6);
  const [x, y, z] = [point[0] - tree.origin[0], point[1] - tree.origin[1], point[2] - tree.origin[2]];
  return {
    // Nodes are compared with the limit when they leave the stack. A square that overflowed must not cull.
    enter: (node) => Math.min(volumeDistanceSq(tree, node, x, y, z, box), Number.MAX_VALUE),
    explain: (_node, decision) => decide(decision, 'outside', 0, 0),
    isBeyond: (entry) => entry > paddedRadius(candidates.limit, x, y, z) ** 2 + 1e-290,
    lengthOf: Math.sqrt,
    limit: () => candidates.limit,
    testTriangle: (triangle) => {
      if (accepts !== null && !accepts(triangle)) return 'filtered';
      const before = candidates.limit;
      considerNearest(candidates, mesh, triangle, scratch);
      if (candidates.limit < before) return 'best';
      return candidates.found.at(-1)?.triangle === triangle ? 'hit' : 'miss';
    },
    isDone: () => false,
    stopsInLeaf: false,
    inheritsEntry: true,
    result: () => Uint32Array.from(nearestOf(candidates, mesh)).sort(),
  };
}
