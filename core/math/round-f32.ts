/**
 * Directed rounding from f64 to f32, for boxes that must contain what they bound.
 * Beyond the range of f32 they give an infinity, which is still a bound. NaN stays NaN.
 */

const minF32 = 2 ** -149;
const largestF32 = 3.4028234663852886e38;
/** A little over half of f32's relative spacing: subtracting it always rounds to the neighbour, never past it. */
const justOverHalfUlp = 2 ** -24 * 1.001;

/** The largest f32 that is not above `value`. Hot. */
export function roundDownF32(value: number): number {
  const nearest = Math.fround(value);
  return nearest > value ? previousF32(nearest) : nearest;
}

/** The smallest f32 that is not below `value`. Hot. */
export function roundUpF32(value: number): number {
  const nearest = Math.fround(value);
  return nearest < value ? nextF32(nearest) : nearest;
}

/** The next f32 towards minus infinity; `value` is an f32. */
export function previousF32(value: number): number {
  if (value === Infinity) return largestF32;
  return Math.fround(value - Math.max(Math.abs(value) * justOverHalfUlp, minF32));
}

/** The next f32 towards plus infinity; `value` is an f32. */
export function nextF32(value: number): number {
  return -previousF32(-value);
}
