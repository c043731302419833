import { orient2dSign } from '../../math/orientation.ts';
import { grahamHull } from './graham.ts';

/**
 * Returns the corners of the hull of points in a plane, counter-clockwise seen from the side from which the three given points are.
 *
 * Two coordinates decide: no two points of the plane have the same ones if the three given points are not on a line in them.
 */
export function flatHull(points: Float64Array, [a, b, c]: readonly [number, number, number]): readonly number[] {
  for (let x = 0; x < 3; x++) {
    const y = (x + 1) % 3;
    const sign = orient2dSign(
      points[3 * a + x],
      points[3 * a + y],
      points[3 * b + x],
      points[3 * b + y],
      points[3 * c + x],
      points[3 * c + y],
    );
    if (sign === 0) continue;
    const flat = new Float64Array((points.length / 3) * 2);
    for (let i = 0; i < points.length / 3; i++) {
      flat[2 * i] = points[3 * i + x];
      flat[2 * i + 1] = points[3 * i + y];
    }
    const corners = grahamHull(flat);
    return sign > 0 ? corners : corners.toReversed();
  }
  throw new Error('The three points are on a line');
}
