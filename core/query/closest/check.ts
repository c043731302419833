import { invalidArgument } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';

/**
 * Throws for an invalid point or maximum distance. Hot: it allocates only to throw.
 * @throws InspectorError `invalid-argument` for a coordinate that is not finite, and a maximum distance below 0 or NaN.
 */
export function checkClosestQuery(point: Vec3, maxDistance: number): void {
  // A finite number minus itself is 0; NaN and infinities give NaN.
  if (point[0] - point[0] + (point[1] - point[1]) + (point[2] - point[2]) !== 0)
    throw invalidArgument('The point is not finite', 'Use three finite numbers');
  if (!(maxDistance >= 0)) throw invalidArgument(`The maximum distance cannot be ${maxDistance}`, 'Use a length of 0 or more');
}
