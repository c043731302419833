/** Below it a side of the units of the column is told as less than it. */
const min = 0.005;

/**
 * The power of ten, a multiple of 3, in which a column tells the sides of boxes: such that the largest of all, the root's, has one to three
 * digits before its point. One for all rows, so that they can be compared by their looks.
 */
export function boxExponent(root: readonly number[]): number {
  const largest = Math.max(...root);
  if (!(largest > 0) || !Number.isFinite(largest)) return 0;
  return 3 * Math.floor(Math.log10(largest) / 3);
}

/** What stands before the unit in the head of the column: nothing, or the power of ten. */
export function exponentText(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return exponent === 0 ? '' : `×10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** Three sides in one short text, `64.8×12.5×48.8`, in units of a power of ten; a side that is 0 is `0`, one too small for two decimals `<0.01`. */
export function boxSizeText(sizes: readonly number[], exponent: number): string {
  return sizes.map((size) => sideText(size / 10 ** exponent)).join('×');
}

/** Three digits, or the whole number where it has more. */
function sideText(side: number): string {
  if (side === 0 || !Number.isFinite(side)) return side === 0 ? '0' : '∞';
  if (side < min) return '<0.01';
  return side.toFixed(side < 9.995 ? 2 : side < 99.95 ? 1 : 0);
}
