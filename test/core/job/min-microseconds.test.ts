import { minMicroseconds } from '#core/job/min-microseconds';
import { expect, it } from 'vitest';

it('takes the quickest of several calls, not the cold one nor what disturbed them', () => {
  let calls = 0;
  const min = minMicroseconds(
    () => busy([30, 8, 2, 12, 2][calls++] ?? 9),
    20,
    () => {},
  );
  expect(calls).toBeGreaterThan(3);
  expect(min).toBeGreaterThanOrEqual(2000);
  expect(min).toBeLessThan(8000);
});

it('gives the one call that used up the time', () => {
  let calls = 0;
  const min = minMicroseconds(
    () => busy(++calls * 15),
    1,
    () => {},
  );
  expect(calls).toBe(1);
  expect(min).toBeGreaterThanOrEqual(15_000);
});

it('times what is quicker than the clock', () => {
  let sum = 0;
  const min = minMicroseconds(
    () => void (sum += Math.sqrt(sum + 1)),
    20,
    () => {},
  );
  expect(min).toBeGreaterThan(0);
  expect(min).toBeLessThan(50);
});

it('ends when it is told to', () => {
  let calls = 0;
  const stop = (): void => {
    if (calls === 2) throw new Error('stop');
  };
  expect(() => minMicroseconds(() => void calls++, 1e9, stop)).toThrow('stop');
  expect(calls).toBe(2);
});

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
