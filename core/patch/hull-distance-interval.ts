import { hypot } from '../math/hypot.ts';
import { highestPoint } from '../shape/highest-point.ts';
import { createSimplex, reduceSimplex } from '../shape/simplex.ts';
import type { DistanceInterval } from './distance-interval.ts';

/** More steps would cycle among rounding errors. */
const maxSteps = 48;
/** Part of the size of the coordinates by which the lower bound is reduced: far more than rounding. */
const slack = 2 ** -40;

/**
 * Returns an interval that contains the distance of the hulls of two sets of points (3·n), the first one moved by an offset.
 * Each direction of the search gives a gap, so the lower bound holds wherever the search ends.
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
    if (simplex.containsOrigin) return { lower: 0, upper: 0 };
    const [x, y, z] = simplex.nearest as unknown as [number, number, number];
    const size = hypot(x, y, z);
    upper = Math.min(upper, size);
    if (!(size > 0)) return { lower: 0, upper: 0 };
    const i = highestPoint(a, x, y, z);
    const j = highestPoint(b, -x, -y, -z);
    const gap = (x * (b[3 * j] - a[3 * i] - ox) + y * (b[3 * j + 1] - a[3 * i + 1] - oy) + z * (b[3 * j + 2] - a[3 * i + 2] - oz)) / size;
    lower = Math.max(lower, gap);
    if (simplex.count === 4 || gap >= size * (1 - 2 ** -48)) break;
    push(i, j);
  }
  const reach = Math.max(Math.abs(ox), Math.abs(oy), Math.abs(oz), largest(a), largest(b));
  return { lower: Math.max(0, lower - slack * reach), upper };
}

function largest(points: Float64Array): number {
  let size = 0;
  for (const value of points) size = Math.max(size, Math.abs(value));
  return size;
}
