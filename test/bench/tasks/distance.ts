import type { Transform } from '#core/math/transform';
import { meshDistance } from '#core/pair/distance/distance';
import { noProgress } from '#core/progress';
import { Matrix4 } from 'three';
import { resultHash } from '../result-hash.ts';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { loadedTwice } from '../loaded-twice.ts';
import { compare } from '../compare.ts';
import { startFclDistances } from '../fcl/fcl-distances.ts';
import { each } from '../rates.ts';
import { rivalBvh } from '../rival.ts';
import { seeded } from '../seeded.ts';

const poses = 5;
const fclPoses = 20;
/** Of the radius; the rival finds it in plain numbers. */
const maxDifference = 1e-5;

/** Distance of the mesh and a rotated copy of it, with separate bounding spheres; per pose. */
export const distance: BenchTask = {
  name: 'distance',
  rival: 'three-mesh-bvh',
  unit: 'ms',
  run: async ({ mesh, fast, rival }, rounds) => {
    const { loaded, note } = loadedTwice(fast);
    const placements = separatedPoses(poses);
    const other = rivalBvh(mesh);
    // Without it the rival uses one tree only.
    other.geometry.boundsTree = other;
    const matrices = placements.map((placement) => new Matrix4().fromArray([...placement]));
    const result = await compare(
      {
        run: () =>
          Float64Array.from(placements, (placement) => meshDistance(fast, fast, placement, noProgress, loaded).distance ?? Infinity),
      },
      { run: () => Float64Array.from(matrices, (matrix) => rival.closestPointToGeometry(other.geometry, matrix)?.distance ?? Infinity) },
      rounds,
    );
    const differ = result.ours.filter((apart, i) => !(Math.abs(apart - result.theirs[i]!) <= maxDifference * benchRadius)).length;
    return {
      ...each(result, poses),
      hash: resultHash(result.ours),
      note,
      disagreement: differ === 0 ? null : `${differ} of ${poses} distances differ`,
    };
  },
};

/** The same against FCL, with trees of oriented boxes and swept rectangles: native, in f64. */
export const distanceFcl: BenchTask = {
  name: 'distance-fcl',
  rival: 'FCL',
  unit: 'ms',
  run: async ({ mesh, fast }, rounds) => {
    const { loaded, note } = loadedTwice(fast);
    const placements = separatedPoses(fclPoses);
    const fcl = await startFclDistances(mesh, mesh, placements);
    try {
      const result = await compare(
        {
          run: () =>
            Float64Array.from(placements, (placement) => meshDistance(fast, fast, placement, noProgress, loaded).distance ?? Infinity),
        },
        { run: () => fcl.measure() },
        rounds,
      );
      const differ = result.ours.filter((apart, i) => !(Math.abs(apart - result.theirs[i]!) <= 1e-12 * benchRadius)).length;
      return {
        ...each(result, fclPoses),
        hash: resultHash(result.ours),
        note,
        disagreement: differ === 0 ? null : `${differ} of ${fclPoses} distances differ`,
        rivalVersion: fcl.version,
      };
    } finally {
      fcl.dispose();
    }
  },
};

/** Two to two and a half radii away, so that nothing touches. */
function separatedPoses(count: number): readonly Transform[] {
  const { placement, direction, number } = seeded(6);
  return Array.from({ length: count }, () => {
    const turn = placement(0);
    const [x, y, z] = direction();
    const away = (2.01 + number() / 2) * benchRadius;
    return [...turn.slice(0, 12), x * away, y * away, z * away, 1];
  });
}
