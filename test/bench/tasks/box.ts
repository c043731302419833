import { boxOverlap } from '#core/query/box/box';
import { Box3, Vector3 } from 'three';
import type { MeshBVH } from 'three-mesh-bvh';
import { resultHash } from '../result-hash.ts';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { perSecond } from '../rates.ts';
import { triangleNumbers } from '../rival.ts';
import { seeded } from '../seeded.ts';

const count = 4096;
const half = 0.05 * benchRadius;
/** Of all triangles; the rival decides on rounded numbers. */
const maxDisagreements = 1e-3;

/** All triangles that overlap an axis-aligned box, a tenth of the radius of the mesh wide, anywhere in the bounding sphere. */
export const box: BenchTask = {
  name: 'box',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: async ({ mesh, fast, rival }, rounds) => {
    const { inBall } = seeded(4);
    const centers = Array.from({ length: count }, () => inBall(benchRadius));
    const boxes = centers.map(
      ([x, y, z]) => ({ kind: 'aligned', min: [x - half, y - half, z - half], max: [x + half, y + half, z + half] }) as const,
    );
    const threeBoxes = boxes.map(({ min, max }) => new Box3(new Vector3(...min), new Vector3(...max)));
    const result = await compare(
      { run: () => boxes.map((solid) => boxOverlap(fast.tree, fast.mesh, solid).triangles) },
      { run: () => threeBoxes.map((solid) => touched(rival, solid)) },
      rounds,
    );
    const numbers = triangleNumbers(rival.geometry.index!.array, mesh);
    let total = 0;
    let differ = 0;
    result.ours.forEach((triangles, i) => {
      const theirs = new Set(result.theirs[i]!.map((triangle) => numbers[triangle]!));
      const common = triangles.filter((triangle) => theirs.has(triangle)).length;
      total += triangles.length;
      differ += triangles.length + theirs.size - 2 * common;
    });
    return {
      ...perSecond(result, count, 1e3),
      hash: resultHash(...result.ours),
      disagreement:
        differ <= maxDisagreements * total ? null : `${differ} of ${total} triangles overlap a box for one and not for the other`,
    };
  },
};

/** The triangles in the rival's own order. */
function touched(bvh: MeshBVH, solid: Box3): number[] {
  const found: number[] = [];
  bvh.shapecast({
    intersectsBounds: (bounds) => solid.intersectsBox(bounds),
    intersectsTriangle: (triangle, index) => {
      if (solid.intersectsTriangle(triangle)) found.push(index);
      return false;
    },
  });
  return found;
}
