import { describe, expect, test } from 'vitest';

/** What `fixtures/compare-arrays.ts` adds to `toEqual` is faster and finds the same. */
const isEqual = (a: unknown, b: unknown): boolean => {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
};

describe('arrays of numbers', () => {
  test.each<[string, unknown, unknown, boolean]>([
    ['the same numbers', [1, NaN, -0], [1, NaN, -0], true],
    ['another number', [1, 2, 3], [1, 2, 4], false],
    ['zeros of another sign', [0], [-0], false],
    ['another length', [1, 2], [1, 2, 3], false],
    ['a hole or undefined', [1, undefined], [1, undefined], true],
    ['a matcher', [1, 2], [1, expect.any(Number)], true],
    ['a matcher that fails', [1, 2], [1, expect.any(String)], false],
    ['no number', [], [], true],
    ['arrays in an object', { a: [1, 2], b: [3] }, { a: [1, 2], b: [3] }, true],
    ['another array in an object', { a: [1, 2], b: [3] }, { a: [1, 2], b: [4] }, false],
  ])('with %s', (_, a, b, wanted) => {
    expect(isEqual(a, b)).toBe(wanted);
  });
});

describe('typed arrays', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(4));
  shared.set([9, 1, 2, 3]);
  test.each<[string, unknown, unknown, boolean]>([
    ['the same numbers', Float64Array.of(1, NaN, -0), Float64Array.of(1, NaN, -0), true],
    ['another last number', Uint32Array.of(1, 2, 3), Uint32Array.of(1, 2, 4), false],
    ['zeros of another sign', Float64Array.of(0), Float64Array.of(-0), false],
    ['another type', Float64Array.of(1), Float32Array.of(1), false],
    ['another length', Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3), false],
    ['part of a shared buffer', shared.subarray(1), Uint8Array.of(1, 2, 3), true],
    ['another NaN', new Float32Array(Uint32Array.of(0x7fc00000).buffer), new Float32Array(Uint32Array.of(0x7fc00001).buffer), true],
  ])('with %s', (_, a, b, wanted) => {
    expect(isEqual(a, b)).toBe(wanted);
  });
});
