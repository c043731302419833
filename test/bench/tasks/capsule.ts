import type { Vec3 } from '#core/math/vec3';
import { capsuleOverlap, type Capsule } from '#core/query/capsule/capsule';
import { createCapsuleWorkspace } from '#core/query/capsule/workspace';
import { Box3, Line3, Vector3 } from 'three';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compareOverlaps } from '../compare-overlaps.ts';
import { countOf } from '../rates.ts';
import { seeded } from '../seeded.ts';

const measured = 2048;
const radius = 0.05 * benchRadius;
const length = 0.2 * benchRadius;

/**
 * All triangles that overlap a capsule of any direction, anywhere in the bounding sphere: a twentieth of its radius thick, a fifth long.
 * The rival tests the bounds of the capsule and the distance from its axis, as its example of a walking character.
 */
export const capsule: BenchTask = {
  name: 'capsule',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: async (mesh, rounds) => {
    const { inBall, direction } = seeded(7);
    const capsules = Array.from({ length: countOf(measured, rounds) }, (): Capsule => {
      const from = inBall(benchRadius);
      const [x, y, z] = direction();
      const to: Vec3 = [from[0] + length * x, from[1] + length * y, from[2] + length * z];
      return { from, to, radius };
    });
    const { tree, mesh: triangles } = mesh.fast;
    const workspace = createCapsuleWorkspace(tree);
    const ours = (solid: Capsule): Uint32Array => capsuleOverlap(tree, triangles, solid, {}, workspace).triangles;
    return compareOverlaps(mesh, rounds, capsules, ours, ({ from, to }) => {
      const axis = new Line3(new Vector3(...from), new Vector3(...to));
      const around = new Box3().setFromPoints([axis.start, axis.end]).expandByScalar(radius);
      return {
        intersectsBounds: (bounds) => around.intersectsBox(bounds),
        intersectsTriangle: (triangle) => triangle.closestPointToSegment(axis) <= radius,
      };
    });
  },
};
