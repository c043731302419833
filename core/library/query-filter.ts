import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { FilterOptions } from '../options/filter-options.ts';
import { manyFilters } from '../query/batch/many-filters.ts';
import type { TriangleFilter, Viewpoint } from '../query/triangle-filter.ts';

/** All triangles. */
export const allTriangles: Partial<FilterOptions> = {};

/** Returns the filter of one query; `null` for all triangles. @throws InspectorError `invalid-argument` for a name that selects no part. */
export function queryFilter(mesh: TriangleMesh, filter: Partial<FilterOptions>, viewpoint: () => Viewpoint): TriangleFilter {
  if (filter === allTriangles) return null;
  const filters = manyFilters(mesh, filter);
  return filters === null ? null : filters(viewpoint());
}
