import { InspectorError } from '../../error.ts';
import type { Sphere } from './sphere.ts';

/**
 * Refuses what is no sphere. A radius of 0 is a point. Hot: it allocates only to throw.
 * @throws InspectorError `invalid-argument` for a centre that is not finite, and a radius below 0 or not finite.
 */
export function checkSphere({ center, radius }: Sphere): void {
  // A finite number minus itself is 0; NaN and infinities give NaN.
  if (center[0] - center[0] + (center[1] - center[1]) + (center[2] - center[2]) !== 0) {
    throw invalid('The centre of the sphere is not finite', 'three finite numbers');
  }
  if (!(radius >= 0 && radius < Infinity)) throw invalid(`The radius of the sphere cannot be ${radius}`, 'a finite length of 0 or more');
}

function invalid(message: string, wanted: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, fix: `Give ${wanted}`, location: {} });
}
