import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Tree } from '../../tree/layout.ts';
import { volumeDistanceSq } from '../closest/volume.ts';
import { checkSphereQuery } from '../sphere/check.ts';
import { touchesTriangle } from '../sphere/exact.ts';
import type { Sphere } from '../sphere/query.ts';
import { paddedRadius, sphereReachesVolume } from '../sphere/volume.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { decide } from './recorder.ts';
import type { TracedTest } from './walk.ts';

/**
 * Returns the tests of a sphere for `traceWalk`.
 * @throws InspectorError `invalid-argument` as `sphereOverlap`.
 */
export function sphereTest(tree: Tree, mesh: TriangleMesh, sphere: Sphere, isAny: boolean, accepts: TriangleFilter): TracedTest {
  checkSphereQuery(sphere);
  const { center, radius } = sphere;
  const [x, y, z] = [center[0] - tree.origin[0], center[1] - tree.origin[1], center[2] - tree.origin[2]];
  const reach = paddedRadius(radius, x, y, z);
  const box = new Float32Array(6);
  const closest = new Float64Array(6);
  const found: number[] = [];
  return {
    enter: (node) => (sphereReachesVolume(tree, node, x, y, z, reach, box) ? 0 : Infinity),
    explain: (node, decision) => decide(decision, 'away', Math.sqrt(volumeDistanceSq(tree, node, x, y, z, box)), radius),
    isBeyond: () => false,
    lengthOf: (entry) => entry,
    limit: () => radius,
    testTriangle: (triangle) => {
      if (accepts !== null && !accepts(triangle)) return 'filtered';
      if (!touchesTriangle(mesh, triangle, sphere, closest)) return 'miss';
      found.push(triangle);
      return 'hit';
    },
    isDone: () => isAny && found.length > 0,
    stopsInLeaf: false,
    inheritsEntry: false,
    result: () => Uint32Array.from(found).sort(),
  };
}
