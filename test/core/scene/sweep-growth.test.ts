import { expect, it } from 'vitest';
import { noProgress } from '#core/progress';
import { createBroadPhase } from '#core/scene/broad/create-broad-phase';
import { gapComparisons, gapSort, insertionGaps, shellGaps } from '#core/scene/broad/sweep-and-prune/gap-sort';
import { SkippedTask } from '../../bench/bench-task.ts';
import { moveOn, movingBoxes } from '../../bench/moving-boxes.ts';
import { nativeSteps, scriptSteps, sweepProgram } from '../../bench/sweep/sweep-cache.ts';
import { seededRandom } from '../../fixtures/random.ts';

/** What a later step of automatic segments takes for each box: deterministic counts. */
function countsOf(boxes: number): Readonly<Record<'comparisons' | 'moves' | 'entries' | 'tests' | 'pairs', number>> {
  const moving = movingBoxes(boxes);
  const phase = createBroadPhase({ method: 'sap', sort: 'shell', segments: 0 }, boxes, null);
  phase.update(moving.boxes, noProgress);
  moveOn(moving);
  const { sweep, swaps, tests, found } = phase.update(moving.boxes, noProgress);
  return {
    comparisons: sweep!.comparisons! / boxes,
    moves: swaps! / boxes,
    entries: sweep!.entries / boxes,
    tests: tests / boxes,
    pairs: found.words / 2 / boxes,
  };
}

it('the work of sweep and prune for each box hardly grows with the number of boxes at the same density', () => {
  const [small, large] = [countsOf(12_500), countsOf(50_000)];
  const growth = (name: keyof typeof small): number => large[name] / small[name];
  expect(growth('pairs')).toBeCloseTo(1, 1);
  expect(growth('tests')).toBeLessThan(1);
  expect(growth('entries')).toBeLessThan(1.3);
  // Four times the boxes are in twice the segments of twice the length: one gap more, and a level more of the search of a segment.
  expect(growth('comparisons')).toBeLessThan(1.3);
  // The cube is 1.6 times as wide, and so is the part of it that boxes pass along an axis.
  expect(growth('moves')).toBeLessThan(1.6);
});

it.each([shellGaps, insertionGaps])('the comparisons of a sort are those that it makes', (...gaps) => {
  const random = seededRandom(3);
  for (const length of [0, 1, 2, 5, 200]) {
    let counted = 0;
    const values = Float64Array.from({ length }, () => random());
    const order = Uint32Array.from(values, (_, i) => i);
    const sorted = values.slice();
    const moves = gapSort(sorted, order, 0, length, gaps);
    // The same sort, with every comparison of two keys counted once.
    const keys = [...values];
    for (const gap of gaps)
      if (gap === 1 || gap < length)
        for (let at = gap; at < length; at++) {
          let hole = at;
          counted++;
          while (hole >= gap && keys[hole - gap]! > keys[hole]!) {
            [keys[hole - gap], keys[hole]] = [keys[hole]!, keys[hole - gap]!];
            hole -= gap;
            if (hole >= gap) counted++;
          }
        }
    expect([...sorted]).toEqual(keys);
    // The last comparison of an element at the start of its row is not made.
    expect(gapComparisons(length, gaps) + moves).toBeGreaterThanOrEqual(counted);
    expect(gapComparisons(length, gaps) + moves - counted).toBeLessThanOrEqual(length * gaps.length);
  }
});

/** `null` without a C++ compiler. */
function programOrNull(): string | null {
  try {
    return sweepProgram();
  } catch (thrown) {
    if (thrown instanceof SkippedTask) return null;
    throw thrown;
  }
}

it.skipIf(programOrNull() === null)('the steps in C++ that tools count have the counts of the TypeScript', () => {
  const program = programOrNull()!;
  for (const count of [3, 40, 1000, 6000]) {
    const ours = scriptSteps(count, 4);
    const withoutTimes = (spread: number): unknown => nativeSteps(program, count, 4, spread).map(({ milliseconds: _, ...step }) => step);
    expect(withoutTimes(1), `${count} boxes`).toEqual(ours);
    expect(withoutTimes(8), `${count} boxes, spread`).toEqual(ours);
    if (count > 40) expect(ours.every(({ pairs, moves }) => pairs > 0 && moves > 0)).toBe(true);
  }
});
