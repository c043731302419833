import type { Vec3 } from '#core/math/vec3';
import { defaultValues } from '#core/options/option';
import { walkOptions } from '#core/options/walk-options';
import { createWalker } from '#core/sweep/walk/walker';
import { walkStep } from '#core/sweep/walk/walk-step';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { perSecond } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';

const walks = 8;
const steps = 64;
const radius = 0.02 * benchRadius;

/** Steps of a sphere that flies at the mesh and slides along it: swept, against the push-out of the camera article. */
export const walk: BenchTask = {
  name: 'walk',
  rival: 'Boxwood',
  unit: 'k/s',
  run: async ({ fast: { mesh, tree } }, rounds) => {
    const { direction } = seeded(16);
    const starts = Array.from({ length: walks }, () => direction());
    const runner = (mode: 'swept' | 'article') => (): Float64Array => {
      const settings = { ...defaultValues(walkOptions), gravity: 0, mode };
      return Float64Array.from(
        starts.flatMap((out) => {
          const start = out.map((value) => value * 1.2 * benchRadius) as unknown as Vec3;
          const walker = createWalker(tree, mesh, { shape: 'sphere', radius }, start, settings);
          // Across the mesh within the walk.
          const move = out.map((value) => (-2.4 * benchRadius * value * 64) / steps) as unknown as Vec3;
          for (let i = 0; i < steps; i++) walkStep(walker, { move });
          return [...walker.position];
        }),
      );
    };
    const result = await compare({ run: runner('swept') }, { run: runner('article') }, rounds);
    // The article passes through walls: the ends differ.
    return {
      ...perSecond(result, walks * steps, 1e3),
      hash: resultHash(result.ours),
      disagreement: null,
      rivalVersion: 'as in the article',
    };
  },
};
