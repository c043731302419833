import { invalidArgument } from '../../error.ts';
import type { Ray } from './query.ts';

/**
 * Throws for an invalid ray. Hot: it allocates only to throw.
 * @throws InspectorError `invalid-argument` for a zero or non-finite direction, a non-finite origin, or a max distance below 0 or NaN.
 */
export function checkRayQuery(ray: Ray): void {
  const { origin, direction, far } = ray;
  // A finite number minus itself is 0; NaN and infinities give NaN.
  if (origin[0] - origin[0] + (origin[1] - origin[1]) + (origin[2] - origin[2]) !== 0) {
    throw invalidArgument('The origin of the ray is not finite', 'Use three finite numbers');
  }
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  if (x - x + (y - y) + (z - z) !== 0) throw invalidArgument('The direction of the ray is not finite', 'Use three finite numbers');
  if (x === 0 && y === 0 && z === 0) throw invalidArgument('The direction of the ray is zero', 'Use a direction other than 0, 0, 0');
  if (!(far >= 0)) throw invalidArgument(`The max distance of the ray cannot be ${far}`, 'Use a distance of 0 or more');
}
