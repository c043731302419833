import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { FilterOptions } from '../options/filter-options.ts';
import type { RayOptions } from '../options/ray-options.ts';
import { closestPointMany as findClosestMany, type Points } from '../query/batch/closest-point-many.ts';
import { pointCount } from '../query/batch/check.ts';
import { manyFilters } from '../query/batch/many-filters.ts';
import { raycastMany as castMany, type Rays } from '../query/batch/raycast-many.ts';
import type { ClosestPointsResult, RaysResult } from '../query/batch/result.ts';
import { checkTreeFits } from '../tree/check-tree-fits.ts';
import type { Tree } from '../tree/layout.ts';
import { rayWorkspaceOf, treeForMany } from './derived.ts';

/**
 * Returns the first or any hit of many rays: triangles and distances, bit for bit those of `raycast`. With mode `any` the hit may be another one
 * than that of `raycast`. In WebAssembly a call casts thousands of rays. In mode `first`, if there are at least a quarter as many rays as triangles,
 * a tree of another kind is replaced by one in WebAssembly. It is built once, and kept as long as the tree. A filter leaves out parts, and sides as
 * each ray sees them; then no WebAssembly runs.
 * @throws InspectorError `invalid-argument` as `raycast`, with the number of the ray; for arrays of other lengths, and mode `all`.
 */
export function raycastMany(
  tree: Tree,
  mesh: TriangleMesh,
  rays: Rays,
  options: Partial<RayOptions> = {},
  filter: Partial<FilterOptions> = {},
): RaysResult {
  // Which hit is any hit depends on the tree.
  const isFirst = options.mode !== 'any';
  const used = isFirst ? fastestTree(tree, mesh, pointCount('origins', rays?.origins), filter) : tree;
  return castMany(used, mesh, rays, options, filter, rayWorkspaceOf(used));
}

/**
 * Returns the closest points of many points, bit for bit those of `closestPoint`. In WebAssembly a call runs a thousand points. The tree is replaced
 * as in `raycastMany`. A filter leaves out parts, and sides as each point sees them; then no WebAssembly runs.
 * @throws InspectorError `invalid-argument` as `closestPoint`, with the number of the point, and for arrays of other lengths.
 */
export function closestPointMany(tree: Tree, mesh: TriangleMesh, points: Points, filter: Partial<FilterOptions> = {}): ClosestPointsResult {
  return findClosestMany(fastestTree(tree, mesh, pointCount('points', points?.points), filter), mesh, points, filter);
}

function fastestTree(tree: Tree, mesh: TriangleMesh, queries: number, filter: Partial<FilterOptions>): Tree {
  checkTreeFits(tree, mesh);
  return manyFilters(mesh, filter) === null ? treeForMany(tree, mesh, queries) : tree;
}
