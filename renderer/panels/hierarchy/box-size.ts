/** Sizes below and from here on are written with a power of ten of their own. */
const minPlain = 0.1;
const maxPlain = 1e6;
const digits = 3;

/**
 * Returns three sides as one short text with three significant digits each: `64.8×12.5×48.8`, `2000×1.50×0`. Very small and very large boxes
 * have a power of ten of their own: `1.23×4.56×0.789·10⁻³`. Digits before the point are never cut.
 */
export function boxSizeText(sizes: readonly number[]): string {
  const exponent = exponentOf(Math.max(...sizes));
  return `${sizes.map((size) => sideText(size / 10 ** exponent)).join('×')}${exponent === 0 ? '' : `·10${superscript(exponent)}`}`;
}

/** Returns the power of ten, a multiple of 3, of a box with this largest side; 0 if it needs none. */
function exponentOf(largest: number): number {
  if (!(largest > 0) || !Number.isFinite(largest) || (largest >= minPlain && largest < maxPlain)) return 0;
  return Math.max(-300, 3 * Math.floor(Math.log10(largest) / 3));
}

function sideText(side: number): string {
  if (side === 0 || !Number.isFinite(side)) return side === 0 ? '0' : '∞';
  if (side < 1e-4) return smallText(side);
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Number(side.toPrecision(digits)))));
  return side.toFixed(decimals);
}

/** `5.96e−8`: a side that is far smaller than the others of its box. */
function smallText(side: number): string {
  return side.toExponential(digits - 1).replace('-', '−');
}

function superscript(exponent: number): string {
  const text = [...String(Math.abs(exponent))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
  return `${exponent < 0 ? '⁻' : ''}${text}`;
}
