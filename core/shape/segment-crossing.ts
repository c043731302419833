import { orient3dSign } from '../math/orientation.ts';
import type { Vec3 } from '../math/vec3.ts';

/**
 * Returns how a segment crosses the interior of a triangle (9), exactly: 1 from back to front, -1 from front to back, 0 for a miss. Returns
 * `null` if it ends in the triangle's plane or hits an edge or a vertex. A triangle without area gives 0 or `null`. Hot.
 */
export function segmentCrossing(from: Vec3, to: Vec3, t: Float64Array): 1 | -1 | 0 | null {
  const start = orient3dSign(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], from[0], from[1], from[2]);
  const end = orient3dSign(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], to[0], to[1], to[2]);
  if (start * end > 0) return 0;
  const ab = sideOf(from, to, t, 0, 3);
  const bc = sideOf(from, to, t, 3, 6);
  if (ab * bc < 0) return 0;
  const ca = sideOf(from, to, t, 6, 0);
  if (ab * ca < 0 || bc * ca < 0) return 0;
  if (start === 0 || end === 0 || ab === 0 || bc === 0 || ca === 0) return null;
  return end > 0 ? 1 : -1;
}

/** Returns the side of the segment on which the edge between two corners of `t` passes. */
function sideOf(from: Vec3, to: Vec3, t: Float64Array, a: number, b: number): number {
  return orient3dSign(from[0], from[1], from[2], to[0], to[1], to[2], t[a], t[a + 1], t[a + 2], t[b], t[b + 1], t[b + 2]);
}
