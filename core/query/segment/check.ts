import { invalidArgument } from '../../error.ts';
import type { Segment } from './query.ts';

/** @throws InspectorError `invalid-argument` for ends that are not finite, or equal. */
export function checkSegmentQuery({ from, to }: Segment): void {
  // A finite number minus itself is 0.
  let rest = 0;
  for (let k = 0; k < 3; k++) rest += from[k]! - from[k]! + (to[k]! - to[k]!);
  if (rest !== 0) throw invalidArgument('An end of the segment is not finite', 'Use finite numbers');
  if (from[0] === to[0] && from[1] === to[1] && from[2] === to[2])
    throw invalidArgument('Both ends of the segment are the same point', 'Use two different points');
}
