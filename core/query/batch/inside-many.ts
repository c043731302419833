import { insideOptions, type InsideOptions } from '../../options/inside-options.ts';
import { checkValues } from '../../options/option.ts';
import { insideInto } from '../inside/into.ts';
import { createInsideWorkspace } from '../inside/workspace.ts';
import type { WindingTree } from '../inside/winding-tree.ts';
import { atQuery, pointAt, pointCount, type Numbers } from './check.ts';
import type { InsideManyResult } from './result.ts';

/**
 * Returns whether many points are inside, with their winding numbers, bit for bit those of `pointWinding`. Parts are chosen by the surface of the winding
 * tree (`windingSurface`).
 * @throws InspectorError `invalid-argument` as `pointWinding`, with the number of the point, and for an array of another length.
 */
export function insideMany(
  winding: WindingTree,
  { points }: { readonly points: Numbers },
  options: Partial<InsideOptions> = {},
): InsideManyResult {
  const { accuracy } = checkValues(insideOptions, options);
  const count = pointCount('points', points);
  const workspace = createInsideWorkspace(winding);
  const inside = new Uint8Array(count);
  const windings = new Float64Array(count);
  const windingErrors = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    try {
      inside[i] = insideInto(winding, pointAt(points, i), accuracy, workspace);
    } catch (error) {
      atQuery('Point', i, error);
    }
    windings[i] = workspace.winding;
    windingErrors[i] = workspace.windingError;
  }
  return { inside, windings, windingErrors };
}
