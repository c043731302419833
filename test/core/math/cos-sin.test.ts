import { cosSin } from '#core/math/cos-sin';
import { expect, test } from 'vitest';

test('quarters of a turn are exact', () => {
  const quarters = [-2, -1, 0, 1, 2, 3, 4, 7].map((quarter) => [quarter, ...cosSin(quarter / 4)].map((value) => value + 0));
  expect(quarters).toEqual([
    [-2, -1, 0],
    [-1, 0, -1],
    [0, 1, 0],
    [1, 0, 1],
    [2, -1, 0],
    [3, 0, -1],
    [4, 1, 0],
    [7, 0, -1],
  ]);
});

test('cosine and sine are those of the platform within rounding', () => {
  let largest = 0;
  for (let i = -3000; i <= 3000; i++) {
    const turns = i / 1009;
    const [cos, sin] = cosSin(turns);
    const nearest = turns - Math.round(turns);
    largest = Math.max(largest, Math.abs(cos - Math.cos(2 * Math.PI * nearest)), Math.abs(sin - Math.sin(2 * Math.PI * nearest)));
  }
  expect(largest).toBeGreaterThan(0);
  // 2⁻⁵¹ here, and as much for the rounded angle of the platform.
  expect(largest).toBeLessThan(2 ** -50);
});
