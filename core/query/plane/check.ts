import { invalidArgument } from '../../error.ts';
import type { Plane } from './query.ts';

/**
 * Throws for an invalid plane.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, and a normal of length 0.
 */
export function checkPlaneQuery({ point, normal }: Plane): void {
  if (![...point, ...normal].every(Number.isFinite)) throw invalidArgument('A number of the plane is not finite', 'Use finite numbers');
  if (normal.every((value) => value === 0)) {
    throw invalidArgument('The normal of the plane has no length', 'Use a normal with a component other than 0');
  }
}
