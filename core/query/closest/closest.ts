import type { Vec3 } from '../../math/vec3.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { featureOf, type TriangleFeature } from '../../shape/triangle-feature.ts';
import type { Tree } from '../../tree/layout.ts';
import { closestOfTriangle } from './record.ts';
import { closestPointInto } from './into.ts';
import { createClosestWorkspace, noTriangle, type ClosestWorkspace } from './workspace.ts';
import { isInsideClosedMesh } from '../inside-closed-mesh.ts';
import type { SurfaceFacts } from '../sphere/sphere.ts';

/** The point of a mesh that is closest to another. */
export interface ClosestPoint extends TriangleFeature {
  /** Import index; of equally close triangles the lowest. */
  readonly triangle: number;
  /** On the feature of the triangle. */
  readonly position: Vec3;
  readonly distance: number;
  /** Unit vector from `position` to the point asked; `null` where the two are one. */
  readonly direction: Vec3 | null;
  /** Index of the part; `null` where no part holds the triangle. */
  readonly part: number | null;
}

export interface ClosestStats {
  /** Boxes tested, the root's included. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

export interface ClosestAnswer {
  /** `null` where no triangle is within the distance. */
  readonly closest: ClosestPoint | null;
  readonly stats: ClosestStats;
}

/**
 * Q5: the point of a mesh closest to `point`, at most `within` away; both in mesh units and source space. Triangle and feature
 * are those of exact arithmetic on the f64 vertices; for the numbers see `closestOfTriangle`. Triangles without area act as
 * segments or points. A workspace made for this tree saves allocating one; `startAt` as in `closestPointInto`.
 * @throws InspectorError `invalid-argument` as `closestPointInto`.
 */
export function closestPoint(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  within: number = Infinity,
  workspace: ClosestWorkspace = createClosestWorkspace(tree),
  startAt: number = noTriangle,
): ClosestAnswer {
  const triangle = closestPointInto(workspace, tree, mesh, point, within, startAt);
  const { nodesVisited, trianglesTested, closest } = workspace;
  const stats = { nodesVisited, trianglesTested };
  if (triangle === noTriangle) return { closest: null, stats };
  const { code, point: position, distance, direction } = closestOfTriangle(mesh, triangle, point, closest);
  return { closest: { triangle, ...featureOf(code), position, distance, direction, part: partOfTriangle(mesh, triangle) }, stats };
}

/**
 * On which side of a closed mesh a point lies: inside, outside, or `on` its surface, exactly; `null` where the mesh is not closed,
 * or every ray tried ran through an edge.
 * @throws InspectorError `invalid-argument` as `closestPointInto`.
 */
export function pointInside(tree: Tree, mesh: TriangleMesh, point: Vec3, { isClosed }: SurfaceFacts): boolean | 'on' | null {
  if (closestPointInto(createClosestWorkspace(tree), tree, mesh, point, 0) !== noTriangle) return 'on';
  return isClosed ? isInsideClosedMesh(tree, mesh, point) : null;
}
