import { triangleNormal } from '#core/shape/triangle-normal';
import { describe, expect, it } from 'vitest';

describe('triangleNormal', () => {
  it('follows the winding', () => {
    expect(triangleNormal([0, 0, 0], [2, 0, 0], [0, 3, 0])).toEqual([0, 0, 1]);
    expect(triangleNormal([0, 0, 0], [0, 3, 0], [2, 0, 0])).toEqual([0, 0, -1]);
  });

  it('is null without area', () => {
    expect(triangleNormal([0, 0, 0], [1, 1, 1], [3, 3, 3])).toBeNull();
    expect(triangleNormal([1, 2, 3], [1, 2, 3], [4, 5, 6])).toBeNull();
  });

  it('is exact on a needle that plain f64 would turn', () => {
    // The third vertex leaves the line by one unit of the last place, upwards.
    const normal = triangleNormal([0, 0, 0], [3, 3, 3], [1, 1, 1 + 2 ** -52])!;
    expect(normal[0]).toBeCloseTo(Math.SQRT1_2, 15);
    expect(normal[1]).toBeCloseTo(-Math.SQRT1_2, 15);
    expect(normal[2]).toBe(0);
  });

  it.each([1e-300, 1e-160, 1e160, 1e300])('has length 1 at the scale of %g', (s) => {
    expect(triangleNormal([0, 0, 0], [s, 0, 0], [0, s, 0])).toEqual([0, 0, 1]);
  });
});
