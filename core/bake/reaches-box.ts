import { normalized } from '../math/vec3.ts';
import type { Ray } from '../query/ray/ray.ts';

/**
 * Returns the test whether a ray reaches a box: a slab test without padding, in f64, that ignores NaN. The box is a function of the bound:
 * 0 to 2 for the minimum, 3 to 5 for the maximum.
 */
export function reachesBox({ origin, direction, far }: Ray): (bound: (index: number) => number) => boolean {
  const inverse = normalized(direction)!.map((value) => 1 / value);
  return (bound) => {
    let near = 0;
    let end = far;
    for (let k = 0; k < 3; k++) {
      const a = (bound(k) - origin[k]) * inverse[k];
      const b = (bound(k + 3) - origin[k]) * inverse[k];
      if (Number.isNaN(a) || Number.isNaN(b)) continue;
      near = Math.max(near, Math.min(a, b));
      end = Math.min(end, Math.max(a, b));
    }
    return near <= end;
  };
}
