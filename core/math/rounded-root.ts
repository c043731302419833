import { bitLength, roundedRatio } from './exact.ts';

/** Bits of the ratio. Its root has half as many, more than the 64 that rounding needs. */
const ratioBits = 132;

/**
 * Returns the f64 nearest to √(numerator / denominator) · 2^exponent. Both integers are positive, or the numerator is 0.
 */
export function roundedRoot(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  const needed = ratioBits - bitLength(numerator) + bitLength(denominator);
  // An even power of two: its root is a power of two as well.
  const shift = needed + (needed & 1);
  const top = shift > 0 ? numerator << BigInt(shift) : numerator;
  const bottom = shift < 0 ? denominator << BigInt(-shift) : denominator;
  const ratio = top / bottom;
  const root = wholeRoot(ratio);
  // A remainder sets the last bit, so rounding sees that the root is larger.
  const isExact = root * root === ratio && ratio * bottom === top;
  return roundedRatio(isExact ? root : root | 1n, 1n, exponent - shift / 2);
}

/** Returns the root of `square`, below 2^140, rounded down to an integer. */
function wholeRoot(square: bigint): bigint {
  const guess = BigInt(Math.floor(Math.sqrt(Number(square))));
  // One step of Newton's method gives twice the bits of the guess.
  let root = (guess + square / guess) >> 1n;
  while (root * root > square) root--;
  while ((root + 1n) * (root + 1n) <= square) root++;
  return root;
}
