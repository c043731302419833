import { expect, test, vi } from 'vitest';
import { scaledIntegers } from '#core/math/exact';
import { hypot } from '#core/math/hypot';
import { roundedRoot } from '#core/math/rounded-root';
import { seededRandom } from '#core/math/seeded-random';
import { length } from '#core/math/vec3';

test('a length is within two units in the last place of the exact root, for every size', () => {
  const random = seededRandom(7);
  for (let i = 0; i < 3000; i++) {
    const size = 2 ** (random() * 2000 - 1000);
    const [x, y, z] = [0, 1, 2].map(() => (random() - 0.5) * size * (random() < 0.2 ? 1e-9 : 1)) as [number, number, number];
    const { integers, exponent } = scaledIntegers([x, y, z]);
    const exact = roundedRoot(
      integers.reduce((sum, value) => sum + value * value, 0n),
      1n,
      exponent,
    );
    expect(Math.abs(hypot(x, y, z) - exact)).toBeLessThanOrEqual(2 ** -51 * exact);
  }
});

test('a length needs no function that engines round differently, and handles numbers that are not finite', () => {
  const spy = vi.spyOn(Math, 'hypot');
  expect(hypot(3, 4)).toBe(5);
  expect(hypot(2, 3, 6)).toBe(7);
  expect(length([2 * 2 ** 1000, 3 * 2 ** 1000, 6 * 2 ** 1000])).toBe(7 * 2 ** 1000);
  expect(hypot(0, 0, 0)).toBe(0);
  expect(hypot(5e-324, 0)).toBe(5e-324);
  expect(hypot(1.7e308, 1.7e308)).toBe(Infinity);
  expect(hypot(NaN, 1)).toBeNaN();
  expect(hypot(NaN, -Infinity)).toBe(Infinity);
  expect(spy).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
