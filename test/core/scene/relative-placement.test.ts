import fc from 'fast-check';
import { expect, it } from 'vitest';
import { transformOf } from '#core/math/transform';
import { pairPlacement, relativePlacement, scaledRelativePlacement } from '#core/scene/narrow/relative-placement';

/** Steps of 2^-10: elements of matrices are 0 or far above the smallest numbers. */
const between = (min: number, max: number) => fc.integer({ min: 1024 * min, max: 1024 * max }).map((steps) => steps / 1024);
const angles = fc.tuple(...[0, 1, 2].map(() => between(-180, 180))) as fc.Arbitrary<[number, number, number]>;
const place = fc.tuple(...[0, 1, 2].map(() => between(-1000, 1000))) as fc.Arbitrary<[number, number, number]>;
const scale = fc.tuple(...[0, 1, 2].map(() => between(1, 100).map((size) => size / 32))) as fc.Arbitrary<[number, number, number]>;
const matrix = fc
  .record({ translate: place, rotateDegrees: angles, scale })
  .map(({ translate, rotateDegrees, scale: of }) => transformOf({ translate, rotateDegrees, scale: of }));

const scaled = (matrix: readonly number[], factor: number): number[] => matrix.map((value, k) => (k % 4 === 3 ? value : value * factor));
const bitsOf = (numbers: readonly number[]): readonly string[] => numbers.map((value) => (Object.is(value, -0) ? '-0' : String(value)));

it('scaling by powers of two changes no digit of a placement', () => {
  fc.assert(
    fc.property(matrix, matrix, (a, b) => {
      const both = Float64Array.from([...a, ...b]);
      expect(bitsOf(scaledRelativePlacement(both, 0, 1))).toEqual(bitsOf(relativePlacement(both, 0, 1)));
    }),
  );
});

it('a pair of any common scale, a power of two, has the same placement to the last digit', () => {
  fc.assert(
    fc.property(matrix, matrix, fc.integer({ min: -1000, max: 900 }), (a, b, exponent) => {
      const factor = 2 ** exponent;
      const large = Float64Array.from([...scaled(a, factor), ...scaled(b, factor)]);
      const plain = Float64Array.from([...a, ...b]);
      expect(bitsOf(pairPlacement(large, 0, 1)!)).toEqual(bitsOf(pairPlacement(plain, 0, 1)!));
    }),
  );
});

it('instances that differ by a scale in the range of f64 have their placement, with each digit', () => {
  const turned = transformOf({ translate: [0, 0, 0], rotateDegrees: [10, 20, 30], scale: [1, 1, 1] });
  const plain = relativePlacement(Float64Array.from([...turned, ...turned]), 0, 1);
  for (const exponent of [-900, -500, -400, -310, 310, 400, 500, 900]) {
    const placed = pairPlacement(Float64Array.from([...turned, ...scaled(turned, 2 ** exponent)]), 0, 1);
    expect(bitsOf(placed!)).toEqual(bitsOf(scaled(plain, 2 ** exponent)));
    const back = pairPlacement(Float64Array.from([...scaled(turned, 2 ** exponent), ...turned]), 0, 1);
    expect(bitsOf(back!)).toEqual(bitsOf(scaled(plain, 2 ** -exponent)));
  }
});

it('a pair whose scales differ by more than f64 holds has no placement', () => {
  const of = (size: number): number[] => [size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, 0, 0, 0, 1];
  expect(pairPlacement(Float64Array.from([...of(1e-160), ...of(1e160)]), 0, 1)).toBeNull();
  expect(pairPlacement(Float64Array.from([...of(1e160), ...of(1e-160)]), 0, 1)).toBeNull();
  expect(pairPlacement(Float64Array.from([...of(1e-160), ...of(1e-160)]), 0, 1)).toEqual(of(1));
});
