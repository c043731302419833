import { expect, test } from 'vitest';
import { halfValue, maxHalfBits, roundDownHalf, roundUpHalf } from '#core/math/half-float';

/** All finite 16-bit floats, ascending. */
const all = Array.from({ length: 0x10000 }, (_, bits) => halfValue(bits))
  .filter(Number.isFinite)
  .toSorted((a, b) => a - b);

test('all 63,488 finite values are themselves when rounded', () => {
  expect(all.length).toBe(63_488);
  expect(all.at(-1)).toBe(65_504);
  expect(all.every((value) => halfValue(roundDownHalf(value)) === value && halfValue(roundUpHalf(value)) === value)).toBe(true);
});

test('between two neighbours a value is rounded to each of them', () => {
  for (let i = 1; i < all.length; i++) {
    const [low, high] = [all[i - 1]!, all[i]!];
    if (low === high) continue;
    for (const part of [1e-9, 0.5, 1 - 1e-9]) {
      const value = low + part * (high - low);
      if (halfValue(roundDownHalf(value)) !== low || halfValue(roundUpHalf(value)) !== high) throw new Error(`${value}`);
    }
  }
});

test('beyond the range the outer side is infinite', () => {
  expect([roundUpHalf(65_505), roundDownHalf(65_505)].map(halfValue)).toEqual([Infinity, 65_504]);
  expect([roundUpHalf(-65_505), roundDownHalf(-65_505)].map(halfValue)).toEqual([-65_504, -Infinity]);
  expect([roundUpHalf(1e-30), roundDownHalf(1e-30), roundDownHalf(-1e-30)].map(halfValue)).toEqual([2 ** -24, 0, -(2 ** -24)]);
  expect(halfValue(maxHalfBits)).toBe(65_504);
  expect(halfValue(0x7e00)).toBeNaN();
});
