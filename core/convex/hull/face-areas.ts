import type { ConvexHull } from './convex-hull.ts';

/** Returns the area of each face of a solid hull, with its planes (4·F) from `hullPlanes`. */
export function faceAreas(hull: ConvexHull, planes: Float64Array): readonly number[] {
  const { positions: p, faceFirst, faceCorners } = hull;
  return Array.from({ length: faceFirst.length - 1 }, (_, face) => {
    let area = 0;
    const origin = 3 * faceCorners[faceFirst[face]];
    for (let i = faceFirst[face] + 1; i + 1 < faceFirst[face + 1]; i++) {
      const [b, c] = [3 * faceCorners[i], 3 * faceCorners[i + 1]];
      const [ux, uy, uz] = [p[b] - p[origin], p[b + 1] - p[origin + 1], p[b + 2] - p[origin + 2]];
      const [vx, vy, vz] = [p[c] - p[origin], p[c + 1] - p[origin + 1], p[c + 2] - p[origin + 2]];
      area +=
        (planes[4 * face] * (uy * vz - uz * vy) + planes[4 * face + 1] * (uz * vx - ux * vz) + planes[4 * face + 2] * (ux * vy - uy * vx)) /
        2;
    }
    return area;
  });
}
