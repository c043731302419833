import { scaledIntegers } from '#core/math/exact';
import type { Vec3 } from '#core/math/vec3';
import { isAtLeastAlong, isAtMostAlong, isWithinSlab } from '#core/tree/kinds/holds-exactly';
import fc from 'fast-check';
import { expect, it } from 'vitest';

/** The sign of direction · (point − origin − centre) − bound; all numbers are multiples of 2^exponent. */
function signInIntegers(direction: Vec3, point: Vec3, origin: Vec3, centre: Vec3, bound: number): number {
  const { integers } = scaledIntegers([...direction, ...point, ...origin, ...centre, bound, 1]);
  const at = (i: number): bigint => integers[i]!;
  const sum = [0, 1, 2].reduce((total, k) => total + at(k) * (at(3 + k) - at(6 + k) - at(9 + k)), 0n);
  const excess = sum - at(12) * at(13);
  return excess < 0n ? -1 : excess > 0n ? 1 : 0;
}

/** Few values, so that points on the boundary are common, next to some whose sums are rounded. */
const value = fc.constantFrom(0, 1, -1, 0.5, 3, 1.1, -7.3, 1e16, 2 ** -60, 5e-324, 1e300, -1e300);
const vector = fc.tuple(value, value, value);
const direction = fc.oneof(
  fc.constantFrom<Vec3>([1, 0, 0], [0, -1, 0], [1, 1, 0], [1, -1, 1], [-1, 1, 1]),
  fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), value, value),
);

it('points at the boundary of a volume are held exactly as in big integers', () => {
  let ties = 0;
  fc.assert(
    fc.property(direction, vector, vector, vector, value, fc.boolean(), (way, point, origin, centre, other, isOnBoundary) => {
      const rounded = [0, 1, 2].reduce((sum, k) => sum + way[k]! * (point[k]! - origin[k]!), 0);
      const bound = isOnBoundary && Number.isFinite(rounded) ? rounded : other;
      const sign = signInIntegers(way, point, origin, [0, 0, 0], bound);
      if (sign === 0) ties++;
      expect(isAtMostAlong(way, point, origin, bound)).toBe(sign <= 0);
      expect(isAtLeastAlong(way, point, origin, bound)).toBe(sign >= 0);
      const isInSlab = signInIntegers(way, point, origin, centre, bound) <= 0 && signInIntegers(way, point, origin, centre, -bound) >= 0;
      expect(isWithinSlab(way, point, origin, centre, bound)).toBe(isInSlab);
    }),
    { numRuns: 4000 },
  );
  expect(ties).toBeGreaterThan(100);
});
