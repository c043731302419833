import type { Bounds } from '#core/mesh';
import { decimalsFor, formatFixed, formatNumber } from './format-number.ts';
import { type ShownUnit, shownLength } from './shown-unit.ts';

/** Decimals for the shown coordinates and lengths of a list about a mesh; `bounds` is `null` for one without a finite triangle. */
export function lengthDecimals(bounds: Bounds | null, units: ShownUnit): number {
  return decimalsFor(bounds === null ? 1 : shownLength(units, Math.max(...bounds.max.map((value, i) => value - bounds.min[i]!))));
}

/** A length of the document in a column of lengths. One too small for the decimals of the column has its own; `null` gives an empty text. */
export function lengthText(own: number | null, units: ShownUnit, decimals: number): string {
  if (own === null) return '';
  const length = shownLength(units, own);
  const text = formatFixed(length, decimals);
  return length > 0 && Number(text) === 0 ? formatNumber(length, 2) : text;
}
