import { invalidArgument } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { checkClosestQuery } from '../closest/check.ts';

/**
 * Throws for an invalid query of the nearest triangles.
 * @throws InspectorError `invalid-argument` as `checkClosestQuery`, and for a count that is not a whole number of 1 or more.
 */
export function checkNearestQuery(point: Vec3, count: number, maxDistance: number): void {
  checkClosestQuery(point, maxDistance);
  if (!Number.isInteger(count) || count < 1)
    throw invalidArgument(`The count of triangles cannot be ${count}`, 'Use a whole number of 1 or more');
}
