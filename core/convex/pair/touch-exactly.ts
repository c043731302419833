import { bigPoint } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { hullsAreWithin } from '../../shape/hull-distance-exact.ts';

/** Whether the hulls of two sets of points (3·N) share a point, by GJK on integers. Exact. */
export function touchExactly(a: Float64Array, b: Float64Array): boolean {
  const { integers } = scaledIntegers([...a, ...b]);
  const all = Array.from({ length: integers.length / 3 }, (_, i) => bigPoint(integers, 3 * i));
  return hullsAreWithin(all.slice(0, a.length / 3), all.slice(a.length / 3), 0n);
}
