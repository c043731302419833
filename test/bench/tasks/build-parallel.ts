import { Worker } from 'node:worker_threads';
import { quickTree } from '#core/options/build-options';
import { buildTree } from '#core/tree/build-tree';
import { buildTreeParallel } from '#core/tree/build-tree-parallel';
import { createBuildPool, type FromBuilder } from '#core/tree/kinds/wide/parallel/build-pool';
import { resultHash } from '../result-hash.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { builtScript } from '../corpus-folder.ts';
import { each } from '../rates.ts';

/** A wide tree built by two threads, one of them already running, against one thread: the bytes must be equal. */
export const buildParallel: BenchTask = {
  name: 'build-parallel',
  rival: 'Boxwood',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    const worker = new Worker(builtScript('bench/build-helper.js'));
    const ended = new Promise<void>((resolve) => {
      for (const end of ['error', 'exit']) worker.on(end, () => resolve());
    });
    let collected = (): void => {};
    // An idle thread collects no garbage, so the memory of all earlier builds would stay, and each build would need new pages.
    const prepare = (): Promise<void> => {
      const done = new Promise<void>((resolve) => (collected = resolve));
      worker.postMessage('collect');
      return Promise.race([done, ended]);
    };
    const pool = createBuildPool([
      {
        post: (message) => worker.postMessage(message),
        listen: (receive) => {
          worker.on('message', (message: FromBuilder | 'collected') => {
            if (message === 'collected') collected();
            else receive(message);
          });
          void ended.then(() => receive(null));
        },
      },
    ]);
    try {
      const result = await compare(
        { prepare, run: async () => (await buildTreeParallel(mesh, quickTree, pool)).bytes },
        { prepare, run: () => buildTree(mesh, quickTree) },
        rounds,
      );
      const [ours, theirs] = [result.ours, result.theirs].map((bytes) => resultHash(new Uint8Array(bytes)));
      return {
        ...each(result),
        hash: ours!,
        rivalVersion: 'in one thread',
        disagreement: ours === theirs ? null : `the hash of its bytes is ${theirs}`,
      };
    } finally {
      await worker.terminate();
    }
  },
};
