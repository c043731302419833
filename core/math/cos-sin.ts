/**
 * Returns cosine and sine of an angle in turns (1 is 360°), with at most 2⁻⁵¹ of error. Only sums, products and quotients are used, so every
 * engine returns the same bits; those of `Math.cos` and `Math.sin` may differ. Source: Taylor series within an eighth of a turn.
 */
export function cosSin(turns: number): readonly [cos: number, sin: number] {
  const quarter = Math.round(4 * turns);
  // Exact (Sterbenz), and at most π/4.
  const x = 2 * Math.PI * (turns - quarter / 4);
  const square = x * x;
  const cos = series(square, 0);
  const sin = x * series(square, 1);
  switch (((quarter % 4) + 4) % 4) {
    case 0:
      return [cos, sin];
    case 1:
      return [-sin, cos];
    case 2:
      return [-cos, -sin];
    default:
      return [sin, -cos];
  }
}

/** Powers of x²; what follows is less than 2⁻⁶⁰ within π/4. */
const terms = 9;

/** Returns the sum of (−x²)ᵏ / (2k + odd)!. */
function series(square: number, odd: 0 | 1): number {
  let sum = 1;
  for (let k = terms; k > 0; k--) sum = 1 - (square * sum) / ((2 * k + odd) * (2 * k + odd - 1));
  return sum;
}
