import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { OverlapOptions } from '../../options/overlap-options.ts';
import { halfSpacesOf } from '../../shape/half-spaces.ts';
import type { Tree } from '../../tree/layout.ts';
import { halfSpacesTest } from '../half-spaces-overlap.ts';
import { type OverlapTest, overlapWith, type ShapeOverlap, type ShapeWorkspace } from '../overlap-descent.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { frustumHalfSpaces, type Frustum } from './half-spaces.ts';

/**
 * Returns all triangles that a closed frustum overlaps: touching counts (catalogue Q4). The set is that of exact arithmetic on the f64
 * vertices and the numbers of the matrix, perspective or orthographic, with a finite or an endless far side. Mode `any` stops at the first
 * triangle found, which depends on the tree.
 * @throws InspectorError `invalid-argument` as `frustumHalfSpaces`, for unknown options, a tree of another mesh, and a workspace made for a
 * shallower tree.
 */
export function frustumOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  frustum: Frustum,
  options: Partial<OverlapOptions> = {},
  workspace?: ShapeWorkspace,
  accepts: TriangleFilter = null,
): ShapeOverlap {
  return overlapWith(frustumTest(mesh, frustum), tree, mesh, options, workspace, accepts);
}

/**
 * Returns a frustum with its half-spaces, for queries of many meshes.
 * @throws InspectorError `invalid-argument` as `frustumHalfSpaces`.
 */
export function prepareFrustum({ clipFromMesh }: Frustum): Frustum {
  return { clipFromMesh, spaces: halfSpacesOf(frustumHalfSpaces({ clipFromMesh })) };
}

/** Returns the tests of a frustum for `overlappingTriangles`. @throws InspectorError `invalid-argument` as `frustumHalfSpaces`. */
export function frustumTest(mesh: TriangleMesh, frustum: Frustum): OverlapTest {
  return halfSpacesTest(mesh, (frustum.spaces === undefined ? prepareFrustum(frustum) : frustum).spaces!, null);
}
