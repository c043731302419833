import { setTimeout } from 'node:timers/promises';
import { noProgress } from '#core/progress';
import type { BroadPhase } from '#core/scene';
import { createBroadPhase } from '#core/scene/broad/create-broad-phase';
import { type BenchTask, SkippedTask } from '../bench-task.ts';
import { spreadOf } from '../compare.ts';
import { alongCurve, moveOn, movingBoxes, type MovingBoxes } from '../moving-boxes.ts';

const counts = [1000, 2500, 5000, 12_500, 25_000, 50_000, 100_000] as const;
/** Numbers of boxes that the row of the table compares, and whose order in memory is changed. */
const [fewBoxes, manyBoxes] = [12_500, 100_000] as const;
const methods = ['grid', 'sap', 'tree'] as const;
/** Steps before the measured ones. */
const warmUps = 5;

interface Growth {
  readonly pairs: number;
  readonly tests: number;
  /** Milliseconds of processor time. */
  readonly min: number;
  readonly median: number;
  /** Of the broad phase, with what it keeps from step to step. */
  readonly bytes: number;
}

/** How processor time and memory of a step grow with the number of boxes: an eighth of a step of 100,000 against a step of 12,500. */
export const broadPhaseGrowth: BenchTask = {
  name: 'broad-phase-growth',
  rival: 'Boxwood',
  unit: 'ms',
  run: async ({ name }, rounds) => {
    if (name === '871k') throw new SkippedTask('the boxes do not depend on the mesh');
    const rows: string[] = [];
    const ofGrid = new Map<number, Growth>();
    for (const method of methods) {
      const measured: string[] = [];
      for (const count of counts) {
        const growth = await growthOf(method, rounds === 0 ? count / 100 : count, rounds);
        if (method === 'grid') ofGrid.set(count, growth);
        measured.push(
          `${count.toLocaleString('en')} ${growth.min.toFixed(2)} ms ${(growth.bytes / 1e6).toFixed(2)} MB ${growth.tests.toLocaleString('en')} tests`,
        );
      }
      rows.push(`${method}: ${measured.join(', ')}`);
    }
    rows.push(...(await curveRows(rounds)), sweepCounts(rounds));
    const [small, large] = [ofGrid.get(fewBoxes)!, ofGrid.get(manyBoxes)!];
    const part = manyBoxes / fewBoxes;
    return {
      ours: large.min / part,
      theirs: small.min,
      oursMedian: large.median / part,
      theirsMedian: small.median,
      hash: `${large.pairs}`,
      rivalVersion: `${fewBoxes.toLocaleString('en')} boxes`,
      disagreement: null,
      note: rows.join('; '),
    };
  },
};

/** What sweep and prune does for each box in a step of motion: counts do not depend on the machine. */
function sweepCounts(rounds: number): string {
  const measured = counts.map((count) => {
    const boxes = rounds === 0 ? count / 100 : count;
    const moving = movingBoxes(boxes);
    const phase = createBroadPhase({ method: 'sap', sort: 'shell', segments: 0 }, boxes, null);
    phase.update(moving.boxes, noProgress);
    moveOn(moving);
    const { sweep, swaps, tests } = phase.update(moving.boxes, noProgress);
    const each = [sweep!.comparisons!, swaps!, sweep!.entries, tests].map((value) => (value / boxes).toFixed(2));
    return `${boxes.toLocaleString('en')} ${each.join(' ')}`;
  });
  return `sap, comparisons, moves, column entries and tests per box: ${measured.join(', ')}`;
}

/** The same boxes in another order in memory: what of the growth is due to the cache of the processor. */
async function curveRows(rounds: number): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const method of methods) {
    const measured: string[] = [];
    for (const count of [fewBoxes, manyBoxes]) {
      const boxes = rounds === 0 ? count / 100 : count;
      const nanoseconds = (growth: Growth): string => ((1e6 * growth.min) / boxes).toFixed(0);
      const atRandom = await growthOf(method, boxes, rounds);
      const curve = await growthOf(method, boxes, rounds, alongCurve);
      measured.push(`${count.toLocaleString('en')} ${nanoseconds(atRandom)} and ${nanoseconds(curve)}`);
    }
    rows.push(`${method}, ns per box numbered at random and along a curve: ${measured.join(', ')}`);
  }
  return rows;
}

async function growthOf(
  method: (typeof methods)[number],
  count: number,
  rounds: number,
  order: (boxes: MovingBoxes) => MovingBoxes = (boxes) => boxes,
): Promise<Growth> {
  const moving = order(movingBoxes(count));
  const before = await heldBytes();
  const phase: BroadPhase = createBroadPhase({ method, sort: 'shell', segments: 0 }, count, null);
  const times: number[] = [];
  let pairs = 0;
  let tests = 0;
  for (let step = 0; step < (rounds === 0 ? 1 : warmUps + rounds); step++) {
    moveOn(moving);
    const start = process.cpuUsage();
    const result = phase.update(moving.boxes, noProgress);
    const { user, system } = process.cpuUsage(start);
    [pairs, tests] = [result.found.words / 2, result.tests];
    if (step >= warmUps || rounds === 0) times.push((user + system) / 1000);
  }
  const bytes = (await heldBytes()) - before;
  // Kept until here.
  phase.update(moving.boxes, noProgress);
  return { pairs, tests, ...spreadOf(times), bytes };
}

/** Memory of the heap and outside of it, after collections: memory of WebAssembly is freed by a later turn. */
async function heldBytes(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.();
    await setTimeout(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
