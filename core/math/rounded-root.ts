import { roundedRatio, scaledIntegers } from './exact.ts';

/**
 * Returns √(numerator / denominator) · 2^exponent as f64, with an error below one unit in the last place; exact if the root is an f64.
 * Both integers are positive, or the numerator is 0.
 */
export function roundedRoot(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  // An even power of two scales the ratio to about 1; its root is a power of two as well.
  const half = 2 * (numerator.toString(16).length - denominator.toString(16).length);
  const root = scaledIntegers([Math.sqrt(roundedRatio(numerator, denominator, -2 * half))]);
  return roundedRatio(root.integers[0]!, 1n, root.exponent + half + exponent);
}
