/**
 * Exact arithmetic on f64 values with big integers, from the smallest denormal to the largest number. It takes microseconds and is
 * used only if an error bound does not decide.
 */

/** Values on one common power of two: `value = integer · 2^exponent`, exactly. */
export interface ScaledIntegers {
  readonly integers: readonly bigint[];
  readonly exponent: number;
}

/** 2^20 and 2^32: the first bit of a mantissa that is not stored, and the value of a unit of its upper half. */
const firstBit = 0x100000;
const upperUnit = 0x100000000;
const powersOfTwo = Float64Array.from({ length: 64 }, (_, power) => 2 ** power);
/** Where the lower half of an f64 is in a pair of 32-bit words. */
const lower = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : 1;
/** Exponent of the last mantissa bit of a denormal. */
const minExponent = -1074;
/** Values below 2^this are denormal. */
const minNormalExponent = -1022;

/** Returns finite values as integers. The last bit of one of them is 1, unless all are 0: short numbers are fast. Hot. */
export function scaledIntegers(values: readonly number[]): ScaledIntegers {
  const count = values.length;
  const floats = Float64Array.from(values);
  const words = new Uint32Array(floats.buffer);
  const exponents = new Int32Array(count);
  let exponent = Infinity;
  for (let i = 0; i < count; i++) {
    const upper = words[2 * i + 1 - lower];
    const low = words[2 * i + lower];
    const biased = (upper >>> 20) & 0x7ff;
    const high = (upper & (firstBit - 1)) | (biased === 0 ? 0 : firstBit);
    if (high === 0 && low === 0) continue;
    const zeros = low === 0 ? 63 - Math.clz32(high & -high) : 31 - Math.clz32(low & -low);
    const magnitude = (high * upperUnit + low) / powersOfTwo[zeros];
    const own = minExponent + Math.max(0, biased - 1) + zeros;
    floats[i] = upper >>> 31 === 0 ? magnitude : -magnitude;
    exponents[i] = own;
    if (own < exponent) exponent = own;
  }
  if (exponent === Infinity) exponent = 0;
  // The engine reads big integers from 64-bit words faster than it converts numbers.
  const halves = new Int32Array(words.buffer);
  const wholes = new BigInt64Array(words.buffer);
  const integers: bigint[] = [];
  for (let i = 0; i < count; i++) {
    const magnitude = floats[i];
    const shift = magnitude === 0 ? 0 : exponents[i] - exponent;
    const integer = shift < powersOfTwo.length ? magnitude * powersOfTwo[shift] : Infinity;
    if (Math.abs(integer) <= Number.MAX_SAFE_INTEGER) {
      halves[2 * i + lower] = integer;
      halves[2 * i + 1 - lower] = Math.floor(integer / upperUnit);
      integers.push(wholes[i]);
    } else integers.push(BigInt(magnitude) << BigInt(shift));
  }
  return { integers, exponent };
}

/**
 * Returns the f64 nearest to `numerator / denominator · 2^exponent`, ties to even, denormals included; the denominator is not 0.
 */
export function roundedRatio(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  // At least 64 bits of quotient. A remainder sets the last bit, so `Number` rounds as with all bits.
  const shift = 64 - bitLength(n) + bitLength(d);
  const top = shift > 0 ? n << BigInt(shift) : n;
  const bottom = shift < 0 ? d << BigInt(-shift) : d;
  const quotient = top / bottom;
  const sticky = quotient * bottom === top ? quotient : quotient | 1n;
  const power = exponent - shift;
  const size =
    power + bitLength(sticky) <= minNormalExponent ? denormal(sticky, minExponent - power) : timesPowerOfTwo(Number(sticky), power);
  return negative ? -size : size;
}

/** Returns a value in units of the smallest denormal, rounded once: `Number` would round to more bits than a denormal has. */
function denormal(value: bigint, droppedBits: number): number {
  const drop = BigInt(droppedBits);
  const whole = value >> drop;
  const twiceRest = (value - (whole << drop)) << 1n;
  const unit = 1n << drop;
  const isUp = twiceRest > unit || (twiceRest === unit && (whole & 1n) === 1n);
  return Number(isUp ? whole + 1n : whole) * Number.MIN_VALUE;
}

/** Returns the number of bits of a positive integer. */
export function bitLength(value: bigint): number {
  const hex = value.toString(16);
  return 4 * hex.length - Math.clz32(parseInt(hex[0]!, 16)) + 28;
}

/** Returns `value · 2^power`, multiplied in steps since the power alone may overflow. */
function timesPowerOfTwo(value: number, power: number): number {
  let left = power;
  let result = value;
  for (; left > 1000; left -= 1000) result *= 2 ** 1000;
  for (; left < -1000; left += 1000) result *= 2 ** -1000;
  return result * 2 ** left;
}
