import { expect, test } from 'vitest';
import { distanceText } from '../../../../core/health/repair/distance-text.ts';

test('a distance is shown with its bound only where that is more than one percent larger', () => {
  const text = (found: number, atMost: number): string =>
    distanceText({ found, atMost, position: null, samples: 9 }, String, (lengths) => `${lengths} cm`);
  expect(text(2, 2)).toBe('2 cm');
  expect(text(2, 2.019)).toBe('2 cm');
  expect(text(2, 2.03)).toBe('2 to 2.03 cm');
  expect(text(0, 0.5)).toBe('0 to 0.5 cm');
  expect(text(0, 0)).toBe('none');
  expect(distanceText(null, String)).toBe('unknown');
});
