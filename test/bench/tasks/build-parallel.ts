import { Worker } from 'node:worker_threads';
import { quickTree } from '#core/options/build-options';
import { buildTree } from '#core/tree/build-tree';
import { buildTreeTogether } from '#core/tree/build-tree-together';
import { createBuildCrew } from '#core/tree/wide/crew/build-crew';
import { answerHash } from '../answer-hash.ts';
import type { BenchTask } from '../bench-task.ts';
import { race } from '../race.ts';
import { each } from '../rates.ts';

/** A wide tree by two threads, of which one has been started before, against one thread: the bytes are to be the same. */
export const buildParallel: BenchTask = {
  name: 'build-parallel',
  rival: 'Boxwood',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    const worker = new Worker(new URL('../build-helper.js', import.meta.url));
    const crew = createBuildCrew([
      {
        post: (message) => worker.postMessage(message),
        listen: (heard) => {
          worker.on('message', heard);
          for (const end of ['error', 'exit']) worker.on(end, () => heard(null));
        },
      },
    ]);
    try {
      const result = await race({ run: async () => (await buildTreeTogether(mesh, quickTree, crew)).bytes }, { run: () => buildTree(mesh, quickTree) }, rounds);
      const [ours, theirs] = [result.ours, result.theirs].map((bytes) => answerHash(new Uint8Array(bytes)));
      return { ...each(result), hash: ours!, rivalVersion: 'in one thread', disagreement: ours === theirs ? null : `the hash of its bytes is ${theirs}` };
    } finally {
      await worker.terminate();
    }
  },
};
