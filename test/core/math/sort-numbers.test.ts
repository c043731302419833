import { expect, it } from 'vitest';
import { sortNumbers } from '#core/math/sort-numbers';
import { noProgress } from '#core/progress';
import { seededRandom } from '../../fixtures/random.ts';

it.each([0, 1, 1000, 2 ** 18, 2 ** 18 + 1, 3 * 2 ** 18, 1_000_000])('sorts %i numbers as sort does, in rising fractions', (count) => {
  const random = seededRandom(count);
  const numbers = Float64Array.from({ length: count }, () => Math.floor(count * random()));
  const expected = numbers.slice().sort();
  const reported: number[] = [];
  // Comparing a million by `toEqual` takes seconds.
  const sorted = sortNumbers(numbers.slice(), (fraction) => reported.push(fraction));
  expect(sorted.length).toBe(count);
  expect(sorted.every((value, i) => value === expected[i])).toBe(true);
  expect(reported).toEqual(reported.toSorted((x, y) => x - y));
  expect(reported.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
  const words = sortNumbers(Uint32Array.from(numbers), noProgress);
  expect(words.every((value, i) => value === expected[i])).toBe(true);
});
