import type { ConvexPairResult } from './test-convex-pair.ts';

/** Which of two methods is right where they differ by more than their rounding errors. */
export interface MethodVerdict {
  readonly right: 'both' | 'sat' | 'gjk';
  /**
   * `within-bound`: they do not differ. `shorter-push-out`: both translations separate the hulls, since they are overlaps of the intervals of
   * all vertices, so the shorter one is nearer to the minimum. `proven-gap`: the intervals of all vertices are apart on an axis, which only
   * one method found, or by more than the distance of the other one.
   */
  readonly reason: 'within-bound' | 'shorter-push-out' | 'proven-gap';
}

/** Returns which method is right about two hulls: separating axes, or GJK and EPA. */
export function judgeMethods({ overlap, disagreement, sat, gjk }: ConvexPairResult): MethodVerdict {
  if (!(disagreement > 0)) return { right: 'both', reason: 'within-bound' };
  if (overlap) return { right: sat.depth < gjk.depth ? 'sat' : 'gjk', reason: 'shorter-push-out' };
  return { right: sat.gap > gjk.distance ? 'sat' : 'gjk', reason: 'proven-gap' };
}
