import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkSectionPlane } from './check.ts';
import { sectionCurves } from './curves.ts';
import { sectionHeights } from './height.ts';
import type { SectionCurves, SectionPlane, SectionRange } from './query.ts';
import { sectionSegments } from './segments.ts';

export type { SectionCurves, SectionPlane, SectionRange } from './query.ts';

/**
 * Returns the curves in which the triangles of a mesh intersect a plane, joined at equal points. The side of each vertex is exact. Vertices on
 * the plane count as above it, so the curves are those of a plane just under the given one. A mesh under a plane that holds one of its faces
 * has the outline of that face. The curves of a closed mesh are always closed. Triangles with non-finite vertices are left out.
 *
 * Linear time, without a tree: one pass over the vertices and one over the triangles, which also serves meshes whose tree is not built yet.
 * @param ranges the triangles that are cut; all of them by default
 * @throws InspectorError `invalid-argument` for numbers that are not finite, and a normal of length 0.
 */
export function planeSection(
  mesh: TriangleMesh,
  plane: SectionPlane,
  ranges: readonly SectionRange[] = [{ first: 0, count: triangleCount(mesh) }],
): SectionCurves {
  checkSectionPlane(plane);
  const heights = ranges.length === 0 ? new Float64Array() : sectionHeights(mesh.positions, plane);
  return sectionCurves(sectionSegments(mesh, heights, ranges), plane.normal);
}
