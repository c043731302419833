import type { Bounds } from '#core/mesh';
import { decimalsFor, formatCoordinate, formatFixed, formatNumber } from './format-number.ts';
import { type ShownUnit, shownLength } from './shown-unit.ts';

/** How lengths about a mesh are shown everywhere: in lists, panels and labels of the view. */
export interface ShownLengths {
  readonly units: ShownUnit;
  /** Those of its coordinates, see `lengthDecimals`. */
  readonly decimals: number;
}

/** Decimals of normals, directions and barycentric coordinates. */
export const directionDecimals = 3;

/** Significant digits of areas, volumes and ratios. */
export const measureDigits = 6;

/** Significant digits of a length that is too small for its decimals. */
const smallDigits = 3;

/** More significant digits do not fit in a third of a field. */
const fieldDigits = 6;

/** Decimals for the shown coordinates and lengths about a mesh; `bounds` is `null` for one without a finite triangle. */
export function lengthDecimals(bounds: Bounds | null, units: ShownUnit): number {
  return decimalsFor(bounds === null ? 1 : shownLength(units, Math.max(...bounds.max.map((value, i) => value - bounds.min[i]!))));
}

/** A length of the document with the decimals of its mesh. One too small for them has three significant digits; `null` gives an empty text. */
export function lengthText(own: number | null, units: ShownUnit, decimals: number): string {
  return own === null ? '' : shownLengthText(shownLength(units, own), decimals);
}

/** The same for a length in the shown unit. */
export function shownLengthText(shown: number, decimals: number): string {
  return isTooSmall(shown, decimals) ? formatNumber(shown, smallDigits) : formatFixed(shown, decimals);
}

/** A length of a field at rest: rounded as in the results, but to six significant digits at most, and without zeros at the end, so that it fits. */
export function lengthFieldText(shown: number, decimals: number): string {
  if (!Number.isFinite(shown) || isTooSmall(shown, decimals)) return formatNumber(shown, smallDigits);
  return formatNumber(Number(shown.toFixed(decimals)), fieldDigits);
}

/** Three coordinates in a row, all with the same decimals: those of the mesh, or three significant digits if all are too small for them. */
export function coordinateTexts(shown: readonly number[], decimals: number): readonly string[] {
  const largest = Math.max(0, ...shown.map(Math.abs).filter(Number.isFinite));
  return shown.map((value) => (isTooSmall(largest, decimals) ? formatNumber(value, smallDigits) : formatCoordinate(value, decimals)));
}

/** Whether rounding to these decimals changes the first three digits. */
function isTooSmall(value: number, decimals: number): boolean {
  return Math.abs(value) * 10 ** decimals < 100 && Number(value.toFixed(decimals)) !== Number(value.toPrecision(smallDigits));
}
