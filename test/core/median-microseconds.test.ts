import { afterEach, expect, test, vi } from 'vitest';
import { medianMicroseconds } from '#core/median-microseconds';

afterEach(() => void vi.restoreAllMocks());

/** A clock that only goes on while a call is busy, since that of a machine with other work goes on at any time. */
function clockOfCalls(): (milliseconds: number) => void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return (milliseconds) => void (now += milliseconds);
}

test('a slow first call is not reported', () => {
  const busy = clockOfCalls();
  let calls = 0;
  const median = medianMicroseconds(() => busy(calls++ === 0 ? 5 : 0.05), 20);
  expect(median).toBeCloseTo(50, 6);
  expect(calls).toBeGreaterThan(2);
});

test('a call that takes longer than the budget is made once', () => {
  const busy = clockOfCalls();
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
