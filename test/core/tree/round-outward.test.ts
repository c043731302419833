import { scaledIntegers } from '#core/math/exact';
import { nextF32, previousF32 } from '#core/math/round-f32';
import { relativeDownF32, relativeUpF32 } from '#core/tree/round-outward';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** Sign of origin + offset − value, exactly. */
function side(origin: number, offset: number, value: number): number {
  if (Math.abs(offset) === Infinity) return Math.sign(offset);
  const [o = 0n, f = 0n, v = 0n] = scaledIntegers([origin, offset, value]).integers;
  const sum = o + f - v;
  return sum === 0n ? 0 : sum > 0n ? 1 : -1;
}

describe('rounding outward about an origin', () => {
  it('takes the error of the f64 difference into account', () => {
    // 2^-60 - 1 is -1 in f64, though a little more; 1 - 2^-60 is 1, though a little less.
    expect(relativeUpF32(2 ** -60, 1)).toBe(-1 + 2 ** -24);
    expect(relativeDownF32(2 ** -60, 1)).toBe(-1);
    expect(relativeDownF32(-(2 ** -60), -1)).toBe(1 - 2 ** -24);
    expect(relativeUpF32(-(2 ** -60), -1)).toBe(1);
  });

  it('returns the tightest f32 bound for any value and origin', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 });
    // An origin plus an f32 plus a trace is where rounding hides.
    const near = fc.tuple(
      fc.float({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
      fc.double({ noNaN: true, min: -1, max: 1 }),
    );
    const hidden = near.map(([offset, trace]): [number, number] => [offset + trace * 2 ** -50, trace * 2 ** -20]);
    fc.assert(
      fc.property(fc.oneof(fc.tuple(number, number), hidden), ([value, origin]) => {
        const down = relativeDownF32(value, origin);
        const up = relativeUpF32(value, origin);
        expect(side(origin, down, value)).toBeLessThanOrEqual(0);
        expect(side(origin, up, value)).toBeGreaterThanOrEqual(0);
        if (down < Infinity) expect(side(origin, nextF32(down), value)).toBeGreaterThan(0);
        if (up > -Infinity) expect(side(origin, previousF32(up), value)).toBeLessThan(0);
      }),
      { numRuns: 5000 },
    );
  });
});
