import { InspectorError } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';

/**
 * Refuses what is no point, and no distance to look within. Hot: it allocates only to throw.
 * @throws InspectorError `invalid-argument` for a coordinate that is not finite, and a distance below 0 or NaN.
 */
export function checkPoint(point: Vec3, within: number): void {
  // A finite number minus itself is 0; NaN and infinities give NaN.
  if (point[0] - point[0] + (point[1] - point[1]) + (point[2] - point[2]) !== 0)
    throw invalid('The point is not finite', 'three finite numbers');
  if (!(within >= 0)) throw invalid(`The distance to look within cannot be ${within}`, 'a length of 0 or more');
}

function invalid(message: string, wanted: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, fix: `Give ${wanted}`, location: {} });
}
