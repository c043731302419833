import type { Vec3 } from '../../math/vec3.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import type { Tree } from '../../tree/layout.ts';
import { isInsideClosedMesh } from '../inside-closed-mesh.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import type { SurfaceFacts } from '../sphere/query.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { closestPointInto } from './into.ts';
import type { ClosestOptions, ClosestResult } from './query.ts';
import { closestOfTriangle } from './record.ts';
import { createClosestWorkspace, type ClosestWorkspace } from './workspace.ts';

export type { ClosestOptions, ClosestPoint, ClosestResult, ClosestStats } from './query.ts';

/**
 * Returns the point of a mesh closest to `point`, in mesh units and source space (catalogue Q5). Triangle and feature are those of
 * exact arithmetic on the f64 vertices; for the numbers see `closestOfTriangle`. Triangles without area act as segments or points.
 * Pass a workspace that was made for this tree to save its allocation, and a filter to consider some of the triangles only.
 * @throws InspectorError `invalid-argument` as `closestPointInto`.
 */
export function closestPoint(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  { maxDistance = Infinity, startAt = noTriangleIndex }: Partial<ClosestOptions> = {},
  workspace: ClosestWorkspace = createClosestWorkspace(tree),
  accepts: TriangleFilter = null,
): ClosestResult {
  const triangle = closestPointInto(tree, mesh, point, maxDistance, workspace, startAt, accepts);
  const { nodesVisited, trianglesTested, closest } = workspace;
  const stats = { nodesVisited, trianglesTested };
  if (triangle === noTriangleIndex) return { closest: null, stats };
  const { code, point: position, distance, direction } = closestOfTriangle(mesh, triangle, point, closest);
  return { closest: { triangle, ...featureOf(code), position, distance, direction, part: partOfTriangle(mesh, triangle) }, stats };
}

/**
 * Returns whether a point is inside a closed mesh, or `on` its surface, exactly. `null` for an open mesh, or where every ray tried
 * ran through an edge.
 * @throws InspectorError `invalid-argument` as `closestPointInto`.
 */
export function pointInside(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  { isClosed = false }: Partial<SurfaceFacts> = {},
  workspace: ClosestWorkspace = createClosestWorkspace(tree),
): boolean | 'on' | null {
  if (closestPointInto(tree, mesh, point, 0, workspace) !== noTriangleIndex) return 'on';
  return isClosed ? isInsideClosedMesh(tree, mesh, point) : null;
}
