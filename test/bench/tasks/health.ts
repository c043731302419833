import { checkHealth, type HealthReport } from '#core/health/report/check-health';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { resultHash } from '../result-hash.ts';
import type { BenchTask, Outcome, TaskName } from '../bench-task.ts';
import { startCgal } from '../cgal/cgal-process.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';

/** Every pair of triangles that intersect, ours with the topology of the mesh, which CGAL has made before. */
export const selfCrossings = healthTask('self-crossings', 'self-intersections');
/** All checks, still against CGAL's search for self-intersections alone. */
export const health = healthTask('health', '');

function healthTask(name: TaskName, only: string): BenchTask {
  return { name, rival: 'CGAL', unit: 'ms', run: ({ mesh }, rounds) => compareHealth(mesh, rounds, only) };
}

async function compareHealth(mesh: TriangleMesh, rounds: number, only: string): Promise<Outcome> {
  const options = { ...defaultValues(healthOptions), only };
  const cgal = await startCgal(mesh);
  try {
    const result = await compare({ run: () => checkHealth(mesh, options) }, { run: () => cgal.selfIntersections() }, rounds);
    const { findings, facts }: HealthReport = result.ours;
    const [ours, theirs] = [facts.selfIntersectingPairs, result.theirs];
    return {
      ...each(result),
      hash: resultHash(...findings.map(({ elements }) => elements.words)),
      rivalVersion: cgal.version,
      disagreement: ours === theirs ? null : `${ours} pairs, and ${theirs} for the rival`,
      note: `${findings.length} kinds of findings, ${ours} pairs intersect`,
    };
  } finally {
    cgal.dispose();
  }
}
