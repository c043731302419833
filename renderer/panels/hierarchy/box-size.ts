import { formatNumber } from '../../ui/format-number.ts';

/** Characters that the column of box sizes has room for. */
const mostCharacters = 15;

/** Three sizes in one short text, `64.8×12.5×48.8`: fewer digits, then one exponent for all three, before anything is cut. */
export function boxSizeText(sizes: readonly number[]): string {
  for (let digits = 3; digits > 1; digits--) {
    const text = sizes.map((size) => formatNumber(size, digits)).join('×');
    if (text.length <= mostCharacters) return text;
  }
  const exponent = Math.floor(Math.log10(Math.max(...sizes)));
  if (!Number.isFinite(exponent)) return sizes.map((size) => formatNumber(size, 1)).join('×');
  const shares = sizes.map((size) => formatNumber(Number((size / 10 ** exponent).toFixed(1)), 2));
  return `${shares.join('×')} e${formatNumber(exponent, 3)}`;
}
