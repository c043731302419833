import type { Progress } from '../../progress.ts';
import { findOverlaps, overlapQuery, type CoplanarOverlaps, type OverlapInput } from './find-coplanar-overlaps.ts';
import { searchAgain, walkOnce } from './near-pairs/near-pairs.ts';
import { pairTests, walkPairs } from './near-pairs/pair-walk.ts';
import { findIntersections, type SelfIntersectionInput, type SelfIntersections } from './find-self-intersections.ts';

/** The intersections and the overlaps of near triangle pairs. */
export interface PairFindings {
  /** `null` if a walk for them alone may get farther. */
  readonly intersections: SelfIntersections | null;
  readonly overlaps: CoplanarOverlaps;
}

/**
 * Returns the results of `findSelfIntersections` and `findCoplanarOverlaps` from one walk over the pairs instead of two. If the walk reached a limit of
 * boxes, one for intersections alone needs fewer: nested solids have many near coplanar faces and no intersection. One for overlaps alone needs
 * as many. @throws whatever `progress` throws.
 */
export function pairFindings(input: SelfIntersectionInput & OverlapInput, progress: Progress): PairFindings {
  const { intersect, overlap } = pairTests;
  const query = overlapQuery(input);
  const walk = walkOnce(input.nearPairs, { ...query, tests: intersect | overlap });
  const intersections = findIntersections(input, input.options.maxPairs);
  const overlaps = findOverlaps(input);
  const { complete, crowded } = walkPairs(walk, progress, (i, j, tests) => {
    if ((tests & intersect) !== 0) intersections.look(i, j);
    if ((tests & overlap) !== 0) overlaps.look(i, j);
  });
  const has = (test: number): boolean => ((complete | crowded) & test) !== 0;
  const again = has(overlap) ? null : searchAgain(input.nearPairs, query, walk, () => findOverlaps(input), progress);
  return {
    intersections: has(intersect) ? intersections.result((complete & intersect) !== 0) : null,
    overlaps: again ?? overlaps.result((complete & overlap) !== 0),
  };
}
