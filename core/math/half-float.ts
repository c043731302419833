/**
 * Directed rounding from f64 to 16-bit floats (IEEE 754 binary16), as bits, for conservative bounds. Magnitudes beyond 65,504 become
 * infinite on the outer side, which is still a bound.
 */

const signBit = 0x8000;
const infinity = 0x7c00;
/** The bits of 65,504. */
export const maxHalfBits = 0x7bff;
const maxHalf = 65_504;
const minExponent = -14;
const fractionBits = 10;
const bias = 15;

/** Returns the bits of the largest 16-bit float that is not above `value`. Hot. */
export function roundDownHalf(value: number): number {
  return value < 0 ? signBit | magnitudeBits(-value, true) : magnitudeBits(value, false);
}

/** Returns the bits of the smallest 16-bit float that is not below `value`. Hot. */
export function roundUpHalf(value: number): number {
  return value < 0 ? signBit | magnitudeBits(-value, false) : magnitudeBits(value, true);
}

/** Returns the value of bits; NaN for NaN. */
export function halfValue(bits: number): number {
  const exponent = (bits >> fractionBits) & 31;
  const fraction = bits & 1023;
  const sign = (bits & signBit) === 0 ? 1 : -1;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - bias - fractionBits));
}

/** Returns the bits of the neighbour of a magnitude above or below it. */
function magnitudeBits(magnitude: number, isUp: boolean): number {
  if (magnitude > maxHalf) return isUp || magnitude === Infinity ? infinity : maxHalfBits;
  let exponent = minExponent;
  if (magnitude >= 2 ** minExponent) {
    exponent = Math.floor(Math.log2(magnitude));
    // The logarithm is rounded.
    if (2 ** exponent > magnitude) exponent--;
    else if (2 ** (exponent + 1) <= magnitude) exponent++;
  }
  const steps = magnitude * 2 ** (fractionBits - exponent);
  // Of subnormal numbers the steps are the bits; a full fraction carries into the exponent.
  return ((exponent + bias) << fractionBits) + (isUp ? Math.ceil(steps) : Math.floor(steps)) - 1024;
}
