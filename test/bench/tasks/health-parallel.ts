import { checkHealth, type HealthReport } from '#core/health/report/check-health';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { BenchTask, Outcome } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { builtScript } from '../corpus-folder.ts';
import { each } from '../rates.ts';
import { resultHash } from '../result-hash.ts';

/** What the built product exports; threads run compiled code. */
interface Threads {
  readonly startCheckThreads: (options: { threads: number }) => {
    readonly check: (mesh: TriangleMesh, options: { only: string }) => Promise<HealthReport>;
    readonly end: () => Promise<void>;
  };
}

/** All checks by two threads, with the copy of the mesh and the start of the second thread, against one call in this thread. Both have run before. */
export const healthParallel: BenchTask = {
  name: 'health-parallel',
  rival: 'Boxwood',
  unit: 'ms',
  run: ({ mesh }, rounds) => checks(mesh, rounds, ''),
};

/** The same for the check for self-intersections alone. */
export const selfCrossingsParallel: BenchTask = {
  name: 'self-crossings-parallel',
  rival: 'Boxwood',
  unit: 'ms',
  run: ({ mesh }, rounds) => checks(mesh, rounds, 'self-intersections'),
};

async function checks(mesh: TriangleMesh, rounds: number, only: string): Promise<Outcome> {
  const { startCheckThreads } = (await import(builtScript('main/threads/check-mesh-on-threads.js'))) as Threads;
  const threads = startCheckThreads({ threads: 2 });
  try {
    const result = await compare(
      { run: () => threads.check(mesh, { only }) },
      { run: () => checkHealth(mesh, { ...defaultValues(healthOptions), only }) },
      rounds,
    );
    const [ours, theirs] = [hashOf(result.ours), hashOf(result.theirs)];
    return {
      ...each(result),
      hash: ours,
      rivalVersion: 'in one thread',
      disagreement: ours === theirs ? null : `the hash of its findings is ${theirs}`,
    };
  } finally {
    await threads.end();
  }
}

function hashOf({ findings }: HealthReport): string {
  return resultHash(...findings.map(({ elements }) => elements.words));
}
