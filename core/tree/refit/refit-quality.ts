import { refitOptions, type RefitOptions } from '../../options/refit-options.ts';
import { checkValues } from '../../options/option.ts';
import type { Tree } from '../layout.ts';
import { sahCost } from '../subtree-costs.ts';

export interface RefitQuality {
  /** Expected cost of a ray (`sahCost`) of the tree as it was built, and as it is refitted; `null` where the root has no area. */
  readonly builtCost: number | null;
  readonly refittedCost: number | null;
  /** How many times dearer rays have become: refitted over built; `null` where either is unknown. Below 1 they got cheaper. */
  readonly decay: number | null;
  /** Whether the decay is beyond what the options allow. */
  readonly shouldRebuild: boolean;
}

/**
 * How much of its quality a tree has lost by refits (T15), by the surface area heuristic, which counts each box over that of the
 * root: so moving, turning and scaling the whole mesh are next to free, and tearing neighbours apart is not.
 * `builtCost` is `sahCost` of the tree that was built, before any refit.
 * @throws InspectorError `invalid-argument` for options out of range.
 */
export function refitQuality(builtCost: number | null, refitted: Tree, options: RefitOptions): RefitQuality {
  const { rebuildPercent } = checkValues(refitOptions, options);
  const refittedCost = sahCost(refitted);
  const decay = builtCost === null || refittedCost === null || !(builtCost > 0) ? null : refittedCost / builtCost;
  return { builtCost, refittedCost, decay, shouldRebuild: decay !== null && decay > rebuildPercent / 100 };
}
