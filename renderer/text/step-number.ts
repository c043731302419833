import type { NumberRange } from './parse-number.ts';
import { tidyNumber } from './tidy-number.ts';

/** The keys that change the size of a step. */
export interface StepKeys {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  /** The Mac's Command key counts as Ctrl. */
  readonly metaKey: boolean;
}

export const noStepKeys: StepKeys = { shiftKey: false, ctrlKey: false, metaKey: false };

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

/** A step for tolerances in a scene of this size: a hundredth of that for coordinates. `undefined` for no size. */
export function toleranceStepForSize(size: number): number | undefined {
  const step = stepForSize(size);
  return step === undefined ? undefined : Number((step / 100).toPrecision(1));
}

export interface StepSizes {
  readonly step: number;
  /** The step with Ctrl; ten times the step by default. */
  readonly coarseStep?: number | undefined;
}

/** Returns how a step is changed: 0.1 for Shift, 10 for Ctrl, 1 for none or both. */
export function stepFactor({ shiftKey, ctrlKey, metaKey }: StepKeys): number {
  const isCoarse = ctrlKey || metaKey;
  return shiftKey === isCoarse ? 1 : isCoarse ? 10 : 0.1;
}

/**
 * `from` moved by some steps; Shift takes a tenth of them, Ctrl coarse ones. It stays within the range, and its decimals end where the
 * step's do, so that 0.1 three times is 0.3. Counts move by whole numbers.
 */
export function stepBy(from: number, steps: number, sizes: StepSizes, keys: StepKeys, range: NumberRange): number {
  if (!Number.isFinite(from)) return from;
  const factor = stepFactor(keys);
  const own = factor === 10 ? (sizes.coarseStep ?? 10 * sizes.step) : tidyNumber(factor * sizes.step);
  const size = range.integer === true ? Math.max(1, Math.round(own)) : own;
  const moved = clean(from + steps * size, from, size);
  return Math.min(range.max ?? Number.MAX_VALUE, Math.max(range.min ?? -Number.MAX_VALUE, moved));
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
