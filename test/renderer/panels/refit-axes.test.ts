import { expect, test } from 'vitest';
import { costRange, decayTicks, logTicks, ticks, timeRange } from '../../../renderer/panels/deform/refit-axes.ts';

test('costs that decay by some percent fill their plot, which does not begin at zero', () => {
  const [min, max] = costRange([20, 21, null, 22], null);
  expect(min).toBeGreaterThan(19.5);
  expect(min).toBeLessThan(20);
  expect(max).toBeGreaterThan(22);
  expect(max).toBeLessThan(22.5);
});

test('a limit is included where the lines keep half of the height', () => {
  expect(costRange([20, 24], 26)[1]).toBeGreaterThan(26);
  expect(costRange([20, 24], 30)[1]).toBeLessThan(25);
  expect(costRange([20, 24], 22)).toEqual(costRange([20, 24], null));
});

test('costs that never change, and none at all, have a range with the line inside', () => {
  const [min, max] = costRange([5, 5, 5], 7.5);
  expect(min).toBeLessThan(5);
  expect(min).toBeGreaterThan(0);
  expect(max).toBeGreaterThan(5);
  for (const range of [costRange([], null), costRange([null], 3), costRange([0, 0], 0)]) expect(range[1]).toBeGreaterThan(range[0]);
});

test('ticks are round, in the range, and at most as many as fit', () => {
  expect(ticks([15.9, 27.3], 6)).toEqual([16, 18, 20, 22, 24, 26]);
  expect(ticks([0, 0.35], 4)).toEqual([0, 0.1, 0.2, 0.3]);
  for (const max of [2, 3, 5, 9]) expect(ticks([-3.7, 1234.5], max).length).toBeLessThanOrEqual(max + 1);
  expect(ticks([1, 1], 5)).toEqual([]);
});

test('the decay has round percentages', () => {
  expect(decayTicks([18, 31], 20, 2)).toEqual([20, 30]);
  expect(decayTicks([18, 31], 20, 4).map((cost) => (100 * cost) / 20)).toEqual([100, 120, 140]);
  expect(decayTicks([18, 31], null, 4)).toEqual([]);
  expect(decayTicks([18, 31], 0, 4)).toEqual([]);
});

test('times of a thousandth and of a thousand fit in one plot', () => {
  const range = timeRange([0.1, null, 0, 50]);
  expect(range[0]).toBeGreaterThan(0);
  expect(range[0]).toBeLessThan(0.1);
  expect(range[1]).toBeGreaterThan(50);
  expect(logTicks(range, 12)).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]);
  expect(logTicks(range, 5)).toEqual([0.1, 1, 10]);
  expect(logTicks([2.5, 9], 1)).toEqual([5]);
  expect(timeRange([])[0]).toBeGreaterThan(0);
});
