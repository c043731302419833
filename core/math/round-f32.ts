/**
 * Directed rounding from f64 to f32, for conservative bounds. Values beyond the range of f32 become infinite, which is still a bound.
 * NaN stays NaN.
 */

const minF32 = 2 ** -149;
const largestF32 = 3.4028234663852886e38;
/** Slightly more than half of f32's relative spacing: subtracting it always rounds to the neighbour, never past it. */
const justOverHalfUlp = 2 ** -24 * 1.001;

/** Returns the largest f32 that is not above `value`. Hot. */
export function roundDownF32(value: number): number {
  const nearest = Math.fround(value);
  return nearest > value ? previousF32(nearest) : nearest;
}

/** Returns the smallest f32 that is not below `value`. Hot. */
export function roundUpF32(value: number): number {
  const nearest = Math.fround(value);
  return nearest < value ? nextF32(nearest) : nearest;
}

/** Returns the next f32 towards minus infinity; `value` is an f32. */
export function previousF32(value: number): number {
  if (value === Infinity) return largestF32;
  return Math.fround(value - Math.max(Math.abs(value) * justOverHalfUlp, minF32));
}

/** Returns the next f32 towards plus infinity; `value` is an f32. */
export function nextF32(value: number): number {
  return -previousF32(-value);
}
