import { refitOptions, type RefitOptions } from '../../options/refit-options.ts';
import { checkValues } from '../../options/option.ts';
import type { Tree } from '../layout.ts';
import { sahCost } from '../subtree-costs.ts';

export interface RefitQuality {
  /** Expected cost of a ray (`sahCost`) in the built and in the refitted tree; `null` where the root has no area. */
  readonly builtCost: number | null;
  readonly refittedCost: number | null;
  /** Relative cost: refitted cost / built cost; `null` where either is unknown. Below 1, rays have become cheaper. */
  readonly decay: number | null;
  /** Whether the relative cost exceeds the limit in the options. */
  readonly shouldRebuild: boolean;
}

/**
 * Returns the quality that a tree has lost by refits (T15), by the surface area heuristic. Areas are relative to the root, so
 * moving, rotating and scaling the whole mesh cost almost nothing, and moving neighbours apart costs much.
 * `builtCost` is `sahCost` of the tree before the first refit.
 * @throws InspectorError `invalid-argument` for options out of range.
 */
export function refitQuality(builtCost: number | null, refitted: Tree, options: RefitOptions): RefitQuality {
  const { rebuildPercent } = checkValues(refitOptions, options);
  const refittedCost = sahCost(refitted);
  const decay = builtCost === null || refittedCost === null || !(builtCost > 0) ? null : refittedCost / builtCost;
  return { builtCost, refittedCost, decay, shouldRebuild: decay !== null && decay > rebuildPercent / 100 };
}
