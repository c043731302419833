import type { Bounds } from '#core/mesh/bounds';
import { decimalsFor } from '../ui/format-number.ts';

/** Decimals for the coordinates and lengths of a list about a mesh; `bounds` is `null` for one without a finite triangle. */
export function lengthDecimals(bounds: Bounds | null): number {
  return decimalsFor(bounds === null ? 1 : Math.max(...bounds.max.map((value, i) => value - bounds.min[i]!)));
}
