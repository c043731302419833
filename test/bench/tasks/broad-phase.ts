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
/** Steps before the measured ones: other threads compile the code of both sides meanwhile, which is processor time too. */
const warmUps = 8;

/** A step of the broad phase of Rapier, by its own profiler. */
export const broadPhaseRapier: BenchTask = {
  name: 'broad-phase-rapier',
  rival: '@dimforge/rapier3d-compat',
  unit: 'ms',
  run: async (mesh, rounds) => (await measure(mesh, rounds, rapierBroadPhase)).outcome,
};

/** A step of Jolt without contacts: the motion of the bodies is part of it. The note says what the step takes without the search of pairs. */
export const broadPhaseJolt: BenchTask = {
  name: 'broad-phase-jolt',
  rival: 'jolt-physics',
  unit: 'ms',
  run: async (mesh, rounds) => {
    const { outcome } = await measure(mesh, rounds, joltBroadPhase);
    const rest = await measure(mesh, rounds, (boxes) => joltBroadPhase(boxes, false));
    return { ...outcome, note: `${outcome.note}; without a search of pairs its step takes ${rest.theirProcessor.toFixed(1)} ms` };
  },
};

/**
 * Moves 100,000 boxes by a step, then finds all pairs of them; both sides in turns, on the same motion. The rivals do not list their pairs,
 * so sweep and prune checks ours.
 */
async function measure(
  { name }: BenchMesh,
  rounds: number,
  start: (boxes: MovingBoxes) => Promise<() => number | null>,
): Promise<{ readonly outcome: Outcome; readonly theirProcessor: number }> {
  if (name === '871k') throw new SkippedTask('the boxes do not depend on the mesh');
  const moving = movingBoxes(rounds === 0 ? 2000 : count);
  const boxes = moving.boxes.length / 6;
  const theirStep = await start(moving);
  const grid = createBroadPhase({ method: 'grid', sort: 'shell', segments: 0 }, boxes, null);
  const ours: number[] = [];
  const theirs: number[] = [];
  const ourProcessor: number[] = [];
  const theirProcessor: number[] = [];
  for (let step = 0; step < (rounds === 0 ? 1 : warmUps + rounds); step++) {
    globalThis.gc?.();
    const theirStart = started();
    const own = theirStep();
    const whole = since(theirStart);
    const theirTime = own ?? whole.wall;
    moveOn(moving);
    const ourStart = started();
    grid.update(moving.boxes, noProgress);
    const our = since(ourStart);
    if (step < warmUps && rounds > 0) continue;
    ours.push(our.wall);
    theirs.push(theirTime);
    ourProcessor.push(our.processor);
    // The profiler of Rapier measures wall time: its broad phase takes the same part of the processor time of its step.
    theirProcessor.push((whole.processor * theirTime) / whole.wall);
  }
  const pairsOf = (method: 'grid' | 'sap'): Uint32Array => {
    const phase = method === 'grid' ? grid : createBroadPhase({ method, sort: 'shell', segments: 0 }, boxes, null);
    return sortedBoxPairs(phase.update(moving.boxes, noProgress).found, boxes, noProgress);
  };
  const [pairs, others] = [pairsOf('grid'), pairsOf('sap')];
  const hash = resultHash(pairs);
  const [our, their] = [spreadOf(ours), spreadOf(theirs)];
  const [ofOurs, ofTheirs] = [spreadOf(ourProcessor).median, spreadOf(theirProcessor).median];
  const outcome: Outcome = {
    ours: our.min,
    theirs: their.min,
    oursMedian: our.median,
    theirsMedian: their.median,
    hash,
    disagreement: hash === resultHash(others) ? null : 'sweep and prune finds other pairs',
    note: `${(pairs.length / 2).toLocaleString('en')} pairs of ${boxes.toLocaleString('en')} boxes; median processor time ${ofOurs.toFixed(1)} ms, theirs ${ofTheirs.toFixed(1)} ms`,
  };
  return { outcome, theirProcessor: ofTheirs };
}

interface Started {
  readonly at: number;
  readonly usage: NodeJS.CpuUsage;
}

function started(): Started {
  return { usage: process.cpuUsage(), at: performance.now() };
}

/** Returns milliseconds. */
function since({ at, usage }: Started): { readonly wall: number; readonly processor: number } {
  const wall = performance.now() - at;
  const { user, system } = process.cpuUsage(usage);
  return { wall, processor: (user + system) / 1000 };
}
