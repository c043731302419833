import { InspectorError } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { FittedShape } from './fitted-shape.ts';
import { grownShape } from './grown-shape.ts';

/**
 * Returns a shape around points near the origin at its place, verified to contain the points (3·N), and enlarged where it must be; see `grownShape`.
 * @param size largest coordinate near the origin. @param what the points are of, for the error.
 * @throws InspectorError `internal` if it is not verified. No mesh is known that needs it.
 */
export function verifiedShape(fitted: FittedShape, origin: Vec3, points: Float64Array, size: number, what: string): FittedShape {
  const grown = grownShape(fitted, origin, points, size);
  if (grown !== null) return grown;
  throw new InspectorError({
    code: 'internal',
    message: `No ${fitted.shape} around ${what} could be verified to contain every vertex`,
    fix: 'Choose another shape, and report the mesh',
    location: {},
  });
}
