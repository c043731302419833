import type { Bounds } from '#core/mesh';
import { decimalsFor, formatFixed, formatNumber } from './format-number.ts';

/** Decimals for the coordinates and lengths of a list about a mesh; `bounds` is `null` for one without a finite triangle. */
export function lengthDecimals(bounds: Bounds | null): number {
  return decimalsFor(bounds === null ? 1 : Math.max(...bounds.max.map((value, i) => value - bounds.min[i]!)));
}

/** A length in a column of lengths. One too small for the decimals of the column has its own; `null` gives an empty text. */
export function lengthText(length: number | null, decimals: number): string {
  if (length === null) return '';
  const text = formatFixed(length, decimals);
  return length > 0 && Number(text) === 0 ? formatNumber(length, 2) : text;
}
