import { createShapeWorkspace } from '#core/query/overlap-descent';
import { segmentCast, segmentTriangles } from '#core/query/segment/segment';
import { DoubleSide, Ray, Vector3 } from 'three';
import { resultHash } from '../result-hash.ts';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { countOf, perSecond } from '../rates.ts';
import { seeded } from '../seeded.ts';

/** Enough for both sides to run compiled code: these queries take a few microseconds. */
const measured = 16_384;
/** Of the radius. */
const maxDifference = 1e-5;
/** Of all segments: the rival's rays may miss at an edge. */
const maxDisagreements = 1e-3;

/** The first triangles that segments hit, between two points anywhere in the bounding sphere, exactly. The rival casts rays with a far end. */
export const segment: BenchTask = {
  name: 'segment',
  rival: 'three-mesh-bvh',
  unit: 'k/s',
  run: async ({ fast: { mesh, tree }, rival }, rounds) => {
    const count = countOf(measured, rounds);
    const { inBall } = seeded(11);
    const segments = Array.from({ length: count }, () => ({ from: inBall(benchRadius), to: inBall(benchRadius) }));
    const workspace = createShapeWorkspace(tree);
    const triangles = new Int32Array(count);
    const ours = (): void => {
      for (let i = 0; i < count; i++)
        triangles[i] = segmentTriangles(tree, mesh, segments[i]!, { mode: 'first', cull: false }, workspace).triangles[0] ?? -1;
    };
    const distances = Float64Array.from(
      segments,
      (one) => segmentCast(tree, mesh, one, { mode: 'first', cull: false }, workspace).hits[0]?.distance ?? Infinity,
    );
    const rays = segments.map(({ from, to }) => {
      const along = new Vector3(...to).sub(new Vector3(...from));
      return { ray: new Ray(new Vector3(...from), along.clone().normalize()), length: along.length() };
    });
    const theirDistances = new Float64Array(count);
    const theirs = (): void => {
      for (let i = 0; i < count; i++)
        theirDistances[i] = rival.raycastFirst(rays[i]!.ray, DoubleSide, 0, rays[i]!.length)?.distance ?? Infinity;
    };
    const result = await compare({ run: ours }, { run: theirs }, rounds);
    const differ = distances.filter((distance, i) => {
      const their = theirDistances[i]!;
      return distance !== their && !(Math.abs(distance - their) <= maxDifference * benchRadius);
    }).length;
    return {
      ...perSecond(result, count, 1e3),
      hash: resultHash(triangles, distances),
      disagreement: differ <= maxDisagreements * count ? null : `${differ} of ${count} segments hit differently`,
    };
  },
};
