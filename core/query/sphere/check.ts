import { invalidArgument } from '../../error.ts';
import type { Sphere } from './query.ts';

/**
 * Throws for an invalid sphere. A radius of 0 is a point. Hot: it allocates only to throw.
 * @throws InspectorError `invalid-argument` for a centre that is not finite, and a radius below 0 or not finite.
 */
export function checkSphereQuery({ center, radius }: Sphere): void {
  // A finite number minus itself is 0; NaN and infinities give NaN.
  if (center[0] - center[0] + (center[1] - center[1]) + (center[2] - center[2]) !== 0) {
    throw invalidArgument('The centre of the sphere is not finite', 'Use three finite numbers');
  }
  if (!(radius >= 0 && radius < Infinity))
    throw invalidArgument(`The radius of the sphere cannot be ${radius}`, 'Use a finite length of 0 or more');
}
