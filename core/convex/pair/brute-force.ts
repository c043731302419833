import { bigPoint } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { hullsAreWithin } from '../../shape/hull-distance-exact.ts';
import { convexHull } from '../hull/convex-hull.ts';
import { hullPlanes } from '../hull/hull-planes.ts';

/** What the Minkowski difference says about two hulls. */
export interface DifferenceFacts {
  /** Exact. */
  readonly overlap: boolean;
  /** Minimum translation; 0 if they are apart. */
  readonly depth: number;
}

/**
 * Test oracle of `testConvexPair` for few points: finds the hull of all differences of a point of A and a point of B. The depth is the distance of
 * the origin from its nearest face. Exact arithmetic decides the overlap.
 * @param a (3·N) points. @param b (3·M) points, in the same space.
 */
export function convexPairBruteForce(a: Float64Array, b: Float64Array): DifferenceFacts {
  const { integers } = scaledIntegers([...a, ...b]);
  const all = Array.from({ length: integers.length / 3 }, (_, i) => bigPoint(integers, 3 * i));
  const overlap = hullsAreWithin(all.slice(0, a.length / 3), all.slice(a.length / 3), 0n);
  const differences = new Float64Array((a.length * b.length) / 3);
  let at = 0;
  for (let i = 0; i < a.length; i += 3)
    for (let j = 0; j < b.length; j += 3) for (let k = 0; k < 3; k++) differences[at++] = a[i + k] - b[j + k];
  const hull = convexHull(differences);
  if (!overlap || hull.dimension < 3) return { overlap, depth: 0 };
  const planes = hullPlanes(hull);
  let depth = Infinity;
  for (let i = 3; i < planes.length; i += 4) depth = Math.min(depth, planes[i]);
  return { overlap, depth: Math.max(0, depth) };
}
