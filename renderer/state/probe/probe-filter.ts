import { invalidArgument } from '#core/error';
import type { TriangleMesh } from '#core/mesh';
import { defaultValues, type FilterOptions, filterOptions } from '#core/options';
import { traceFilter, type TriangleFilter } from '#core/query';
import { probeTrace } from './probe-trace.ts';
import type { ProbeInput } from './probe.ts';
import { isSwept, type ProbeShape } from './probe-shapes.ts';

/** The filter that considers all triangles. */
export const noFilter: FilterOptions = defaultValues(filterOptions);

/** Whether the query of a shape can leave out triangles. */
export function takesFilter(shape: ProbeShape): boolean {
  return shape.kind !== 'inside' && shape.kind !== 'slice' && shape.kind !== 'polygon' && !isSwept(shape);
}

/** Returns the filter of a probe with its values; `noFilter` for shapes that take none. */
export function filterOf({ shape, filter = noFilter }: ProbeInput): FilterOptions {
  return takesFilter(shape) ? filter : noFilter;
}

/**
 * Returns which triangles the query of a probe considers; `null` for all of them.
 * @throws InspectorError `invalid-argument` for a name that selects no part, and for an impossible shape.
 */
export function probeFilter(mesh: TriangleMesh, probe: ProbeInput): TriangleFilter {
  const filter = filterOf(probe);
  if (filter.parts === '' && filter.sides === 'both') return null;
  const query = probeTrace(probe.shape);
  if (query === null || query.kind === 'shape' || query.kind === 'inside' || query.kind === 'sweep')
    throw invalidArgument('This shape has no filter', 'Remove the filter');
  return traceFilter(mesh, query, filter);
}
