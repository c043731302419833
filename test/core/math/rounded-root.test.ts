import { expect, it } from 'vitest';
import { scaledIntegers } from '#core/math/exact';
import { roundedRoot } from '#core/math/rounded-root';
import { seededRandom } from '../../fixtures/random.ts';

const random = seededRandom(7);
const integer = (digits: number): bigint => BigInt(Array.from({ length: digits }, () => Math.floor(10 * random())).join('')) + 1n;

/** Returns whether a number is nearest to the root of a ratio: whether the root lies between the middles to both neighbours. */
function isNearest(root: number, numerator: bigint, denominator: bigint): boolean {
  const {
    integers: [low, middle, high],
    exponent,
  } = scaledIntegers([previous(root), root, next(root)]);
  const scaled = (twice: bigint): bigint => twice * twice * denominator;
  const power = 2 * (exponent - 1);
  const [ratio, unit] = power < 0 ? [numerator << BigInt(-power), 1n] : [numerator, 1n << BigInt(power)];
  return scaled(low! + middle!) * unit <= ratio && ratio <= scaled(middle! + high!) * unit;
}

function next(value: number): number {
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  bits[0]!++;
  return new Float64Array(bits.buffer)[0]!;
}

function previous(value: number): number {
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  bits[0]!--;
  return new Float64Array(bits.buffer)[0]!;
}

it('roots are the nearest f64', () => {
  for (let i = 0; i < 3000; i++) {
    const [numerator, denominator] = [integer(1 + (i % 90)), integer(1 + (i % 37))];
    const root = roundedRoot(numerator, denominator, 0);
    expect(isNearest(root, numerator, denominator), `${numerator} / ${denominator}`).toBe(true);
    expect(roundedRoot(numerator, denominator, 5)).toBe(32 * root);
  }
});

it('roots that are f64 are exact', () => {
  expect(roundedRoot(0n, 3n, 0)).toBe(0);
  expect(roundedRoot(9n, 16n, -1)).toBe(0.375);
  const size = 2n ** 600n;
  expect(roundedRoot(size * size * 49n, 1n, -600)).toBe(7);
  expect(roundedRoot(1n, size, 0)).toBe(2 ** -300);
});
