import { hypot } from '../math/hypot.ts';
import { highestPoint } from '../shape/highest-point.ts';
import { createSimplex, reduceSimplex, type Simplex } from '../shape/simplex.ts';
import type { DistanceInterval } from './distance-interval.ts';

/** More steps would cycle among rounding errors. */
const maxSteps = 48;
/** Part of the size of the coordinates by which the lower bound is reduced: far more than rounding. */
const slack = 2 ** -40;
/**
 * The same for the upper bound. In units of 2⁻⁵³ of the largest coordinate, a difference of three coordinates has at most 7. A weighted sum of four has 21,
 * the sum of their weights 12, and a length 10. In all it is √3 times 50, which is less than 2⁷.
 */
const upperSlack = 2 ** -46;

/**
 * Returns an interval that contains the distance of the hulls of two sets of points (3·n), the first one moved by an offset.
 * Each direction of the search gives a gap, so the lower bound holds wherever the search ends. The upper bound is that of a weighted mean of corners:
 * it is in the hull whatever the weights are. The nearest point itself can be far off a thin triangle.
 * Source: Gilbert, Johnson and Keerthi (1988).
 */
export function hullDistanceInterval(a: Float64Array, [ox, oy, oz]: readonly [number, number, number], b: Float64Array): DistanceInterval {
  const simplex = createSimplex();
  const push = (i: number, j: number): void => {
    const at = 3 * simplex.count;
    simplex.ofA[simplex.count] = i;
    simplex.ofB[simplex.count++] = j;
    simplex.corners[at] = b[3 * j] - a[3 * i] - ox;
    simplex.corners[at + 1] = b[3 * j + 1] - a[3 * i + 1] - oy;
    simplex.corners[at + 2] = b[3 * j + 2] - a[3 * i + 2] - oz;
    reduceSimplex(simplex);
  };
  push(0, 0);
  let lower = 0;
  let upper = Infinity;
  for (let step = 0; step < maxSteps; step++) {
    upper = Math.min(upper, sizeOfMean(simplex));
    const [x, y, z] = simplex.nearest as unknown as [number, number, number];
    const size = hypot(x, y, z);
    if (simplex.containsOrigin || !(size > 0)) break;
    const i = highestPoint(a, x, y, z);
    const j = highestPoint(b, -x, -y, -z);
    const gap = (x * (b[3 * j] - a[3 * i] - ox) + y * (b[3 * j + 1] - a[3 * i + 1] - oy) + z * (b[3 * j + 2] - a[3 * i + 2] - oz)) / size;
    lower = Math.max(lower, gap);
    if (simplex.count === 4 || gap >= size * (1 - 2 ** -48)) break;
    push(i, j);
  }
  const reach = Math.max(Math.abs(ox), Math.abs(oy), Math.abs(oz), largest(a), largest(b));
  return { lower: Math.max(0, lower - slack * reach), upper: upper + upperSlack * reach };
}

/** Returns the length of the weighted mean of the corners. Hot. */
function sizeOfMean({ count, corners, weights }: Simplex): number {
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    x += weights[i] * corners[3 * i];
    y += weights[i] * corners[3 * i + 1];
    z += weights[i] * corners[3 * i + 2];
  }
  return hypot(x, y, z);
}

function largest(points: Float64Array): number {
  let size = 0;
  for (const value of points) size = Math.max(size, Math.abs(value));
  return size;
}
