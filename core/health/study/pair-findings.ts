import type { Progress } from '../../progress.ts';
import { findOverlaps, overlapDistance, type CoplanarOverlaps, type OverlapInput } from './find-coplanar-overlaps.ts';
import { walkOnce } from './near-pairs/near-pairs.ts';
import { pairTests, walkPairs } from './near-pairs/pair-walk.ts';
import { findIntersections, type SelfIntersectionInput, type SelfIntersections } from './find-self-intersections.ts';

/** The intersections and the overlaps of near triangle pairs. */
export interface PairFindings {
  readonly intersections: SelfIntersections;
  readonly overlaps: CoplanarOverlaps;
}

/**
 * Returns the results of `findSelfIntersections` and `findCoplanarOverlaps` from one walk over the pairs instead of two. Returns `null` if the walk
 * reached its limit, because a walk for one of them alone may need fewer comparisons: nested solids have many near
 * coplanar faces and no intersection. @throws whatever `progress` throws.
 */
export function pairFindings(input: SelfIntersectionInput & OverlapInput, progress: Progress): PairFindings | null {
  const walk = walkOnce(input.nearPairs, {
    tests: pairTests.intersect | pairTests.overlap,
    distance: overlapDistance(input),
    maxTests: input.options.effort * 1e6,
  });
  const intersections = findIntersections(input, input.options.maxPairs);
  const overlaps = findOverlaps(input);
  const isComplete = walkPairs(walk, progress, (i, j, tests) => {
    if ((tests & pairTests.intersect) !== 0) intersections.look(i, j);
    if ((tests & pairTests.overlap) !== 0) overlaps.look(i, j);
  });
  return isComplete ? { intersections: intersections.result(true), overlaps: overlaps.result(true) } : null;
}
