import { invalidArgument } from '../../error.ts';
import type { Capsule } from './query.ts';

/**
 * Throws for an invalid capsule. An axis of length 0 makes it a sphere.
 * @throws InspectorError `invalid-argument` for ends that are not finite, and a radius below 0 or not finite.
 */
export function checkCapsuleQuery({ from, to, radius }: Capsule): void {
  if (![...from, ...to].every(Number.isFinite)) throw invalidArgument('An end of the capsule is not finite', 'Use finite numbers');
  if (!(radius >= 0 && radius < Infinity))
    throw invalidArgument(`The radius of the capsule cannot be ${radius}`, 'Use a finite length of 0 or more');
}
