import type { SceneOptions } from '../../options/scene-options.ts';
import type { BroadPhase } from './broad-phase.ts';
import { createBruteForce } from './brute-force.ts';
import { createDynamicTree } from './tree/dynamic-tree.ts';
import type { PairFilter } from './pair-filter.ts';
import { createSweepAndPrune } from './sweep-and-prune/sweep-and-prune.ts';
import { createUniformGrid } from './grid/uniform-grid.ts';

/** Returns a broad phase for `count` boxes. `filter` is `null` when every two boxes may be a pair. */
export function createBroadPhase(
  options: Pick<SceneOptions, 'method' | 'sort' | 'segments'>,
  count: number,
  filter: PairFilter | null,
): BroadPhase {
  switch (options.method) {
    case 'sap':
      return createSweepAndPrune(options, count, filter);
    case 'tree':
      return createDynamicTree(count, filter);
    case 'grid':
      return createUniformGrid(count, filter);
    case 'brute':
      return createBruteForce(count, filter);
  }
}
