import type { SourceLocation } from '../../error.ts';
import { maxLocations } from '../../finding.ts';
import { orient2dSign } from '../../math/orientation.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { clipEars, maxEarCorners } from './clip-ears.ts';
import { flatPolygon, type FlatPolygon } from './project-polygon.ts';

/** Polygons whose fan does not fill them. */
export interface FoldedFans {
  /** Number of polygons that ear clipping fills. */
  readonly differ: number;
  /** The first of them, by their first triangle. */
  readonly locations: readonly SourceLocation[];
  /** Number of polygons that keep their fan because they have too many corners, or because the budget was used up. */
  readonly kept: number;
  readonly keptLocations: readonly SourceLocation[];
}

/**
 * Budget of ear clipping for all polygons, in corners squared, so that a file with large ones ends in seconds. Further
 * polygons keep their fan.
 */
const maxWork = 2 ** 27;

/**
 * Checks the fan of every polygon with more than three corners. If a fan triangle is degenerate or flipped, as in
 * concave polygons, ear clipping fills the polygon with the same number of triangles. With `clip` they replace the fan.
 * Polygons that cross themselves keep their fan. Polygons that are not quite planar are checked by exact signs in their
 * projection along the axis closest to the normal.
 * @param lines (P) of the polygons in their file, 0 if unknown
 */
export function triangulatePolygons(
  mesh: TriangleMesh,
  clip: boolean,
  progress: Progress,
  lines?: Uint32Array,
): { readonly mesh: TriangleMesh; readonly folded: FoldedFans } {
  const { positions, polygons } = mesh;
  let { indices } = mesh;
  let differ = 0;
  let work = 0;
  let kept = 0;
  const locations: SourceLocation[] = [];
  const keptLocations: SourceLocation[] = [];
  for (let p = 0; polygons !== undefined && p < polygons.length; p += 2) {
    if (p % 65536 === 0) progress(1);
    const first = polygons[p];
    if (!isFan(indices, first, polygons[p + 1])) continue;
    const corners = cornersOfFan(indices, first, polygons[p + 1]);
    const flat = flatPolygon(positions, corners);
    if (flat === null || isFanSound(flat)) continue;
    const isLarge = corners.length > maxEarCorners;
    if (!isLarge) work += corners.length ** 2;
    if (isLarge || work > maxWork) {
      kept++;
      if (keptLocations.length < maxLocations) keptLocations.push(locationOf(p, first));
      continue;
    }
    const ears = clipEars(flat);
    if (ears === null) continue;
    differ++;
    if (locations.length < maxLocations) locations.push(locationOf(p, first));
    if (!clip) continue;
    if (indices === mesh.indices) indices = indices.slice();
    for (let i = 0; i < ears.length; i++) indices[3 * first + i] = corners[ears[i]];
  }
  return { mesh: { ...mesh, indices }, folded: { differ, locations, kept, keptLocations } };

  function locationOf(p: number, index: number): SourceLocation {
    const line = lines?.[p / 2] ?? 0;
    return { ...(line > 0 && { line }), index, element: 'triangle' };
  }
}

/** Returns whether all triangles have the same first corner. Polygons that were read with their holes do not. Hot. */
function isFan(indices: Uint32Array, first: number, count: number): boolean {
  for (let i = 3 * first + 3; i < 3 * (first + count); i += 3) if (indices[i] !== indices[3 * first]) return false;
  return true;
}

/**
 * Returns the corners of a polygon in its own winding, from its fan. In a mirrored part the fan triangles are flipped.
 * Hot.
 */
function cornersOfFan(indices: Uint32Array, first: number, count: number): Uint32Array {
  const corners = new Uint32Array(count + 2);
  const at = 3 * first;
  const isFlipped = indices[at + 4] !== indices[at + 2] && indices[at + 5] === indices[at + 1];
  corners[0] = indices[at];
  if (!isFlipped) {
    corners[1] = indices[at + 1];
    for (let i = 0; i < count; i++) corners[i + 2] = indices[at + 3 * i + 2];
  } else {
    corners[count + 1] = indices[at + 2];
    for (let i = 0; i < count; i++) corners[count - i] = indices[at + 3 * i + 1];
  }
  return corners;
}

/** Hot. */
function isFanSound({ points, winding }: FlatPolygon): boolean {
  for (let i = 2; i + 3 < points.length; i += 2) {
    if (orient2dSign(points[0], points[1], points[i], points[i + 1], points[i + 2], points[i + 3]) !== winding) return false;
  }
  return true;
}
