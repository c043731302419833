/** A shorter side, in the units of the column, is shown as less than this. */
const min = 0.005;

/**
 * Returns the power of ten, a multiple of 3, in which a column shows box sides: the root's largest side has one to three digits before its
 * point. All rows share it, so that they can be compared at a glance.
 */
export function boxExponent(root: readonly number[]): number {
  const largest = Math.max(...root);
  if (!(largest > 0) || !Number.isFinite(largest)) return 0;
  return 3 * Math.floor(Math.log10(largest) / 3);
}

/** Returns the prefix of the unit in the column's head: empty, or the power of ten. */
export function exponentText(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return exponent === 0 ? '' : `×10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/**
 * Returns three sides as one short text, `64.8×12.5×48.8`, in units of a power of ten. A side of 0 is `0`, one too small for two decimals
 * `<0.01`.
 */
export function boxSizeText(sizes: readonly number[], exponent: number): string {
  return sizes.map((size) => sideText(size / 10 ** exponent)).join('×');
}

/** Three digits, or the whole number where it has more. */
function sideText(side: number): string {
  if (side === 0 || !Number.isFinite(side)) return side === 0 ? '0' : '∞';
  if (side < min) return '<0.01';
  return side.toFixed(side < 9.995 ? 2 : side < 99.95 ? 1 : 0);
}
