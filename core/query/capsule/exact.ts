import { readCorners } from '../../mesh/read-corners.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { isPairWithin, segmentTriangleExact } from '../../shape/segment-triangle-exact.ts';
import { extentOf, minDistance, triangleDistanceSq } from '../../shape/triangle-triangle-distance.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import type { Capsule } from './query.ts';
import type { CapsuleWorkspace } from './workspace.ts';

/** Bound on the error of a distance, as a part of the extent of segment and triangle: that of a foot along a rounded normal. */
const relativeError = 2 ** -37;

/**
 * Whether a capsule overlaps a triangle, exactly. The scratch has the axis. Two f64 bounds of the distance decide nearly always: a pair of
 * points from above, and the gap along their direction from below. Hot: bench `capsule`.
 */
export function capsuleTouchesTriangle(
  mesh: TriangleMesh,
  triangle: number,
  capsule: Capsule,
  { axis, corners, nearest, closest }: Pick<CapsuleWorkspace, 'axis' | 'corners' | 'nearest' | 'closest'>,
): boolean {
  const { radius } = capsule;
  readCorners(mesh, triangle, corners);
  const distance = Math.sqrt(triangleDistanceSq(axis, corners, nearest, closest));
  if (distance + relativeError * extentOf(axis, corners) + 1e-140 < radius) return true;
  if (minDistance(axis, corners, nearest) > radius) return false;
  if (trianglesIntersect(axis, corners)) return true;
  const { pairs, exponent } = segmentTriangleExact(capsule.from, capsule.to, ...triangleVertices(mesh, triangle));
  return isPairWithin(pairs[0]!, exponent, radius);
}

/** Writes the axis of a capsule as a triangle without area: from, to, to. */
export function writeAxis({ from, to }: Capsule, axis: Float64Array): void {
  axis.set(from);
  axis.set(to, 3);
  axis.set(to, 6);
}
