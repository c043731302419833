import { createQueryThreads } from '#core/library/query-threads';
import { raycastMany } from '#core/query/batch/raycast-many';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { countOf, perSecond } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';
import { startWorkThread } from '../start-work-thread.ts';

const measured = 1 << 18;

/** First hits of random rays with exact distances, in one batch: by two worker threads, against one call in this thread. */
export const raysParallel: BenchTask = {
  name: 'rays-parallel',
  rival: 'Boxwood',
  unit: 'M/s',
  run: async ({ fast: { mesh, tree } }, rounds) => {
    const count = countOf(measured, rounds);
    const { direction, inBall } = seeded(1);
    const origins = shared(3 * count);
    const directions = shared(3 * count);
    for (let i = 0; i < count; i++) {
      const [x, y, z] = direction();
      const [u, v, w] = inBall(benchRadius);
      origins.set([benchRadius * x, benchRadius * y, benchRadius * z], 3 * i);
      directions.set([u - benchRadius * x, v - benchRadius * y, w - benchRadius * z], 3 * i);
    }
    const rays = { origins, directions };
    const threads = createQueryThreads(tree, mesh, 2, () => startWorkThread('query-helper.js'));
    try {
      // Both threads have loaded the tree when this ends.
      await threads.raycastMany(rays);
      const result = await compare({ run: () => threads.raycastMany(rays) }, { run: () => raycastMany(tree, mesh, rays) }, rounds);
      const [ours, theirs] = [result.ours, result.theirs].map(({ triangles, distances }) => resultHash(triangles, distances));
      return {
        ...perSecond(result, count, 1e6),
        hash: ours!,
        rivalVersion: 'in one thread',
        disagreement: ours === theirs ? null : `the hash of its hits is ${theirs}`,
      };
    } finally {
      threads.end();
    }
  },
};

function shared(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length));
}
