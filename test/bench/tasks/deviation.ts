import { surfaceDeviation } from '#core/pair/deviation/surface-deviation';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { Mesh, Vector3 } from 'three';
import { MeshSurfaceSampler } from 'three/addons/math/MeshSurfaceSampler.js';
import { resultHash } from '../result-hash.ts';
import { benchRadius, fastTree } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { countOf, each } from '../rates.ts';
import { rivalBvh, rivalGeometry } from '../rival.ts';
import { seeded } from '../seeded.ts';

const measuredSamples = 100_000;
/** How far the vertices of the other mesh are moved at most, in radii. */
const maxMove = 0.01 * benchRadius;

/**
 * Distance of a mesh from one with moved vertices: the largest with a proven bound, and the mean with its error. The rival takes random points of the
 * surface, as many as ours samples, and their closest points.
 */
export const deviation: BenchTask = {
  name: 'deviation',
  rival: 'three-mesh-bvh',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    const moved = withMovedVertices(mesh);
    const to = { mesh: moved, tree: fastTree(moved) };
    const { number } = seeded(17);
    const bvh = rivalBvh(moved);
    const sampler = new MeshSurfaceSampler(new Mesh(rivalGeometry(mesh)));
    // Its types leave this function out.
    (sampler as unknown as { setRandomGenerator(random: () => number): void }).setRandomGenerator(number);
    sampler.build();
    const limits = { maxSamples: countOf(measuredSamples, rounds), tolerance: maxMove, spacing: benchRadius / 10 };
    const samples = surfaceDeviation(mesh, to, limits)!.samples;
    const point = new Vector3();
    const target = { point: new Vector3(), distance: 0, faceIndex: 0 };
    const result = await compare(
      { run: () => surfaceDeviation(mesh, to, limits)! },
      {
        run: () => {
          let [max, sum] = [0, 0];
          for (let i = 0; i < samples; i++) {
            sampler.sample(point);
            const distance = bvh.closestPointToPoint(point, target)?.distance ?? 0;
            max = Math.max(max, distance);
            sum += distance;
          }
          return { max, mean: sum / samples };
        },
      },
      rounds,
    );
    const { max, atMost, mean, meanError } = result.ours;
    const { theirs } = result;
    // Random points have an error of their own.
    const isSame = theirs.max <= atMost * (1 + 1e-6) && Math.abs(theirs.mean - mean) <= meanError + 0.02 * mean;
    return {
      ...each(result),
      hash: resultHash(Float64Array.of(max, mean)),
      note: `${samples.toLocaleString('en')} points; largest ${max.toPrecision(4)} (at most ${atMost.toPrecision(4)}), ${theirs.max.toPrecision(4)} by the rival`,
      disagreement: isSame ? null : `mean ${mean} and largest ${max}, and ${theirs.mean} and ${theirs.max} for the rival`,
    };
  },
};

function withMovedVertices({ positions, indices, parts }: TriangleMesh): TriangleMesh {
  const { number } = seeded(18);
  return { positions: positions.map((value) => Math.fround(value + (2 * number() - 1) * (maxMove / 2))), indices, parts };
}
