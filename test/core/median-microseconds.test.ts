import { expect, test } from 'vitest';
import { medianMicroseconds } from '#core/median-microseconds';

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a slow first call is not reported', () => {
  let calls = 0;
  const median = medianMicroseconds(() => busy(calls++ === 0 ? 5 : 0.05), 20);
  expect(median).toBeLessThan(1000);
  expect(calls).toBeGreaterThan(2);
});

test('a call that takes longer than the budget is made once', () => {
  let calls = 0;
  const median = medianMicroseconds(() => {
    calls++;
    busy(5);
  }, 2);
  expect(calls).toBe(1);
  expect(median).toBeGreaterThanOrEqual(5000);
});

test('calls that are shorter than the clock resolution still take some time', () => {
  let sum = 0;
  expect(medianMicroseconds(() => void (sum += Math.sqrt(sum + 1)), 5)).toBeGreaterThan(0);
});
