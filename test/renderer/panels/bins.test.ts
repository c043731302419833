import { expect, test } from 'vitest';
import { binsOf, meanOf } from '../../../renderer/panels/statistics/bins.ts';

test('bars go from the first value that occurs to the last, empty ones between included', () => {
  expect(
    binsOf([
      [2, 3],
      [4, 5],
    ]),
  ).toEqual([
    { from: 2, to: 2, count: 3 },
    { from: 3, to: 3, count: 0 },
    { from: 4, to: 4, count: 5 },
  ]);
  expect(binsOf([])).toEqual([]);
});

test('too many values share bars, and no count is lost', () => {
  const bins = binsOf(Array.from({ length: 1000 }, (_, value) => [value, 1] as const));
  expect(bins.length).toBeLessThanOrEqual(40);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  expect(bins.at(-1)?.to).toBe(999);
});

test('the mean weighs each value by its count', () => {
  expect(
    meanOf([
      [1, 1],
      [3, 3],
    ]),
  ).toBe(2.5);
  expect(meanOf([])).toBe(0);
});

test('a leaf with a billion triangles needs no more bars than another', () => {
  const bins = binsOf([
    [1, 7],
    [1e9, 1],
  ]);
  expect(bins).toHaveLength(40);
  expect([bins[0]?.count, bins.at(-1)]).toEqual([7, { from: 975_000_001, to: 1e9, count: 1 }]);
});
