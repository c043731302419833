import { transformOf } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import { meshMotion, type MotionRequest } from '#core/sweep/motion/mesh-motion';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { startFcl } from '../fcl/fcl-process.ts';
import { each } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';

const count = 4;
/** A motion of FCL takes about a second, so few runs say enough. */
const maxRounds = 2;
/** Of the poses that FCL tests to check our times. */
const poses = 500;

/**
 * First contacts of the mesh with itself, from 2.2 radii away towards the middle: each second motion rotates too. FCL advances conservatively, and
 * misses contacts (its issues 120 and 555), which the note counts. So our times, which are proven, are compared with FCL's test of many poses.
 */
export const motion: BenchTask = {
  name: 'motion',
  rival: 'FCL',
  unit: 'ms',
  run: async ({ treed }, rounds) => {
    const { inBall, direction } = seeded(23);
    const motions = Array.from({ length: count }, (_, i): MotionRequest => {
      const away = direction();
      const [turn, aim] = [inBall(180), inBall(0.7 * benchRadius)];
      const more: Vec3 = i % 2 === 0 ? [0, 0, 0] : inBall(60);
      const pose = (translate: Vec3, rotateDegrees: Vec3): MotionRequest['from'] =>
        transformOf({ translate, rotateDegrees, scale: [1, 1, 1] });
      const start: Vec3 = [2.2 * benchRadius * away[0], 2.2 * benchRadius * away[1], 2.2 * benchRadius * away[2]];
      const end: Vec3 = [aim[0] - benchRadius * away[0], aim[1] - benchRadius * away[1], aim[2] - benchRadius * away[2]];
      const last: Vec3 = [turn[0] + more[0], turn[1] + more[1], turn[2] + more[2]];
      return { path: i % 2 === 0 ? 'linear' : 'slerp', pivot: [0, 0, 0], from: pose(start, turn), to: pose(end, last) };
    });
    const fcl = await startFcl(
      treed.mesh,
      treed.mesh,
      motions.map(({ from, to, path }) => ({ from, to, rotates: path !== 'linear' })),
    );
    try {
      const ours = { run: () => motions.map((request) => meshMotion(treed, treed, request).time) };
      const result = await compare(ours, { run: () => fcl.contactTimes() }, Math.min(rounds, maxRounds));
      const sampled = await fcl.contactTimes(poses);
      const differ = result.ours.filter((time, i) => !isBeforePose(time, sampled[i]!)).length;
      const missed = result.ours.filter((time, i) => time !== null && !isBeforePose(time, result.theirs[i]!)).length;
      return {
        ...each(result, count),
        hash: resultHash(Float64Array.from(result.ours, (time) => time ?? Infinity)),
        disagreement: differ === 0 ? null : `${differ} of ${count} times differ from FCL's test of ${poses} poses`,
        rivalVersion: fcl.version,
        note: `FCL's conservative advancement misses ${missed} of ${count} contacts, or finds them too late`,
      };
    } finally {
      fcl.dispose();
    }
  },
};

/** Whether a time is between the first pose in collision and the pose before it. */
function isBeforePose(time: number | null, pose: number | null): boolean {
  return time === null || pose === null ? time === pose : time <= pose && time >= pose - 1 / (poses - 1);
}
