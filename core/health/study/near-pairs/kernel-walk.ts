import { unsigned } from '../../../kernel/index.ts';
import type { ReadStep } from '../helpers/shared-walk.ts';
import type { LoadedLive } from './loaded-live.ts';
import { walkLimits, type PairWalk, type PairWalkQuery } from './pair-walk.ts';
import { maxParts, partEntries } from './walk-parts.ts';
import { takeStep, type StepCounts } from './walk-step.ts';

/** Twice the f32 rounding error of two box corners (2·2⁻²⁵) and of moving one box (2⁻²⁴). */
const padding = 2 ** -22;

/**
 * Returns a walk by f32 boxes, in WASM, with f64 tests behind them. A kernel makes one walk at a time. Helpers walk some of the parts, and the pairs come
 * in the same order and steps as without them.
 */
export function kernelWalk(live: LoadedLive, { tests: wanted, distance, maxTests }: PairWalkQuery, isExtreme: boolean): PairWalk {
  const { kernel, helpers, scale, pairs, tests } = live;
  const limits = walkLimits(maxTests, live.triangles, isExtreme);
  const within = Math.min(2, distance * scale) * (1 + padding) + padding;
  helpers?.endWalk();
  kernel.beginSelf(within, distance, wanted);
  const entries = kernel.divideSelf();
  const entriesAt = unsigned(kernel.selfEntries);
  const parts = Math.min(maxParts, entries);
  const shared = { within, distance, tests: wanted, parts, entries, maxBoxes: limits.boxes, maxNear: limits.near };
  let take = helpers?.walk(shared) ?? null;
  let boxes = Number(kernel.boxPairs.value);
  let near = 0;
  let apart = 0;
  let part = 0;
  /** Steps of the part so far; who walked it: a helper, or this thread if it is `null`. */
  let steps = 0;
  let read: ReadStep | null = null;

  function begin(): void {
    kernel.visitEntries(entriesAt, partEntries(part, parts, entries), partEntries(part + 1, parts, entries));
  }

  function nextStep(): StepCounts {
    if (steps === 0) {
      read = take?.(part) ?? null;
      if (read === null) begin();
    }
    steps++;
    return read === null ? takeStep(kernel, maxTests) : read(pairs, tests);
  }

  return {
    pairs,
    tests,
    next: () => {
      if (part === parts) return 0;
      const step = nextStep();
      boxes += step.boxes;
      near += step.near;
      apart += step.apart;
      if (step.isLast) {
        part++;
        steps = 0;
      }
      return 2 * step.pairs;
    },
    progress: () => (parts === 0 ? 1 : part / parts),
    isSpent: () => {
      const isSpent = boxes >= limits.boxes || near >= limits.near;
      if (isSpent) helpers?.endWalk();
      return isSpent;
    },
    isCoarse: () => 2 * apart > near,
    wanted,
    maxDecided: limits.decided,
    narrow: (left) => {
      if (take !== null) helpers?.endWalk();
      take = null;
      if (read !== null && steps > 0 && left !== 0) {
        // From here on the steps of the part have fewer pairs than those that the helper took.
        begin();
        for (let step = 0; step < steps; step++) takeStep(kernel, maxTests);
        read = null;
      }
      kernel.narrowTests(left);
    },
  };
}
