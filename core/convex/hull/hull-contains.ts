import type { ConvexHull } from './convex-hull.ts';
import { hullTriangles } from './hull-triangles.ts';
import { sideOfPlane } from './side-of-plane.ts';

/** Whether a solid hull contains points (3·N), its surface included. Exact. The time is the number of points times the number of faces. */
export function hullContains(hull: ConvexHull, points: Float64Array): boolean {
  const { positions } = hull;
  const triangles = hullTriangles(hull);
  for (let at = 0; at < triangles.length; at += 3) {
    for (let i = 0; i < points.length / 3; i++) {
      if (sideOfPlane(positions, triangles[at], triangles[at + 1], triangles[at + 2], i, points) > 0) return false;
    }
  }
  return hull.dimension === 3;
}
