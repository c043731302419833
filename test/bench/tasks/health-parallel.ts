import { checkHealth, type HealthReport } from '#core/health/report/check-health';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { builtScript } from '../corpus-folder.ts';
import { each } from '../rates.ts';
import { resultHash } from '../result-hash.ts';

/** What the built product exports; threads run compiled code. */
interface Threads {
  readonly checkMeshOnThreads: (mesh: TriangleMesh) => Promise<HealthReport>;
}

/** All checks by two threads, with their start and the copy of the mesh, against one call in this thread, which has run before. */
export const healthParallel: BenchTask = {
  name: 'health-parallel',
  rival: 'Boxwood',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    const { checkMeshOnThreads } = (await import(builtScript('main/threads/check-mesh-on-threads.js'))) as Threads;
    const result = await compare(
      { run: () => checkMeshOnThreads(mesh) },
      { run: () => checkHealth(mesh, defaultValues(healthOptions)) },
      rounds,
    );
    const [ours, theirs] = [hashOf(result.ours), hashOf(result.theirs)];
    return {
      ...each(result),
      hash: ours,
      rivalVersion: 'in one thread',
      disagreement: ours === theirs ? null : `the hash of its findings is ${theirs}`,
    };
  },
};

function hashOf({ findings }: HealthReport): string {
  return resultHash(...findings.map(({ elements }) => elements.words));
}
