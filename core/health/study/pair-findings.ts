import type { Progress } from '../../progress.ts';
import { findOverlaps, overlapDistance, type CoplanarOverlaps, type OverlapInput } from './coplanar-overlaps.ts';
import { questions, walkOnce, walkPairs } from './near-pairs/near-pairs.ts';
import { findIntersections, type SelfIntersectionInput, type SelfIntersections } from './self-intersections.ts';

/** What pairs of triangles that are near each other tell. */
export interface PairFindings {
  readonly intersections: SelfIntersections;
  readonly overlaps: CoplanarOverlaps;
}

/**
 * What `selfIntersections` and `coplanarOverlaps` find, in one walk over the pairs instead of two; `null` where it has made more comparisons than it
 * may, as one for either question alone need not. @throws whatever `progress` throws.
 */
export function pairFindings(input: SelfIntersectionInput & OverlapInput, progress: Progress): PairFindings | null {
  const walk = walkOnce(input.nearPairs, {
    questions: questions.meet | questions.overlap,
    distance: overlapDistance(input),
    maxTests: input.options.effort * 1e6,
  });
  const meeting = findIntersections(input, input.options.maxPairs);
  const over = findOverlaps(input);
  const isComplete = walkPairs(walk, progress, (i, j, asked) => {
    if ((asked & questions.meet) !== 0) meeting.look(i, j);
    if ((asked & questions.overlap) !== 0) over.look(i, j);
  });
  return isComplete ? { intersections: meeting.result(true), overlaps: over.result(true) } : null;
}
