import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { HullOptions } from '../../options/hull-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { triangleGroups, groupPoints, type TriangleGroup, createMarks } from '../triangle-groups.ts';
import { convexHull, type ConvexHull } from './convex-hull.ts';
import { hullMeasures, type HullMeasures } from './hull-measures.ts';
import { simplifyHull } from './simplify-hull.ts';

/** The convex hull of a group. */
export interface GroupHull extends HullMeasures {
  readonly group: TriangleGroup;
  readonly hull: ConvexHull;
  /** Volume of the exact hull, which is smaller than `volume` if the vertices were limited. */
  readonly exactVolume: number;
  /** Largest distance of a point of the hull from the exact hull. */
  readonly maxDistance: number;
}

/**
 * Returns the convex hulls of a mesh, of its parts or of its components (catalogue S1). Vertices that no finite triangle uses do not count.
 * @throws InspectorError `no-triangles`; `invalid-argument` as `simplifyHull`; whatever `progress` throws.
 */
export function meshHulls(
  mesh: TriangleMesh,
  { per, maxVertices, maxFaces }: HullOptions,
  progress: Progress = noProgress,
): readonly GroupHull[] {
  const groups = triangleGroups(mesh, per);
  const marks = createMarks(mesh);
  return groups.map((group, i) => {
    progress(i / groups.length);
    const exact = convexHull(groupPoints(mesh, group, marks));
    const measures = hullMeasures(exact);
    const limits = { maxVertices: maxVertices || Infinity, maxFaces: maxFaces || Infinity };
    const { hull, maxDistance } = simplifyHull(exact, limits, (part) => progress((i + part) / groups.length));
    return { group, hull, ...(hull === exact ? measures : hullMeasures(hull)), exactVolume: measures.volume, maxDistance };
  });
}
