import { roundedRatio, scaledIntegers } from '#core/math/exact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('scaledIntegers', () => {
  it('brings numbers to one power of two', () => {
    const { integers, exponent } = scaledIntegers([1.5, -0.25, 0]);
    const unit = 2n ** BigInt(-exponent);
    expect(integers).toEqual([(3n * unit) / 2n, -unit / 4n, 0n]);
  });

  it('holds the smallest denormal and the largest number together', () => {
    const { integers, exponent } = scaledIntegers([5e-324, Number.MAX_VALUE, -0]);
    expect(exponent).toBe(-1074);
    expect(integers[0]).toBe(1n);
    expect(integers[1]).toBe((2n ** 53n - 1n) << 2045n);
    expect(integers[2]).toBe(0n);
  });

  it('loses nothing, for any number', () => {
    fc.assert(
      fc.property(finite, finite, (p, q) => {
        const { integers, exponent } = scaledIntegers([p, q]);
        expect(roundedRatio(integers[0]!, 1n, exponent)).toBe(p === 0 ? 0 : p);
        expect(roundedRatio(integers[1]!, 1n, exponent)).toBe(q === 0 ? 0 : q);
      }),
    );
  });
});

describe('roundedRatio', () => {
  it('rounds as division does', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (p, q) => {
        fc.pre(q !== 0 && p !== 0);
        expect(roundedRatio(BigInt(p), BigInt(q), 0)).toBe(p / q);
      }),
      { numRuns: 1000 },
    );
  });

  it('sends halves to the even neighbour, and a trace more upward', () => {
    const half = 2n ** 53n + 1n;
    expect(roundedRatio(half, 1n, 0)).toBe(2 ** 53);
    expect(roundedRatio(half * 2n ** 300n + 1n, 2n ** 300n, 0)).toBe(2 ** 53 + 2);
  });

  it('rounds denormals once', () => {
    const unit = 5e-324;
    expect(roundedRatio(3n, 2n, -1074)).toBe(2 * unit);
    expect(roundedRatio(5n, 2n, -1074)).toBe(2 * unit);
    // 2.5 units and a trace: rounded to 53 bits first, the trace would be lost.
    expect(roundedRatio(5n * 2n ** 60n + 1n, 2n ** 61n, -1074)).toBe(3 * unit);
    expect(roundedRatio(1n, 2n, -1074)).toBe(0);
    expect(roundedRatio(2n ** 53n - 1n, 2n, -1074)).toBe(2 ** -1022);
    expect(roundedRatio(-7n, 1n, -2000)).toBe(-0);
  });

  it('reaches both ends of the range', () => {
    expect(roundedRatio(1n, 1n, 1023)).toBe(2 ** 1023);
    expect(roundedRatio(1n, 1n, -1074)).toBe(5e-324);
    expect(roundedRatio(-(2n ** 3000n), 2n ** 1990n, 0)).toBe(-(2 ** 1010));
    expect(roundedRatio(1n, 1n, 1100)).toBe(Infinity);
  });
});
