import { convexHull } from './convex-hull.ts';
import { hullPlanes } from './hull-planes.ts';

/** Corners nearer to each other than this are one. */
const sameCorner = 1e-10;

/**
 * Returns the corners (3·n) of the intersection of half-spaces that all contain the origin inside, of a size of about 1. Rounded.
 *
 * By duality: a plane n·x = d becomes the point n/d. The faces of the hull of these points are the corners (Preparata and Muller 1979).
 * @param planes (4·n) unit normal and offset of each half-space n·x ≤ d; offsets are above 0.
 */
export function intersectHalfSpaces(planes: readonly number[]): Float64Array {
  const points = new Float64Array((3 * planes.length) / 4);
  for (let i = 0; i < planes.length / 4; i++) for (let k = 0; k < 3; k++) points[3 * i + k] = planes[4 * i + k]! / planes[4 * i + 3]!;
  const faces = hullPlanes(convexHull(points));
  const corners: number[] = [];
  for (let at = 0; at < faces.length; at += 4) {
    const corner = [0, 1, 2].map((k) => faces[at + k] / faces[at + 3]);
    if (!hasCorner(corners, corner)) corners.push(...corner);
  }
  return Float64Array.from(corners);
}

function hasCorner(corners: readonly number[], [x, y, z]: readonly number[]): boolean {
  for (let at = 0; at < corners.length; at += 3) {
    if (Math.abs(corners[at]! - x!) + Math.abs(corners[at + 1]! - y!) + Math.abs(corners[at + 2]! - z!) < sameCorner) return true;
  }
  return false;
}
