/**
 * Returns √(x² + y² + z²) without overflow or underflow for finite numbers: `Infinity` for an infinite number, NaN for NaN without one. Only
 * sums, products, quotients and roots are used, so every engine returns the same bits; those of `Math.hypot` may differ. The sum of squares is
 * compensated. Source: Kahan, "Further remarks on reducing truncation errors" (1965).
 */
export function hypot(x: number, y: number, z = 0): number {
  const a = Math.abs(x);
  const b = Math.abs(y);
  const c = Math.abs(z);
  if (a === Infinity || b === Infinity || c === Infinity) return Infinity;
  const largest = Math.max(a, b, c);
  if (largest === 0) return 0;
  const p = a / largest;
  const q = b / largest;
  const r = c / largest;
  const first = p * p;
  const second = q * q;
  const sum = first + second;
  const third = r * r - (sum - first - second);
  return Math.sqrt(sum + third) * largest;
}
