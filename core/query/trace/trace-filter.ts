import { minus } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { FilterOptions } from '../../options/filter-options.ts';
import { solidCenter } from '../../shape/box-solid.ts';
import { shapeViewpoint } from '../shape-overlap.ts';
import { triangleFilter, type TriangleFilter, type Viewpoint } from '../triangle-filter.ts';
import type { TraceQuery } from './trace-query.ts';

/**
 * Returns the filter of a query that is traced, with the viewpoint of that query (`triangleFilter`).
 * @throws InspectorError `invalid-argument` for a name that selects no part.
 */
export function traceFilter(mesh: TriangleMesh, query: FilteredQuery, filter: FilterOptions): TriangleFilter {
  return triangleFilter(mesh, filter, viewpointOf(query));
}

/** The queries that have a filter. */
type FilteredQuery = Exclude<TraceQuery, { readonly kind: 'inside' | 'shape' }>;

function viewpointOf(query: FilteredQuery): Viewpoint {
  switch (query.kind) {
    case 'ray':
      return { direction: query.ray.direction };
    case 'segment':
      return { direction: minus(query.segment.to, query.segment.from) };
    case 'closest':
    case 'nearest':
    case 'within':
      return { point: query.point };
    case 'sphere':
      return { point: query.sphere.center };
    case 'box':
      return { point: solidCenter(query.box) };
    case 'plane': {
      const [x, y, z] = query.plane.normal;
      return { direction: [-x, -y, -z] };
    }
    case 'overlap':
      return shapeViewpoint(query.shape);
  }
}
