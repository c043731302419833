import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { OverlapOptions } from '../../options/overlap-options.ts';
import { halfSpacesOf } from '../../shape/half-spaces.ts';
import { hullHalfSpaces } from '../../shape/hull-half-spaces.ts';
import type { Tree } from '../../tree/layout.ts';
import { halfSpacesTest } from '../half-spaces-overlap.ts';
import { type OverlapTest, overlapWith, type ShapeOverlap, type ShapeWorkspace } from '../overlap-descent.ts';
import { slabsAround } from '../slabs.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { checkHullQuery } from './check.ts';
import type { PointHull } from './query.ts';

export type { PointHull } from './query.ts';

/**
 * Returns all triangles that the closed convex hull of points overlaps: touching counts (catalogue Q4). The set is that of exact arithmetic on
 * the f64 vertices and points. `prepareHull` saves most of the time where the same hull is queried again. Mode `any` stops at the first triangle found, which depends on the tree.
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

/**
 * Returns a hull with its half-spaces, for many queries with the same hull.
 * @throws InspectorError `invalid-argument` as `checkHullQuery`.
 */
export function prepareHull({ points }: PointHull): PointHull {
  checkHullQuery({ points });
  return { points, spaces: halfSpacesOf(hullHalfSpaces(points)) };
}

/** Returns the tests of a hull for `overlappingTriangles`. @throws InspectorError `invalid-argument` as `checkHullQuery`. */
export function hullTest(mesh: TriangleMesh, hull: PointHull): OverlapTest {
  const { points, spaces } = hull.spaces === undefined ? prepareHull(hull) : hull;
  return halfSpacesTest(mesh, spaces!, slabsAround(points, 0));
}
