import { invalidArgument } from '../../error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { HullOptions } from '../../options/hull-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { triangleGroups, groupPoints, type TriangleGroup, createMarks } from '../triangle-groups.ts';
import { convexHull, type ConvexHull } from './convex-hull.ts';
import { hullMeasures, type HullMeasures } from './hull-measures.ts';
import { minVertices, simplifyHull } from './simplify-hull.ts';

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
    const limit = vertexLimit(exact, maxVertices, maxFaces);
    const { hull, maxDistance } =
      limit === null ? { hull: exact, maxDistance: 0 } : simplifyHull(exact, limit, (part) => progress((i + part) / groups.length));
    return { group, hull, ...(hull === exact ? measures : hullMeasures(hull)), exactVolume: measures.volume, maxDistance };
  });
}

/**
 * Returns the number of vertices that keeps both limits; `null` if the hull keeps them. A hull of V vertices has 2·V − 4 faces at most, if all of
 * them are triangles (Euler).
 * @throws InspectorError `invalid-argument` for fewer than 4 faces.
 */
function vertexLimit({ faceFirst, positions }: ConvexHull, maxVertices: number, maxFaces: number): number | null {
  if (maxFaces !== 0 && maxFaces < minFaces) throw invalidArgument(`A hull cannot have ${maxFaces} faces`, `Use ${minFaces} or more`);
  const isOverFaces = maxFaces !== 0 && faceFirst.length - 1 > maxFaces;
  const ofFaces = isOverFaces ? Math.floor(maxFaces / 2) + 2 : Infinity;
  const limit = Math.min(maxVertices === 0 ? Infinity : maxVertices, ofFaces);
  if (limit === Infinity) return null;
  return limit >= minVertices && !isOverFaces && positions.length / 3 <= limit ? null : limit;
}

/** A solid has no fewer faces. */
const minFaces = 4;
