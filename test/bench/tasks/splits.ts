import { theKernel } from '#core/kernel';
import { noProgress } from '#core/progress';
import { buildTree } from '#core/tree/build-tree';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';
import { resultHash } from '../result-hash.ts';

const splits = ['sah', 'sweep', 'median', 'morton', 'ploc', 'seeds'] as const;

/** Trees of boxes by each split, in WebAssembly and in TypeScript. */
export const splitTasks: readonly BenchTask[] = splits.map((split) => ({
  name: `split-${split}`,
  rival: 'Boxwood',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    const options = { kind: 'aabb', split } as const;
    const result = await compare(
      { run: () => buildTree(mesh, options, noProgress, theKernel) },
      { run: () => buildTree(mesh, options, noProgress, null) },
      rounds,
    );
    const [ours, theirs] = [result.ours, result.theirs].map((bytes) => resultHash(new Uint8Array(bytes)));
    return {
      ...each(result),
      hash: ours!,
      rivalVersion: 'in TypeScript',
      disagreement: ours === theirs ? null : `the hash of its tree is ${theirs}`,
    };
  },
}));
