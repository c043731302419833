import { fastLength } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { closestTriangleInto } from '../../query/closest/into.ts';
import { createClosestWorkspace } from '../../query/closest/workspace.ts';
import { noTriangleIndex } from '../../query/no-triangle.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { triangleArea } from '../../shape/triangle-area.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { divideTriangles } from './divide-triangles.ts';

/** How far a surface is from another one, at the centres of its pieces. */
export interface DistanceField {
  /** (T) each triangle has the square of this number of pieces; see `divideTriangles`. */
  readonly divisions: Uint8Array;
  /** One for each piece, in the order of `divideTriangles`, mesh units; NaN for a triangle that is not finite. */
  readonly distances: Float32Array;
  /** Mean distance of the surface, weighted by area, mesh units; `null` for a surface without area. */
  readonly mean: number | null;
}

/** A triangle is not divided further: the square of this is its number of pieces. */
const maxDivisions = 255;

/**
 * Returns the distances of a surface to another one; `null` if that has no finite triangle. Large triangles are divided, so that no piece has
 * much more than its share of the area. The mean is the midpoint rule over the pieces: exact where the distance is linear in a piece.
 *
 * @param pieces number of equal shares of the area. @param isOnSurface (T) 1 for triangles that are known to lie on the other surface
 * @throws whatever `progress` throws.
 */
export function distanceField(
  from: TriangleMesh,
  to: TreedMesh,
  { pieces, isOnSurface }: { readonly pieces: number; readonly isOnSurface?: Uint8Array },
  progress: Progress = noProgress,
): DistanceField | null {
  if (to.tree.nodeCount === 0) return null;
  const areas = triangleAreas(from);
  const share = areas.reduce((sum, area) => sum + area, 0) / pieces;
  const divisions = Uint8Array.from(areas, (area, triangle) =>
    isOnSurface?.[triangle] === 1 || !(share > 0) ? 1 : Math.min(maxDivisions, Math.max(1, Math.ceil(Math.sqrt(area / share)))),
  );
  const divided = divideTriangles(from, divisions);
  const distances = new Float32Array(triangleCount(divided));
  const measure = distanceMeter(divided, to);
  let piece = 0;
  let [weighted, area] = [0, 0];
  for (let triangle = 0; triangle < divisions.length; triangle++) {
    const count = divisions[triangle]! ** 2;
    let sum = 0;
    for (const end = piece + count; piece < end; piece++) {
      if (piece % 256 === 0) progress(piece / distances.length);
      const distance = isOnSurface?.[triangle] === 1 ? 0 : measure(piece);
      distances[piece] = distance;
      sum += distance;
    }
    if (!Number.isFinite(sum)) continue;
    weighted += (sum / count) * areas[triangle]!;
    area += areas[triangle]!;
  }
  progress(1);
  return { divisions, distances, mean: area > 0 ? weighted / area : null };
}

/** Returns (T) the area of each triangle; 0 for one that is not finite. */
function triangleAreas(mesh: TriangleMesh): Float64Array {
  const corners = new Float64Array(9);
  return Float64Array.from({ length: triangleCount(mesh) }, (_, triangle) => {
    if (!isFiniteTriangle(mesh, triangle)) return 0;
    readCorners(mesh, triangle, corners);
    return triangleArea(corners);
  });
}

/** Returns the function that measures the distance of the centre of a triangle, up to rounding; NaN for one that is not finite. */
function distanceMeter(from: TriangleMesh, { mesh, tree }: TreedMesh): (triangle: number) => number {
  const workspace = createClosestWorkspace(tree);
  const corners = new Float64Array(9);
  const closest = new Float64Array(4);
  let last = noTriangleIndex;
  return (triangle) => {
    if (!isFiniteTriangle(from, triangle)) return NaN;
    readCorners(from, triangle, corners);
    const centre = [0, 1, 2].map((k) => (corners[k]! + corners[3 + k]! + corners[6 + k]!) / 3);
    const [x, y, z] = [centre[0]!, centre[1]!, centre[2]!];
    last = closestTriangleInto(tree, mesh, [x, y, z], Infinity, workspace, last);
    if (workspace.distance < Infinity) return workspace.distance;
    const { positions, indices } = mesh;
    const at = 3 * last;
    closestPointTriangle(x, y, z, positions, 3 * indices[at]!, 3 * indices[at + 1]!, 3 * indices[at + 2]!, closest);
    return fastLength(closest[0]!, closest[1]!, closest[2]!);
  };
}
