import { transformOf } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import { triangleCount } from '#core/mesh/triangle-mesh';
import { meshMotion, type MotionRequest, type MotionResult } from '#core/sweep/motion/mesh-motion';
import { motionPose } from '#core/sweep/motion/path';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { startFcl, type FclProcess } from '../fcl/fcl-process.ts';
import { each } from '../rates.ts';
import { resultHash } from '../result-hash.ts';
import { seeded } from '../seeded.ts';

/** FCL takes seconds for a motion of the small mesh, and more for the large one. */
const countFor = (triangles: number): number => (triangles > 200_000 ? 2 : 4);
/** Poses of the part of a motion that is proven free, at which FCL tests it. */
const freePoses = 8;
/** Time after our contact at which FCL must find the meshes in collision: a thousandth of the motion. */
const after = 1e-3;

/**
 * First contacts of the mesh with itself, from 2.2 radii away towards the middle: each second motion rotates too. FCL advances conservatively, and
 * misses contacts (its issues 120 and 555), which the note counts. So FCL tests our times, which are proven, at a few poses. Its own search for the
 * first of many poses took minutes. One run of its motions takes seconds, so there is one, after one of ours to warm up.
 */
export const motion: BenchTask = {
  name: 'motion',
  rival: 'FCL',
  unit: 'ms',
  run: async ({ treed }) => {
    const count = countFor(triangleCount(treed.mesh));
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
      const ours = { run: () => motions.map((request) => meshMotion(treed, treed, request)) };
      ours.run();
      const result = await compare(ours, { run: () => fcl.contactTimes() }, 0);
      const differ = await countDiffering(fcl, result.ours);
      const missed = result.ours.filter(({ interval }, i) => interval !== null && !isAbout(interval[1], result.theirs[i]!)).length;
      return {
        ...each(result, count),
        hash: resultHash(Float64Array.from(result.ours, ({ time }) => time ?? Infinity)),
        disagreement: differ === 0 ? null : `${differ} of ${count} times differ from FCL's tests of ${freePoses + 1} poses each`,
        rivalVersion: fcl.version,
        note: `FCL's conservative advancement misses ${missed} of ${count} contacts, or finds them too late`,
      };
    } finally {
      fcl.dispose();
    }
  },
};

/** Returns how many motions FCL finds in collision before our time, or free after it. */
async function countDiffering(fcl: FclProcess, results: readonly MotionResult[]): Promise<number> {
  const differing = new Set<number>();
  for (let k = 0; k <= freePoses; k++) {
    const isFree = k < freePoses;
    const collide = await fcl.collideAt(
      results.map(({ path, freeUntil, interval }) =>
        motionPose(path, isFree ? (freeUntil * (k + 1)) / freePoses : Math.min(1, (interval?.[1] ?? 0) + after)),
      ),
    );
    collide.forEach((collides, i) => {
      if (collides !== (!isFree && results[i]!.interval !== null)) differing.add(i);
    });
  }
  return differing.size;
}

function isAbout(time: number, theirs: number | null): boolean {
  return theirs !== null && Math.abs(theirs - time) <= after;
}
