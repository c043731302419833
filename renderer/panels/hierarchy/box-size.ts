/** Sides below and from here on are written with a power of ten. */
const minPlain = 1e-3;
const maxPlain = 1e6;
const digits = 3;

/**
 * Returns three sides as one short text with three significant digits each: `64.8×12.5×48.8`, `2000×1.50×0`. A very small or very large side has a
 * power of ten of its own: `0.00213×0.00143×9.80e−4`. Digits before the point are never cut.
 */
export function boxSizeText(sizes: readonly number[]): string {
  return sizes.map(sideText).join('×');
}

function sideText(side: number): string {
  if (side === 0 || !Number.isFinite(side)) return side === 0 ? '0' : '∞';
  if (side < minPlain || side >= maxPlain)
    return side
      .toExponential(digits - 1)
      .replace('-', '−')
      .replace('+', '');
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Number(side.toPrecision(digits)))));
  return side.toFixed(decimals);
}
