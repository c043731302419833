import { hypot } from '../../math/hypot.ts';
import type { ConvexHull } from './convex-hull.ts';

/** Sum of the absolute products of a normal over its length, from which rounding turns it visibly: the face is a sliver. */
const sliver = 2 ** 20;

/**
 * Returns (4·F) the plane of each face of a solid or flat hull: its outward unit normal and its offset. They are rounded. No vertex is beyond an offset
 * by more than 2⁻³⁰ of the size of the hull. The normal of a sliver may point anywhere, so all vertices count for its offset.
 */
export function hullPlanes({
  positions: p,
  faceFirst,
  faceCorners,
}: Pick<ConvexHull, 'positions' | 'faceFirst' | 'faceCorners'>): Float64Array {
  const faces = faceFirst.length - 1;
  const planes = new Float64Array(4 * faces);
  for (let face = 0; face < faces; face++) {
    const origin = 3 * faceCorners[faceFirst[face]];
    let [x, y, z] = [0, 0, 0];
    let products = 0;
    // The sum over the fan is the area vector: longer than that of any one triangle.
    for (let i = faceFirst[face] + 1; i + 1 < faceFirst[face + 1]; i++) {
      const [b, c] = [3 * faceCorners[i], 3 * faceCorners[i + 1]];
      const [ux, uy, uz] = [p[b] - p[origin], p[b + 1] - p[origin + 1], p[b + 2] - p[origin + 2]];
      const [vx, vy, vz] = [p[c] - p[origin], p[c + 1] - p[origin + 1], p[c + 2] - p[origin + 2]];
      x += uy * vz - uz * vy;
      y += uz * vx - ux * vz;
      z += ux * vy - uy * vx;
      products += Math.abs(uy * vz) + Math.abs(uz * vy) + Math.abs(uz * vx) + Math.abs(ux * vz) + Math.abs(ux * vy) + Math.abs(uy * vx);
    }
    const size = hypot(x, y, z);
    const [nx, ny, nz] = size > 0 ? [x / size, y / size, z / size] : [0, 0, 0];
    let offset = -Infinity;
    for (let i = faceFirst[face]; i < faceFirst[face + 1]; i++) {
      const at = 3 * faceCorners[i];
      offset = Math.max(offset, nx * p[at] + ny * p[at + 1] + nz * p[at + 2]);
    }
    if (products > sliver * size)
      for (let at = 0; at < p.length; at += 3) offset = Math.max(offset, nx * p[at] + ny * p[at + 1] + nz * p[at + 2]);
    planes.set([nx, ny, nz, offset], 4 * face);
  }
  return planes;
}
