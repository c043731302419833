/**
 * Exact arithmetic on f64 values with big integers, from the smallest denormal to the largest number. It takes microseconds and is
 * used only if an error bound does not decide.
 */

/** Values on one common power of two: `value = integer · 2^exponent`, exactly. */
export interface ScaledIntegers {
  readonly integers: readonly bigint[];
  readonly exponent: number;
}

const mantissaBits = 52n;
const mantissaMask = (1n << mantissaBits) - 1n;
const exponentMask = 0x7ffn;
/** Exponent of the last mantissa bit of a denormal. */
const minExponent = -1074;
/** Values below 2^this are denormal. */
const minNormalExponent = -1022;

/** Returns finite values as integers. */
export function scaledIntegers(values: readonly number[]): ScaledIntegers {
  const bits = new BigUint64Array(Float64Array.from(values).buffer);
  const mantissas: bigint[] = [];
  const exponents: number[] = [];
  let exponent = Infinity;
  for (const word of bits) {
    const biased = Number((word >> mantissaBits) & exponentMask);
    const fraction = word & mantissaMask;
    const magnitude = biased === 0 ? fraction : fraction + mantissaMask + 1n;
    const own = biased === 0 ? minExponent : minExponent + biased - 1;
    mantissas.push(word >> 63n === 0n ? magnitude : -magnitude);
    exponents.push(own);
    if (magnitude !== 0n && own < exponent) exponent = own;
  }
  if (exponent === Infinity) exponent = 0;
  const integers = mantissas.map((mantissa, i) => (mantissa === 0n ? 0n : mantissa << BigInt(exponents[i] - exponent)));
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
function bitLength(value: bigint): number {
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
