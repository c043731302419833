import { invalidArgument } from '#core/error';
import type { TriangleMesh } from '#core/mesh';
import { defaultValues, type FilterOptions, filterOptions } from '#core/options';
import { traceFilter, triangleFilter, type TriangleFilter } from '#core/query';
import { sweepViewpoint } from '#core/sweep';
import { probeTrace } from './probe-trace.ts';
import type { ProbeInput } from './probe.ts';
import type { ProbeShape } from './probe-shapes.ts';

/** The filter that considers all triangles. */
export const noFilter: FilterOptions = defaultValues(filterOptions);

/** Whether the query of a shape can leave out parts. A polygon has no mesh. */
export function takesParts({ kind }: ProbeShape): boolean {
  return kind !== 'polygon';
}

/** Whether the query of a shape can leave out triangles by their side. An inside has none: the parts that remain are its surface. */
export function takesSides(shape: ProbeShape): boolean {
  return takesParts(shape) && !hasSurface(shape);
}

function hasSurface({ kind }: ProbeShape): boolean {
  return kind === 'inside' || kind === 'slice';
}

/** Returns the filter of a probe with its values; `noFilter` for shapes that take none. */
export function filterOf({ shape, filter = noFilter }: ProbeInput): FilterOptions {
  if (!takesParts(shape)) return noFilter;
  return takesSides(shape) ? filter : { ...noFilter, parts: filter.parts };
}

/**
 * Returns which triangles the query of a probe considers; `null` for all of them, and for shapes whose parts are a surface (`windingSurface`).
 * @throws InspectorError `invalid-argument` for a name that selects no part, and for an impossible shape.
 */
export function probeFilter(mesh: TriangleMesh, probe: ProbeInput): TriangleFilter {
  const filter = filterOf(probe);
  if (hasSurface(probe.shape) || (filter.parts === '' && filter.sides === 'both')) return null;
  const query = probeTrace(probe.shape);
  if (query === null || query.kind === 'shape' || query.kind === 'inside')
    throw invalidArgument('This shape has no filter', 'Remove the filter');
  return query.kind === 'sweep' ? triangleFilter(mesh, filter, sweepViewpoint(query.sweep)) : traceFilter(mesh, query, filter);
}
