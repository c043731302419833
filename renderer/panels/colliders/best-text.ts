import { engineLimits } from '#core/convex';
import type { ColliderRecord } from '#core/job';

/** Returns the mark of a collider on the Pareto front, and its meaning. It names the engines that refuse the collider; `null` off the front. */
export function bestText({
  isBest,
  overLimit,
}: Pick<ColliderRecord, 'isBest' | 'overLimit'>): { readonly mark: string; readonly meaning: string } | null {
  if (!isBest) return null;
  const meaning = 'No other collider has lower cost and lower error';
  if (overLimit.length === 0) return { mark: 'best', meaning };
  return {
    mark: 'best, over limits',
    meaning: `${meaning}, but it is over the limit of ${overLimit.map((name) => engineLimits[name].title).join(', ')}`,
  };
}
