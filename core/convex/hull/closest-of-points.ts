import type { Vec3 } from '../../math/vec3.ts';
import { highestPoint } from '../../shape/highest-point.ts';
import { createSimplex, reduceSimplex } from '../../shape/simplex.ts';

const maxSteps = 32;

/** Returns the point of the hull of points (3·n) that is nearest to a point, by GJK in plain f64. */
export function closestOfPoints(points: ArrayLike<number>, to: Vec3): Vec3 {
  const offsets = Float64Array.from({ length: points.length }, (_, i) => points[i]! - to[i % 3]!);
  const simplex = createSimplex();
  const push = (i: number): void => {
    simplex.corners.set(offsets.subarray(3 * i, 3 * i + 3), 3 * simplex.count);
    simplex.ofA[simplex.count++] = i;
    reduceSimplex(simplex);
  };
  push(0);
  for (let step = 0; step < maxSteps && !simplex.containsOrigin && simplex.count < 4; step++) {
    const [x, y, z] = simplex.nearest as unknown as [number, number, number];
    const i = highestPoint(offsets, -x, -y, -z);
    const gain = x * (x - offsets[3 * i]) + y * (y - offsets[3 * i + 1]) + z * (z - offsets[3 * i + 2]);
    if (!(gain > 1e-12 * (x * x + y * y + z * z)) || simplex.ofA.subarray(0, simplex.count).includes(i)) break;
    push(i);
  }
  return [simplex.nearest[0] + to[0], simplex.nearest[1] + to[1], simplex.nearest[2] + to[2]];
}
