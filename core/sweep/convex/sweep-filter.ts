import { minus } from '../../math/vec3.ts';
import type { ShapeSweep } from './query.ts';
import type { Viewpoint } from '../../query/triangle-filter.ts';

/** Returns from where a sweep looks at the triangles: along its motion, or from its middle if it does not move. */
export function sweepViewpoint({ from, to }: Pick<ShapeSweep, 'from' | 'to'>): Viewpoint {
  const direction = minus(to, from);
  return direction.every((component) => component === 0) ? { point: from } : { direction };
}
