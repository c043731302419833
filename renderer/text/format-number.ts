/** Numbers for display: thousands separators, a real minus sign. `plainNumber` is for copying. */

const minus = '−';
/** The formats with up to 0, 1, … 12 decimals: to make one takes longer than to format a thousand numbers. */
const upTo = Array.from({ length: 13 }, (_, decimals) => new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals }));
const count = upTo[0]!;

/** A whole number: `19,756`. */
export function formatCount(value: number): string {
  return withMinus(count.format(value));
}

/** A count with its noun: `1 box`, `1,204 triangles`. */
export function formatMany(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** Returns the unit of a number. The unit of an option is a plural, such as `triangles`, or invariant, such as `percent`. */
export function unitFor(value: number, unit: string): string {
  return value === 1 && /^\w+s$/.test(unit) ? unit.slice(0, -1) : unit;
}

/**
 * A measure to some significant digits: `1.26`, `−0.000512`, `12,345`, `1.5e+9`. The digits before the point are never cut
 * below a million. Zero is `0`, `-0` too.
 */
export function formatNumber(value: number, digits = 4): string {
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return formatNonFinite(value);
  const size = Math.abs(value);
  if (size >= 1e9 || size < 1e-4) return withMinus(trimZeros(value.toExponential(digits - 1)));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return withMinus(upTo[Math.min(decimals, 12)]!.format(value));
}

/** Significant digits of a measured angle, degrees. */
export const angleDigits = 5;

/** A measure with a fixed number of decimals, so that points stand under each other; thousands are separated. */
export function formatFixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return formatNonFinite(value);
  if (Math.abs(value) >= 1e9) return formatNumber(value);
  const text = value.toFixed(decimals);
  if (Math.abs(value) < 999) return withMinus(Number(text) === 0 ? text.replace('-', '') : text);
  const [whole = '', ...fraction] = text.split('.');
  return withMinus([whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.'));
}

/** One of three coordinates in a row: as `formatFixed`, without separators of thousands. */
export function formatCoordinate(value: number, decimals: number): string {
  return formatFixed(value, decimals).replaceAll(',', '');
}

/** Decimals that show a coordinate of a thing of `size` to about five significant digits. */
export function decimalsFor(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 3;
  return Math.min(9, Math.max(0, 5 - Math.ceil(Math.log10(size))));
}

/** Numbers with the same decimals, those of the largest one of them: about five digits, so that three numbers fit in a panel. */
export function alignedNumbers(values: readonly number[]): readonly string[] {
  const largest = Math.max(...values.map(Math.abs).filter(Number.isFinite), 0);
  if (largest > 0 && largest < 0.1) return values.map((value) => formatNumber(value, 3));
  return values.map((value) => formatCoordinate(value, Math.min(4, decimalsFor(largest))));
}

/** Returns numbers without the zeros at their end that all of them have: `1.648, 1.150`, and `2, 3` of `2.0000, 3.0000`. */
export function withoutCommonZeros(texts: readonly string[]): readonly string[] {
  const zeros = texts.map((text) => (/\.\d*?(0*)$/.exec(text)?.[1] ?? '').length);
  const dropped = Math.min(...zeros);
  return dropped === 0 ? texts : texts.map((text) => text.slice(0, text.length - dropped).replace(/\.$/, ''));
}

/** `0.5`, `<0.1`, `100.0`: a share as a percentage with one decimal. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  return percent > 0 && percent < 0.1 ? '<0.1' : formatFixed(percent, 1);
}

/** `16 ms`, `0.4 ms`, `1.25 s`. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds >= 10_000) return `${formatFixed(milliseconds / 1000, 1)} s`;
  if (milliseconds >= 1000) return `${formatFixed(milliseconds / 1000, 2)} s`;
  return `${formatFixed(milliseconds, milliseconds < 10 ? 1 : 0)} ms`;
}

/** Of what may take microseconds: as `formatMilliseconds`, and `12.3 µs` below a millisecond. */
export function formatShortTime(milliseconds: number): string {
  return milliseconds < 1 ? `${formatNumber(1000 * milliseconds, 3)} µs` : formatMilliseconds(milliseconds);
}

/** `460,752 B`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${formatCount(bytes)} B`;
  return bytes < 1e9 ? `${formatNumber(bytes / 1e6, 3)} MB` : `${formatNumber(bytes / 1e9, 3)} GB`;
}

/** Full precision, plain minus, shortest text that reads back as the same number. */
export function plainNumber(value: number): string {
  return Object.is(value, -0) ? '0' : String(value);
}

function formatNonFinite(value: number): string {
  return Number.isNaN(value) ? 'not a number' : value > 0 ? '∞' : `${minus}∞`;
}

function trimZeros(exponential: string): string {
  return exponential.replace(/\.?0+e/, 'e');
}

function withMinus(text: string): string {
  return text === '-0' ? '0' : text.replace(/-/g, minus);
}
