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
  const wide = farthestFromLine(points, a, b);
  const c = areCollinear(points, a, b, wide) ? firstThat(points, (i) => !areCollinear(points, a, b, i)) : wide;
  if (c < 0) return [a, b];
  const high = farthestFromPlane(points, a, b, c);
  const d = sideOfPlane(points, a, b, c, high) === 0 ? firstThat(points, (i) => sideOfPlane(points, a, b, c, i) !== 0) : high;
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

/** Returns the first point for which a test holds; -1 if there is none. */
function firstThat(points: Float64Array, spans: (point: number) => boolean): number {
  for (let i = 0; i < points.length / 3; i++) if (spans(i)) return i;
  return -1;
}

/** Returns the point of the largest triangle with two others, in rounded numbers. Hot. */
function farthestFromLine(points: Float64Array, a: number, b: number): number {
  const ux = points[3 * b] - points[3 * a];
  const uy = points[3 * b + 1] - points[3 * a + 1];
  const uz = points[3 * b + 2] - points[3 * a + 2];
  let best = 0;
  let max = -1;
  for (let at = 0; at < points.length; at += 3) {
    const vx = points[at] - points[3 * a];
    const vy = points[at + 1] - points[3 * a + 1];
    const vz = points[at + 2] - points[3 * a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const areaSq = x * x + y * y + z * z;
    if (!(areaSq > max)) continue;
    max = areaSq;
    best = at;
  }
  return best / 3;
}

/** Returns the point of the largest tetrahedron with three others, in rounded numbers. Hot. */
function farthestFromPlane(points: Float64Array, a: number, b: number, c: number): number {
  const [x, y, z] = crossOf(points, a, b, c);
  let best = 0;
  let max = -1;
  for (let at = 0; at < points.length; at += 3) {
    const height = x * (points[at] - points[3 * a]) + y * (points[at + 1] - points[3 * a + 1]) + z * (points[at + 2] - points[3 * a + 2]);
    const volume = Math.abs(height);
    if (!(volume > max)) continue;
    max = volume;
    best = at;
  }
  return best / 3;
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

function crossOf(points: Float64Array, a: number, b: number, c: number): readonly [number, number, number] {
  const ux = points[3 * b] - points[3 * a];
  const uy = points[3 * b + 1] - points[3 * a + 1];
  const uz = points[3 * b + 2] - points[3 * a + 2];
  const vx = points[3 * c] - points[3 * a];
  const vy = points[3 * c + 1] - points[3 * a + 1];
  const vz = points[3 * c + 2] - points[3 * a + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
