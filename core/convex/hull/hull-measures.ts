import { hypot } from '../../math/hypot.ts';
import { addToSum, createSum, sumOf } from '../../math/compensated-sum.ts';
import type { ConvexHull } from './convex-hull.ts';
import { hullTriangles } from './hull-triangles.ts';

/** Volume and area of a hull, in mesh units. */
export interface HullMeasures {
  readonly volume: number;
  /** Of a flat hull: the area of one side. */
  readonly area: number;
}

/** Returns the volume and area of a hull. Exact apart from rounding, also far from the origin. */
export function hullMeasures(hull: ConvexHull): HullMeasures {
  const { positions: p, dimension } = hull;
  const triangles = hullTriangles(hull);
  const [volume, area] = [createSum(), createSum()];
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at], 3 * triangles[at + 1], 3 * triangles[at + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    addToSum(area, hypot(nx, ny, nz));
    addToSum(volume, nx * (p[a] - p[0]) + ny * (p[a + 1] - p[1]) + nz * (p[a + 2] - p[2]));
  }
  return { volume: dimension === 3 ? Math.max(0, sumOf(volume) / 6) : 0, area: sumOf(area) / 2 };
}
