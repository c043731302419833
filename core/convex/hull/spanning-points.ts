import { orient2dSign } from '../../math/orientation.ts';
import { sideOfPlane } from './side-of-plane.ts';

/**
 * Returns indices of points that span the hull of all. One if all are equal, and the two ends of a line. Else three that are not on a line, or
 * four that are not in a plane. They are far apart where rounded numbers can find such points; that they span is exact.
 * @param points (3·N) at least one, all finite.
 */
export function spanningPoints(points: Float64Array): readonly number[] {
  const [a, b] = ends(points);
  if (a === b) return [a];
  const c = spanning(
    points,
    (i) => areaSq(points, a, b, i),
    (i) => !areCollinear(points, a, b, i),
  );
  if (c < 0) return [a, b];
  const d = spanning(
    points,
    (i) => Math.abs(volume(points, a, b, c, i)),
    (i) => sideOfPlane(points, a, b, c, i) !== 0,
  );
  return d < 0 ? [a, b, c] : [a, b, c, d];
}

/**
 * Returns the lowest and highest point along the axis of the largest extent; the same point twice if all are equal. On a line they are its
 * ends, since the coordinate changes along it.
 */
function ends(points: Float64Array): readonly [number, number] {
  let found: readonly [number, number] = [0, 0];
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = axis;
    let high = axis;
    for (let at = axis; at < points.length; at += 3) {
      if (points[at] < points[low]) low = at;
      if (points[at] > points[high]) high = at;
    }
    // Half of each: the extent itself may overflow.
    const extent = points[high] / 2 - points[low] / 2;
    if (!(points[high] > points[low]) || extent < longest) continue;
    longest = extent;
    found = [(low - axis) / 3, (high - axis) / 3];
  }
  return found;
}

/** Returns the point of the largest measure if it spans, else the first that does; -1 if none does. */
function spanning(points: Float64Array, measure: (point: number) => number, spans: (point: number) => boolean): number {
  const count = points.length / 3;
  let best = 0;
  let max = -1;
  for (let i = 0; i < count; i++) {
    const value = measure(i);
    if (!(value > max)) continue;
    max = value;
    best = i;
  }
  if (spans(best)) return best;
  for (let i = 0; i < count; i++) if (spans(i)) return i;
  return -1;
}

/** Whether three points are on one line, exactly: then they are on one line in each coordinate plane. */
function areCollinear(points: Float64Array, a: number, b: number, c: number): boolean {
  for (let x = 0; x < 3; x++) {
    const y = (x + 1) % 3;
    const [i, j, k] = [3 * a, 3 * b, 3 * c];
    if (orient2dSign(points[i + x], points[i + y], points[j + x], points[j + y], points[k + x], points[k + y]) !== 0) return false;
  }
  return true;
}

function areaSq(points: Float64Array, a: number, b: number, c: number): number {
  const [x, y, z] = crossOf(points, a, b, c);
  return x * x + y * y + z * z;
}

function volume(points: Float64Array, a: number, b: number, c: number, d: number): number {
  const [x, y, z] = crossOf(points, a, b, c);
  return x * (points[3 * d] - points[3 * a]) + y * (points[3 * d + 1] - points[3 * a + 1]) + z * (points[3 * d + 2] - points[3 * a + 2]);
}

function crossOf(points: Float64Array, a: number, b: number, c: number): readonly [number, number, number] {
  const ux = points[3 * b] - points[3 * a];
  const uy = points[3 * b + 1] - points[3 * a + 1];
  const uz = points[3 * b + 2] - points[3 * a + 2];
  const vx = points[3 * c] - points[3 * a];
  const vy = points[3 * c + 1] - points[3 * a + 1];
  const vz = points[3 * c + 2] - points[3 * a + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
