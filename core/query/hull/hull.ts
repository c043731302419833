import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { OverlapOptions } from '../../options/overlap-options.ts';
import { halfSpacesOf } from '../../shape/half-spaces.ts';
import { hullHalfSpaces } from '../../shape/hull-half-spaces.ts';
import type { Tree } from '../../tree/layout.ts';
import { halfSpacesTest } from '../half-spaces-overlap.ts';
import { type OverlapTest, overlapWith, type ShapeOverlap, type ShapeWorkspace } from '../overlap-descent.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { checkHullQuery } from './check.ts';
import type { PointHull } from './query.ts';

export type { PointHull } from './query.ts';

/**
 * Returns all triangles that the closed convex hull of points overlaps: touching counts (catalogue Q4). The set is that of exact arithmetic on
 * the f64 vertices and points. Mode `any` stops at the first triangle found, which depends on the tree.
 * @throws InspectorError `invalid-argument` as `checkHullQuery`, for unknown options, a tree of another mesh, and a workspace made for a
 * shallower tree.
 */
export function hullOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  hull: PointHull,
  options: Partial<OverlapOptions> = {},
  workspace?: ShapeWorkspace,
  accepts: TriangleFilter = null,
): ShapeOverlap {
  return overlapWith(hullTest(mesh, hull), tree, mesh, options, workspace, accepts);
}

/** Returns the tests of a hull for `overlappingTriangles`. @throws InspectorError `invalid-argument` as `checkHullQuery`. */
export function hullTest(mesh: TriangleMesh, hull: PointHull): OverlapTest {
  checkHullQuery(hull);
  return halfSpacesTest(mesh, halfSpacesOf(hullHalfSpaces(hull.points)));
}
