import type { ConvexHull } from './convex-hull.ts';

/** Returns (3·T) vertices of the triangles of a hull: the fan of each face. Empty for a line or a point. */
export function hullTriangles({ faceFirst, faceCorners }: ConvexHull): Uint32Array {
  const faces = faceFirst.length - 1;
  const triangles = new Uint32Array(3 * (faceCorners.length - 2 * faces));
  let at = 0;
  for (let face = 0; face < faces; face++) {
    const first = faceFirst[face];
    for (let i = first + 1; i + 1 < faceFirst[face + 1]; i++) {
      triangles[at++] = faceCorners[first];
      triangles[at++] = faceCorners[i];
      triangles[at++] = faceCorners[i + 1];
    }
  }
  return triangles;
}
