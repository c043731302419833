import { createPairThreads } from '#core/library/pair-threads';
import { intersect } from '#core/library/pairs';
import type { PairsResult } from '#core/pair/pairs/pairs';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';
import { startWorkThread } from '../start-work-thread.ts';

const poses = 200;

/** Every intersecting pair of triangles of the mesh and a copy of it in all poses, as `pairs-all`: by two worker threads, against one call after another. */
export const pairsParallel: BenchTask = {
  name: 'pairs-parallel',
  rival: 'Boxwood',
  unit: 'ms',
  run: async ({ fast }, rounds) => {
    const { placement } = seeded(3);
    const placements = Array.from({ length: poses }, () => placement(2 * benchRadius));
    const threads = createPairThreads(fast, fast, 2, () => startWorkThread('pair-helper.js'));
    try {
      // Both threads have loaded the trees when this ends.
      await threads.intersectMany(placements);
      const result = await compare(
        { run: () => threads.intersectMany(placements) },
        { run: () => placements.map((aFromB) => intersect(fast, fast, aFromB)) },
        rounds,
      );
      const hash = (found: readonly PairsResult[]): string => resultHash(...found.map(({ pairs }) => pairs));
      const [ours, theirs] = [hash(result.ours), hash(result.theirs)];
      return {
        ...each(result),
        hash: ours,
        rivalVersion: 'in one thread',
        disagreement: ours === theirs ? null : `the hash of its pairs is ${theirs}`,
      };
    } finally {
      threads.end();
    }
  },
};
