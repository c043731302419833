import { nextF32, previousF32, roundDownF32, roundUpF32 } from '#core/math/round-f32';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('directed rounding to f32', () => {
  it('leaves numbers alone that are f32 already', () => {
    for (const value of [0, 1, -1, 0.5, 2 ** -149, 3.4028234663852886e38]) {
      expect(roundDownF32(value)).toBe(value);
      expect(roundUpF32(value)).toBe(value);
    }
  });

  it('puts one tenth between two neighbours', () => {
    expect(roundDownF32(0.1)).toBe(0.09999999403953552);
    expect(roundUpF32(0.1)).toBe(0.10000000149011612);
  });

  it('bounds what f32 cannot hold by an infinity or the largest number', () => {
    expect(roundUpF32(1e39)).toBe(Infinity);
    expect(roundDownF32(1e39)).toBe(3.4028234663852886e38);
    expect(roundDownF32(-1e39)).toBe(-Infinity);
    expect(roundUpF32(1e-60)).toBe(2 ** -149);
    expect(roundDownF32(-1e-60)).toBe(-(2 ** -149));
  });

  it('steps to the neighbour, never past it, for every f32', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const bits = new Int32Array(Float32Array.of(value).buffer);
        const up = nextF32(value);
        expect(up).toBeGreaterThan(value);
        expect(previousF32(up) === value).toBe(true);
        const upBits = new Int32Array(Float32Array.of(up).buffer);
        if (value > 0 && up < Infinity) expect(upBits[0]! - bits[0]!).toBe(1);
      }),
      { numRuns: 2000 },
    );
  });
});
