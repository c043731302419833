import { boxOverlap } from '#core/query/box/box';
import { Box3, Vector3 } from 'three';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compareOverlaps } from '../compare-overlaps.ts';
import { countOf } from '../rates.ts';
import { seeded } from '../seeded.ts';

const measured = 4096;
const half = 0.05 * benchRadius;

/** All triangles that overlap an axis-aligned box, a tenth of the radius of the mesh wide, anywhere in the bounding sphere. */
export const box: BenchTask = {
  name: 'box',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: async (mesh, rounds) => {
    const { inBall } = seeded(4);
    const centers = Array.from({ length: countOf(measured, rounds) }, () => inBall(benchRadius));
    const boxes = centers.map(
      ([x, y, z]) => ({ kind: 'aligned', min: [x - half, y - half, z - half], max: [x + half, y + half, z + half] }) as const,
    );
    const ours = (solid: (typeof boxes)[number]): Uint32Array => boxOverlap(mesh.fast.tree, mesh.fast.mesh, solid).triangles;
    return compareOverlaps(mesh, rounds, boxes, ours, ({ min, max }) => {
      const solid = new Box3(new Vector3(...min), new Vector3(...max));
      return {
        intersectsBounds: (bounds) => solid.intersectsBox(bounds),
        intersectsTriangle: (triangle) => solid.intersectsTriangle(triangle),
      };
    });
  },
};
