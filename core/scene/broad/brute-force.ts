import { addBoxPair, createBoxPairs } from './box-pairs.ts';
import { boxesOverlap } from './boxes-overlap.ts';
import type { BroadPhase } from './broad-phase.ts';
import { mayPair, type PairFilter } from './pair-filter.ts';

/** Rows between two calls of `progress`. */
const reportStep = 256;

/** Returns the broad phase that tests every pair that may overlap: the twin of the others. */
export function createBruteForce(count: number, filter: PairFilter | null): BroadPhase {
  const found = createBoxPairs();
  return {
    update: (boxes, progress) => {
      found.words = 0;
      let tests = 0;
      for (let i = 0; i < count; i++) {
        if (i % reportStep === 0) progress(i / count);
        for (let j = i + 1; j < count; j++) {
          if (!mayPair(filter, i, j)) continue;
          tests++;
          if (boxesOverlap(boxes, i, j)) addBoxPair(found, i, j);
        }
      }
      return { found, tests, swaps: null, sweep: null, tree: null };
    },
  };
}
