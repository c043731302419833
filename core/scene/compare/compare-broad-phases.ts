import { median } from '../../math/median.ts';
import type { SceneOptions } from '../../options/scene-options.ts';
import type { Progress } from '../../progress.ts';
import type { BroadPhase } from '../broad/broad-phase.ts';
import { createBroadPhase } from '../broad/create-broad-phase.ts';
import { pairFilter } from '../broad/pair-filter.ts';
import type { SceneInstance } from '../document/scene-document.ts';

/** One method with one number of instances. */
export interface BroadRow {
  readonly instances: number;
  readonly method: SceneOptions['method'];
  /** `null` for methods other than sweep and prune. */
  readonly sort: SceneOptions['sort'] | null;
  /** 0 is automatic; `null` as for `sort`. */
  readonly segments: number | null;
  /** Pairs of the last step: equal for all methods. */
  readonly pairs: number;
  /** Of all steps. */
  readonly tests: number;
  /** Of the first step, from the order of the file. */
  readonly firstSwaps: number | null;
  /** Median of the later steps; `null` with one step. */
  readonly laterSwaps: number | null;
  readonly firstMilliseconds: number;
  readonly laterMilliseconds: number | null;
}

/** Insertion sort takes a time that grows with the square of the number. */
const maxInsertion = 20_000;
const maxBruteForce = 5_000;

type Variant = Pick<SceneOptions, 'method' | 'sort' | 'segments'>;

/** The curves of the article's figure 2, then the rivals. */
function variantsOf(segments: number): readonly Variant[] {
  return [
    { method: 'sap', sort: 'insertion', segments: 1 },
    { method: 'sap', sort: 'shell', segments: 1 },
    { method: 'sap', sort: 'shell', segments },
    { method: 'sap', sort: 'native', segments: 1 },
    { method: 'tree', sort: 'shell', segments },
    { method: 'grid', sort: 'shell', segments },
    { method: 'brute', sort: 'shell', segments },
  ];
}

/** Returns the numbers of instances to compare: eighth, quarter, half and all. */
export function comparedCounts(instances: number): readonly number[] {
  return [...new Set([8, 4, 2, 1].map((part) => Math.ceil(instances / part)))].filter((count) => count > 0);
}

/**
 * Runs every method on the same boxes, for several numbers of instances. Insertion sort and brute force are left out where they take
 * too long.
 * @param stepBoxes the boxes of each step, all instances
 */
export function compareBroadPhases(
  instances: readonly SceneInstance[],
  stepBoxes: readonly Float64Array[],
  segments: number,
  progress: Progress,
): readonly BroadRow[] {
  const counts = comparedCounts(instances.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  return counts.flatMap((count) => {
    const part = (fraction: number): void => progress((before + fraction * count) / total);
    const fitting = variantsOf(segments).filter(
      ({ method, sort }) =>
        count <= (method === 'brute' ? maxBruteForce : method === 'sap' && sort === 'insertion' ? maxInsertion : Infinity),
    );
    const filter = pairFilter(instances.slice(0, count));
    const rows = fitting.map((variant, k) =>
      rowOf(variant, count, createBroadPhase(variant, count, filter), stepBoxes, (fraction) => part((k + fraction) / fitting.length)),
    );
    before += count;
    return rows;
  });
}

function rowOf(
  { method, sort, segments }: Variant,
  count: number,
  phase: BroadPhase,
  stepBoxes: readonly Float64Array[],
  progress: Progress,
): BroadRow {
  const times: number[] = [];
  const swaps: (number | null)[] = [];
  let tests = 0;
  let pairs = 0;
  stepBoxes.forEach((boxes, step) => {
    const start = performance.now();
    const result = phase.update(boxes.subarray(0, 6 * count), (fraction) => progress((step + fraction) / stepBoxes.length));
    times.push(performance.now() - start);
    swaps.push(result.swaps);
    tests += result.tests;
    pairs = result.found.words / 2;
  });
  const [firstMilliseconds = 0, ...later] = times;
  const [firstSwaps = null, ...laterSwaps] = swaps;
  const isSweep = method === 'sap';
  return {
    instances: count,
    method,
    sort: isSweep ? sort : null,
    segments: isSweep ? segments : null,
    pairs,
    tests,
    firstSwaps,
    laterSwaps: firstSwaps === null || later.length === 0 ? null : median(laterSwaps as number[]),
    firstMilliseconds,
    laterMilliseconds: later.length === 0 ? null : median(later),
  };
}
