import { invalidArgument } from '../../error.ts';
import type { SectionPlane } from './query.ts';

/**
 * Throws for an invalid plane.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, and a normal of length 0.
 */
export function checkSectionPlane({ normal, offset }: SectionPlane): void {
  if (![...normal, offset].every(Number.isFinite)) throw invalidArgument('A number of the plane is not finite', 'Use finite numbers');
  if (normal.every((value) => value === 0)) {
    throw invalidArgument('The normal of the plane has no length', 'Use a normal with a component other than 0');
  }
}
