import { join } from 'node:path';
import { seededRandom } from '#core/math/seeded-random';
import { transformOf, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import { boundsCenter, boundsRadius, meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshMotion, type MotionRequest } from '#core/sweep/motion/mesh-motion';
import { expect, it } from 'vitest';
import { SkippedTask } from '../bench/bench-task.ts';
import { startFcl } from '../bench/fcl/fcl-process.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { describeCorpus, readTable } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';

const known = readTable(join(import.meta.dirname, 'motion-differences.tsv'));
/** Of each pair. FCL tests 1001 poses of each of them, which takes it up to a second. */
const motions = isFullRun ? 12 : 2;
const poses = 1001;

/**
 * First contacts against FCL: the first of 1001 poses of each motion that it finds in collision is the one after our time. Its conservative advancement
 * misses contacts that the poses show. `motion-differences.tsv` has which, and why.
 */
describeCorpus('moving meshes against FCL', () => {
  it.each(known)(
    '$fixed and $moving: in contact from the pose after ours on',
    async ({ fixed = '', moving = '', hits, missed, reason }) => {
      const drawn = (list = ''): readonly number[] =>
        list
          .split(' ')
          .filter(Boolean)
          .map(Number)
          .filter((i) => i < motions);
      const [a, b] = [await centred(fixed, 1), await centred(moving, 0.5)];
      const random = seededRandom(120);
      const requests = Array.from({ length: motions }, (_, i) => randomRequest(random, i % 2 === 0));
      try {
        const fcl = await startFcl(
          a,
          b,
          requests.map(({ from, to, path }) => ({ from, to, rotates: path !== 'linear' })),
        );
        const [sampled, advanced] = [await fcl.contactTimes(poses), await fcl.contactTimes()];
        fcl.dispose();
        const [treedA, treedB] = [treed(a), treed(b)];
        const results = requests.map((request) => meshMotion(treedA, treedB, request));
        results.forEach(({ state, interval }, i) => {
          const pose = sampled[i]!;
          if (state !== 'hit') return expect(pose, `motion ${i} is ${state}`).toBeNull();
          expect(pose, `motion ${i}`).toBeGreaterThan(interval![1] - 1e-9);
          expect(pose, `motion ${i}`).toBeLessThan(interval![0] + 1 / (poses - 1) + 1e-9);
        });
        const contacts = results.flatMap(({ state }, i) => (state === 'hit' ? [i] : []));
        const without = contacts.filter((i) => advanced[i] === null);
        expect([contacts, without]).toEqual([hits, missed].map(drawn));
        expect(reason).toMatch(/\w{3}/);
      } catch (thrown) {
        if (!(thrown instanceof SkippedTask)) throw thrown;
        console.warn(`SKIPPED "moving meshes against FCL": ${thrown.message}`);
      }
    },
  );
});

/** A mesh about the origin with a radius. */
async function centred(path: string, radius: number): Promise<TriangleMesh> {
  const mesh = await corpusMesh(path);
  if (mesh === null) throw new Error(`${path} was refused`);
  const bounds = meshBounds(mesh)!;
  const [center, factor] = [boundsCenter(bounds), radius / boundsRadius(bounds)];
  return { ...mesh, positions: mesh.positions.map((value, i) => (value - center[i % 3]!) * factor) };
}

/** From outside towards the middle, in translation or with a rotation about the origin of the moving mesh. */
function randomRequest(random: () => number, isLinear: boolean): MotionRequest {
  const vector = (size: number): Vec3 => [size * (2 * random() - 1), size * (2 * random() - 1), size * (2 * random() - 1)];
  const [x, y, z] = vector(1);
  const length = Math.hypot(x, y, z);
  const pose = (translate: Vec3, rotateDegrees: Vec3): Transform => transformOf({ translate, rotateDegrees, scale: [1, 1, 1] });
  const [turn, more, aim] = [vector(180), vector(60), vector(0.4)];
  const from = pose([(1.8 * x) / length, (1.8 * y) / length, (1.8 * z) / length], turn);
  const last: Vec3 = isLinear ? turn : [turn[0] + more[0], turn[1] + more[1], turn[2] + more[2]];
  return { path: isLinear ? 'linear' : 'slerp', pivot: [0, 0, 0], from, to: pose(aim, last) };
}
