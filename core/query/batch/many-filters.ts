import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { filterOptions, type FilterOptions } from '../../options/filter-options.ts';
import { checkValues } from '../../options/option.ts';
import { triangleFilters, type TriangleFilter, type Viewpoint } from '../triangle-filter.ts';

/** Returns the filter of each query of a batch; `null` where all triangles count. @throws InspectorError as `triangleFilter`. */
export function manyFilters(mesh: TriangleMesh, filter: Partial<FilterOptions>): ((viewpoint: Viewpoint) => TriangleFilter) | null {
  const options = checkValues(filterOptions, filter);
  return options.parts === '' && options.sides === 'both' ? null : triangleFilters(mesh, options);
}
