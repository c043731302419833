import { noProgress } from '#core/progress';
import { sortedBoxPairs } from '#core/scene/broad/box-pairs';
import { createBroadPhase } from '#core/scene/broad/create-broad-phase';
import { type BenchTask, type Outcome, SkippedTask } from '../bench-task.ts';
import type { BenchMesh } from '../bench-mesh.ts';
import { spreadOf } from '../compare.ts';
import { joltBroadPhase } from '../jolt-broad-phase.ts';
import { moveOn, type MovingBoxes, movingBoxes } from '../moving-boxes.ts';
import { rapierBroadPhase } from '../rapier-broad-phase.ts';
import { resultHash } from '../result-hash.ts';

const count = 100_000;
/** Steps before the measured ones, which compile the code. */
const warmUps = 3;

/** A step of the broad phase of Rapier, by its own profiler. */
export const broadPhaseRapier: BenchTask = {
  name: 'broad-phase-rapier',
  rival: '@dimforge/rapier3d-compat',
  unit: 'ms',
  run: (mesh, rounds) => measure(mesh, rounds, rapierBroadPhase),
};

/** A step of Jolt without contacts: the motion of the bodies is part of it. */
export const broadPhaseJolt: BenchTask = {
  name: 'broad-phase-jolt',
  rival: 'jolt-physics',
  unit: 'ms',
  run: (mesh, rounds) => measure(mesh, rounds, joltBroadPhase),
};

/**
 * Moves 100,000 boxes by a step, then finds all pairs of them; both sides in turns, on the same motion. The rivals do not list their pairs,
 * so sweep and prune checks ours.
 */
async function measure({ name }: BenchMesh, rounds: number, start: (boxes: MovingBoxes) => Promise<() => number | null>): Promise<Outcome> {
  if (name === '871k') throw new SkippedTask('the boxes do not depend on the mesh');
  const moving = movingBoxes(rounds === 0 ? 2000 : count);
  const boxes = moving.boxes.length / 6;
  const theirStep = await start(moving);
  const grid = createBroadPhase({ method: 'grid', sort: 'shell', segments: 0 }, boxes, null);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let step = 0; step < (rounds === 0 ? 1 : warmUps + rounds); step++) {
    globalThis.gc?.();
    const theirStart = performance.now();
    const own = theirStep();
    const theirTime = own ?? performance.now() - theirStart;
    moveOn(moving);
    const ourStart = performance.now();
    grid.update(moving.boxes, noProgress);
    const ourTime = performance.now() - ourStart;
    if (step < warmUps && rounds > 0) continue;
    ours.push(ourTime);
    theirs.push(theirTime);
  }
  const pairsOf = (method: 'grid' | 'sap'): Uint32Array => {
    const phase = method === 'grid' ? grid : createBroadPhase({ method, sort: 'shell', segments: 0 }, boxes, null);
    return sortedBoxPairs(phase.update(moving.boxes, noProgress).found, boxes, noProgress);
  };
  const [pairs, others] = [pairsOf('grid'), pairsOf('sap')];
  const hash = resultHash(pairs);
  const [our, their] = [spreadOf(ours), spreadOf(theirs)];
  return {
    ours: our.min,
    theirs: their.min,
    oursMedian: our.median,
    theirsMedian: their.median,
    hash,
    disagreement: hash === resultHash(others) ? null : 'sweep and prune finds other pairs',
    note: `${(pairs.length / 2).toLocaleString('en')} pairs of ${boxes.toLocaleString('en')} boxes`,
  };
}
