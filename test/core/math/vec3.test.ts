import { length, normalized } from '#core/math/vec3';
import { describe, expect, it } from 'vitest';

describe('normalized', () => {
  it('divides by the length', () => {
    expect(normalized([3, 0, 4])).toEqual([0.6, 0, 0.8]);
  });

  it('is null without a direction', () => {
    for (const v of [
      [0, 0, 0],
      [NaN, 1, 0],
      [Infinity, 0, 0],
    ] as const)
      expect(normalized(v)).toBeNull();
  });

  it.each([5e-324, 1e-200, 1e200, 1e308])('keeps its digits at the scale of %g', (scale) => {
    expect(length(normalized([scale, scale, -scale])!)).toBeCloseTo(1, 15);
  });

  it('changes nothing the second time', () => {
    for (let i = 1; i <= 1000; i++) {
      const once = normalized([Math.sin(i), Math.cos(3 * i), Math.sin(7 * i)])!;
      expect(normalized(once)).toEqual(once);
    }
  });

  it.each([-1000, -600, -252, -249, 249, 252, 400, 1020])('gives the same direction for 0.77 times every power of two: %d', (power) => {
    const once = normalized([0.1, -0.7, 0.3]);
    expect(normalized([0.1 * 2 ** power, -0.7 * 2 ** power, 0.3 * 2 ** power])).toEqual(once);
  });
});
