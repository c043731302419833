import type { Transform } from '#core/math/transform';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { pairs, surfacesMeet } from '#core/pair/pairs';
import { Matrix4 } from 'three';
import type { ExtendedTriangle, MeshBVH } from 'three-mesh-bvh';
import { answerHash } from '../answer-hash.ts';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { race } from '../race.ts';
import { each } from '../rates.ts';
import { rivalBvh } from '../rival.ts';
import { seeded } from '../seeded.ts';

const poses = 200;
/** Of all pairs; the rival decides on rounded numbers. */
const mostDisagreements = 1e-3;

/** Every intersecting pair of triangles of the mesh and a copy of it, in any turn and up to a diameter away; all poses in one. */
export const pairsAll: BenchTask = {
  name: 'pairs-all',
  rival: 'three-mesh-bvh',
  unit: 'ms',
  run: async ({ mesh, treed, rival }, rounds) => {
    const placements = posesOfCopy();
    const options = defaultValues(pairOptions);
    const other = rivalBvh(mesh);
    const matrices = placements.map(matrixOf);
    const result = await race(
      { run: () => placements.map((placement) => pairs(treed, treed, placement, options).pairs) },
      { run: () => matrices.map((matrix) => countPairs(rival, other, matrix)) },
      rounds,
    );
    const total = result.ours.reduce((sum, found) => sum + found.length / 2, 0);
    const differ = result.ours.reduce((sum, found, i) => sum + Math.abs(found.length / 2 - result.theirs[i]!), 0);
    return {
      ...each(result),
      hash: answerHash(...result.ours),
      disagreement: differ <= mostDisagreements * total ? null : `the numbers of pairs differ by ${differ} of ${total}`,
    };
  },
};

/** Whether the surfaces meet, in the same poses. */
export const pairsBoolean: BenchTask = {
  name: 'pairs-boolean',
  rival: 'three-mesh-bvh',
  unit: 'ms',
  run: async ({ mesh, treed, rival }, rounds) => {
    const placements = posesOfCopy();
    const other = rivalBvh(mesh);
    // It is this that makes the rival use both trees.
    other.geometry.boundsTree = other;
    const matrices = placements.map(matrixOf);
    const result = await race(
      { run: () => Uint8Array.from(placements, (placement) => (surfacesMeet(treed, treed, placement).overlap ? 1 : 0)) },
      { run: () => Uint8Array.from(matrices, (matrix) => (rival.intersectsGeometry(other.geometry, matrix) ? 1 : 0)) },
      rounds,
    );
    const differ = result.ours.filter((meets, i) => meets !== result.theirs[i]).length;
    return {
      ...each(result),
      hash: answerHash(result.ours),
      disagreement: differ === 0 ? null : `${differ} of ${poses} poses meet for one and not for the other`,
    };
  },
};

function posesOfCopy(): readonly Transform[] {
  const { placement } = seeded(3);
  return Array.from({ length: poses }, () => placement(2 * benchRadius));
}

function matrixOf(placement: Transform): Matrix4 {
  return new Matrix4().fromArray([...placement]);
}

function countPairs(a: MeshBVH, b: MeshBVH, matrix: Matrix4): number {
  let count = 0;
  a.bvhcast(b, matrix, {
    intersectsTriangles: (first: ExtendedTriangle, second: ExtendedTriangle) => {
      if (first.intersectsTriangle(second)) count++;
      return false;
    },
  });
  return count;
}
