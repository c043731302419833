import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshMotion, type MotionRequest, type MotionSettings } from '#core/sweep/motion/mesh-motion';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';

const count = 64;

/** Motions of a cube, a twentieth of the mesh, through and past the mesh: with the swept box first, against the search alone. */
export const sweptBox = task('swept-box', 'box');
/** The same with the swept hull. */
export const sweptHull = task('swept-hull', 'hull');

function cube(half: number): TriangleMesh {
  const positions = Float64Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? half : -half));
  const faces = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const corners = [0, 4, 8, 12, 16, 20].flatMap((at) => [0, 1, 2, 0, 2, 3].map((corner) => faces[at + corner]!));
  return { positions, indices: Uint32Array.from(corners), parts: [] };
}

function task(name: 'swept-box' | 'swept-hull', firstTest: 'box' | 'hull'): BenchTask {
  return {
    name,
    rival: 'Boxwood',
    unit: 'ms',
    run: async ({ fast }, rounds) => {
      const mesh = cube(0.05 * benchRadius);
      const b = { mesh, tree: openTree(buildTree(mesh, defaultValues(buildOptions))) };
      const { placement } = seeded(15);
      const motions = Array.from(
        { length: count },
        (): MotionRequest => ({ path: 'slerp', from: placement(1.5 * benchRadius), to: placement(1.5 * benchRadius) }),
      );
      const runner = (settings: MotionSettings) => (): Float64Array =>
        Float64Array.from(motions, (motion) => meshMotion(fast, b, motion, settings).time ?? 2);
      const result = await compare({ run: runner({ firstTest }) }, { run: runner({ firstTest: 'none' }) }, rounds);
      const differ = result.ours.filter((time, i) => time !== result.theirs[i]).length;
      return {
        ...each(result, count),
        hash: resultHash(result.ours),
        disagreement: differ === 0 ? null : `${differ} of ${count} motions differ`,
        rivalVersion: 'without a first test',
      };
    },
  };
}
