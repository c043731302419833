import type { Vec3 } from '#core/math/vec3';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { sweepCodes, sweepMany as sweepAll } from '#core/sweep/convex/sweep-many';
import { createSweepWorkspace } from '#core/sweep/convex/workspace';
import { resultHash } from '../result-hash.ts';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask, RivalName } from '../bench-task.ts';
import { compare } from '../compare.ts';
import type { LoadSweeper } from '../engine-sweep.ts';
import { physxSweeper } from '../physx-sweeper.ts';
import { rapierSweeper } from '../rapier-sweeper.ts';
import { perSecond } from '../rates.ts';
import { seeded } from '../seeded.ts';

const count = 1024;
const radius = Math.fround(0.02 * benchRadius);
/** Of the motion: the rivals have f32 numbers. */
const maxDifference = 1e-3;
/** Of all sweeps: the rivals may miss where the sphere only grazes the surface, and Rapier misses a few more. */
const maxDisagreements = 5e-3;

/** The first contacts of a sphere, a fiftieth of the radius of the mesh thick, between two points anywhere in the bounding sphere. */
export const sweep: BenchTask = sweepTask('sweep', 'physx-js-webidl', physxSweeper);
/** The same sweeps in one call for ours. */
export const sweepMany: BenchTask = sweepTask('sweep-many', 'physx-js-webidl', physxSweeper);
export const sweepRapier: BenchTask = sweepTask('sweep-rapier', '@dimforge/rapier3d-compat', rapierSweeper);

function sweepTask(name: 'sweep' | 'sweep-many' | 'sweep-rapier', rival: RivalName, load: () => Promise<LoadSweeper>): BenchTask {
  const run: BenchTask['run'] = async ({ fast: { mesh, tree } }, rounds) => {
    const { inBall } = seeded(12);
    const end = (): Vec3 => inBall(benchRadius).map(Math.fround) as unknown as Vec3;
    const sweeps = Array.from({ length: count }, () => ({ shape: { kind: 'sphere', radius } as const, from: end(), to: end() }));
    const workspace = createSweepWorkspace(tree);
    const timeOf = (await load())(mesh, { kind: 'sphere', radius });
    const [times, theirTimes] = [new Float64Array(count), new Float64Array(count)];
    const [froms, tos] = [sweeps.flatMap(({ from }) => from), sweeps.flatMap(({ to }) => to)].map((all) => Float64Array.from(all));
    const batch = { shape: { kind: 'sphere', radius } as const, froms: froms!, tos: tos! };
    const many = (): void => {
      const { states, intervals } = sweepAll(tree, mesh, batch);
      for (let i = 0; i < count; i++) times[i] = states[i] === sweepCodes.miss ? Infinity : intervals[2 * i]!;
    };
    const each = (): void => {
      for (let i = 0; i < count; i++) times[i] = sweepShape(tree, mesh, sweeps[i]!, {}, workspace).time ?? Infinity;
    };
    const theirs = (): void => {
      for (let i = 0; i < count; i++) theirTimes[i] = timeOf(sweeps[i]!.from, sweeps[i]!.to) ?? Infinity;
    };
    const result = await compare({ run: name === 'sweep-many' ? many : each }, { run: theirs }, rounds);
    const differ = times.filter((time, i) => time !== theirTimes[i] && !(Math.abs(time - theirTimes[i]!) <= maxDifference)).length;
    return {
      ...perSecond(result, count, 1e3),
      hash: resultHash(times),
      disagreement: differ <= maxDisagreements * count ? null : `${differ} of ${count} sweeps differ`,
    };
  };
  return { name, rival, unit: 'k/s', run };
}
