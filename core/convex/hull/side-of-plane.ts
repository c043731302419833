import { orient3dSign } from '../../math/orientation.ts';

/** Returns 1 if points a, b, c are counter-clockwise seen from d, -1 if clockwise, 0 if all four are in a plane. Exact. Hot. */
export function sideOfPlane(points: Float64Array, a: number, b: number, c: number, d: number, of: Float64Array = points): number {
  return orient3dSign(
    points[3 * a],
    points[3 * a + 1],
    points[3 * a + 2],
    points[3 * b],
    points[3 * b + 1],
    points[3 * b + 2],
    points[3 * c],
    points[3 * c + 1],
    points[3 * c + 2],
    of[3 * d],
    of[3 * d + 1],
    of[3 * d + 2],
  );
}
