import { describe, expect, it } from 'vitest';
import { scaledIntegers } from '#core/math/exact';
import { orient2dSign, orient3dSign } from '#core/math/orientation';
import { orient2dByRows, orient3dByRows } from '#core/math/orientation-by-rows';
import { seededRandom } from '../../fixtures/random.ts';
import { scaled } from '../../fixtures/scale.ts';

type Twelve = [number, number, number, number, number, number, number, number, number, number, number, number];
type Six = [number, number, number, number, number, number];

/** Laplace's expansion of the 4 x 4 determinant with a column of ones: another formula than the one tested. */
function sign3d(values: readonly number[]): number {
  const m = [0, 3, 6, 9].map((i) => scaledIntegers(values).integers.slice(i, i + 3) as [bigint, bigint, bigint]);
  const minor = (i: number, j: number, k: number): bigint => {
    const [a, b, c] = [m[i]!, m[j]!, m[k]!];
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  };
  const sum = minor(1, 2, 3) - minor(0, 2, 3) + minor(0, 1, 3) - minor(0, 1, 2);
  return sum > 0n ? 1 : sum < 0n ? -1 : 0;
}

function sign2d(values: readonly number[]): number {
  const [ax, ay, bx, by, cx, cy] = scaledIntegers(values).integers as unknown as [bigint, bigint, bigint, bigint, bigint, bigint];
  const sum = ax * by - ay * bx + bx * cy - by * cx + cx * ay - cy * ax;
  return sum > 0n ? 1 : sum < 0n ? -1 : 0;
}

/** Points that are nearly in one plane (on one line): rounded mixtures of the others, nudged by at most an ulp. */
function nearlyFlat(random: () => number, dimension: 2 | 3, size: number): number[] {
  const points = Array.from({ length: dimension }, () => Array.from({ length: dimension }, () => (random() - 0.5) * size));
  const weights = points.map(() => random());
  const sum = weights.reduce((a, b) => a + b, 0);
  const mixture = Array.from({ length: dimension }, (_, k) => points.reduce((x, point, i) => x + (weights[i]! / sum) * point[k]!, 0));
  if (random() < 0.3) return [...points.flat(), ...points[0]!];
  return [...points.flat(), ...mixture.map((x) => x * (1 + 2 ** -52 * (Math.floor(3 * random()) - 1)))];
}

const sizes = [1, 1e6, 1e-6, 1e-150, 1e150, 1e300, 1e-310];

describe('orientation signs', () => {
  it('are positive for points that turn counter-clockwise, and for a point above such a triangle', () => {
    expect(orient2dSign(0, 0, 1, 0, 0, 1)).toBe(1);
    expect(orient3dSign(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)).toBe(1);
    expect(orient3dSign(0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 7, 0)).toBe(0);
  });

  it.each(sizes)('agree with big integers on nearly flat points of size %d', (size) => {
    const random = seededRandom(11);
    let zeros = 0;
    for (let n = 0; n < scaled(20_000); n++) {
      const space = nearlyFlat(random, 3, size);
      const expected = sign3d(space);
      if (expected === 0) zeros++;
      if (orient3dSign(...(space as Twelve)) !== expected) expect.fail(`orient3dSign(${space}) is not ${expected}`);
      const plane = nearlyFlat(random, 2, size);
      if (orient2dSign(...(plane as Six)) !== sign2d(plane)) expect.fail(`orient2dSign(${plane}) is not ${sign2d(plane)}`);
    }
    expect(zeros).toBeGreaterThan(0);
  });

  it('agree with big integers on numbers of very different sizes', () => {
    const random = seededRandom(12);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const number = (): number =>
      pick([0, 1, 1, -1, 0.1, 3, 1e300, -1e300, 1.7e308, -1.7e308, 1e-300, -5e-324, 1e150, 2 ** -400]) * (random() < 0.5 ? 1 : random());
    let clear = 0;
    for (let n = 0; n < scaled(40_000); n++) {
      const space = Array.from({ length: 12 }, number);
      // Two equal points, or a point in the plane of an axis, in some.
      if (n % 5 === 0) space.splice(3 * (1 + (n % 3)), 3, ...space.slice(0, 3));
      const expected = sign3d(space);
      if (orient3dSign(...(space as Twelve)) !== expected) expect.fail(`orient3dSign(${space}) is not ${expected}`);
      const plane = space.slice(0, 6);
      if (orient2dSign(...(plane as Six)) !== sign2d(plane)) expect.fail(`orient2dSign(${plane}) is not ${sign2d(plane)}`);
      const byRows = orient3dByRows(space);
      if (byRows !== null) clear++;
      if (byRows !== null && byRows !== expected) expect.fail(`orient3dByRows(${space}) is not ${expected}`);
      const flat = orient2dByRows(plane);
      if (flat !== null && flat !== sign2d(plane)) expect.fail(`orient2dByRows(${plane}) is not ${sign2d(plane)}`);
    }
    expect(clear).toBeGreaterThan(0);
  });

  it('of a far point need no big integers, those of flat points do', () => {
    expect(orient3dByRows([0, 0, 0, 1, 0, 0, 0, 1, 0, 1e300, 1e300, 1e300])).toBe(1);
    expect(orient3dByRows([1e300, 1e300, 1e300, 0, 0, 0, 1, 0, 0, 0, 1, 0])).toBe(-1);
    expect(orient2dByRows([1e300, 1e300, 1e-300, 0, 0, 1e-300])).toBe(-1);
    expect(orient3dByRows([0, 0, 0, 1, 0, 0, 0, 1, 0, 1e300, 1e300, 0])).toBeNull();
  });
});
