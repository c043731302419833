import { invalidArgument } from '../../error.ts';
import type { Segment } from './query.ts';

/** @throws InspectorError `invalid-argument` for ends that are not finite, or equal. */
export function checkSegmentQuery({ from, to }: Segment): void {
  if (![...from, ...to].every(Number.isFinite)) throw invalidArgument('An end of the segment is not finite', 'Use finite numbers');
  if (from.every((value, k) => value === to[k]))
    throw invalidArgument('Both ends of the segment are the same point', 'Use two different points');
}
