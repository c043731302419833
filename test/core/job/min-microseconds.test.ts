import { minMicroseconds } from '#core/job/min-microseconds';
import { expect, it } from 'vitest';

/** A clock that only stands still or is moved by hand: the tests do not depend on how fast the machine is. */
function handClock(): { readonly read: () => number; readonly advance: (milliseconds: number) => void } {
  let now = 100;
  return { read: () => now, advance: (milliseconds) => void (now += milliseconds) };
}

it('takes the fastest of several calls, not the cold one and not a disturbed one', () => {
  const clock = handClock();
  let calls = 0;
  const min = minMicroseconds(
    () => clock.advance([30, 8, 2, 12, 2][calls++] ?? 9),
    20,
    () => {},
    clock.read,
  );
  expect(calls).toBe(4); // 30 ms use up the budget; three samples follow.
  expect(min).toBe(2000);
});

it('returns the one call that used up ten budgets', () => {
  const clock = handClock();
  let calls = 0;
  const min = minMicroseconds(
    () => clock.advance(++calls * 15),
    1,
    () => {},
    clock.read,
  );
  expect([calls, min]).toEqual([1, 15_000]);
});

it('joins calls that are shorter than the clock can measure', () => {
  const clock = handClock();
  const min = minMicroseconds(
    () => clock.advance(1 / 16),
    20,
    () => {},
    clock.read,
  );
  expect(min).toBe(62.5);
});

it('measures with the clock of the machine by default', () => {
  let sum = 0;
  const min = minMicroseconds(
    () => void (sum += Math.sqrt(sum + 1)),
    20,
    () => {},
  );
  expect(min).toBeGreaterThan(0);
});

it('ends when the cancellation throws', () => {
  let calls = 0;
  const stop = (): void => {
    if (calls === 2) throw new Error('stop');
  };
  expect(() => minMicroseconds(() => void calls++, 1e9, stop)).toThrow('stop');
  expect(calls).toBe(2);
});
