import type { NumberRange } from './parse-number.ts';

export interface StepKeys {
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** A step that moves the second significant digit: 0.1 for 4.15, 10 for 123, 0.001 for 0.05; 0.1 for zero and infinity. */
export function stepOf(value: number): number {
  const size = Math.abs(value);
  if (!(size > 0) || !Number.isFinite(size)) return 0.1;
  return powerOfTen(Math.max(-12, Math.floor(Math.log10(size)) - 1));
}

/** A step for coordinates in a scene of this size: a thousandth to a hundredth of it, a power of ten. `undefined` for no size. */
export function stepForSize(size: number): number | undefined {
  if (!(size > 0) || !Number.isFinite(size)) return undefined;
  return powerOfTen(Math.max(-12, Math.floor(Math.log10(size)) - 2));
}

/** The number that `1e-4` is: `10 ** -4` is its neighbour. */
export function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

/**
 * `from` moved by some steps; Shift takes ten times as large ones, Alt a tenth. It stays within the range, and its decimals
 * end where the step's do, so that 0.1 three times is 0.3.
 */
export function stepBy(from: number, steps: number, step: number, keys: StepKeys, range: NumberRange): number {
  const factor = keys.shiftKey ? 10 : keys.altKey && range.integer !== true ? 0.1 : 1;
  const size = range.integer === true ? Math.max(1, Math.round(step)) * factor : step * factor;
  if (!Number.isFinite(from)) return from;
  const moved = clean(from + steps * size, from, size);
  return Math.min(range.max ?? Infinity, Math.max(range.min ?? -Infinity, moved));
}

function clean(value: number, from: number, size: number): number {
  const decimals = Math.max(decimalsOf(from), decimalsOf(size));
  return decimals > 15 ? value : Number(value.toFixed(decimals)) + 0;
}

/** Decimals in the shortest text of a number. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const point = digits.indexOf('.');
  return Math.max(0, (point < 0 ? 0 : digits.length - point - 1) - Number(exponent));
}
