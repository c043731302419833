import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import {
  checkTransform,
  identityTransformParts,
  identityTransform,
  inverseTransform,
  transformOf,
  transformPoint,
  transformPoints,
  transformVector,
} from '#core/math/transform';

function placed(transform: readonly number[], point: readonly number[]): number[] {
  const out = new Float64Array(3);
  transformPoints(transform, Float64Array.from(point), out);
  return [...out];
}

describe('transformOf', () => {
  it('leaves every point where it is for the placement that changes nothing', () => {
    expect(transformOf(identityTransformParts)).toEqual(identityTransform);
  });

  it('scales, then turns about X, then Y, then Z, then moves', () => {
    const transform = transformOf({ translate: [10, 20, 30], rotateDegrees: [90, 90, 90], scale: [2, 3, 4] });
    // (1, 1, 1) → (2, 3, 4) → X: (2, -4, 3) → Y: (3, -4, -2) → Z: (4, 3, -2) → moved.
    expect(placed(transform, [1, 1, 1])).toEqual([14, 23, 28]);
  });

  it.each([-270, -180, -90, 0, 90, 180, 270, 360, 450, 36000090])('turns by %d degrees with 0 and ±1 only, none of them -0', (angle) => {
    for (const rotateDegrees of [
      [angle, 0, 0],
      [0, angle, 0],
      [0, 0, angle],
      [angle, angle, angle],
    ] as const) {
      for (const value of transformOf({ ...identityTransformParts, rotateDegrees }))
        expect([0, 1, -1].some((exact) => Object.is(value, exact))).toBe(true);
    }
  });

  it('turns by 30 degrees as the sine and cosine say', () => {
    const [c, s] = transformOf({ ...identityTransformParts, rotateDegrees: [0, 0, 30] });
    expect(c).toBeCloseTo(Math.sqrt(3) / 2, 15);
    expect(s).toBeCloseTo(0.5, 15);
  });

  it('allows mirroring', () => {
    expect(placed(transformOf({ ...identityTransformParts, scale: [-1, 1, 1] }), [2, 3, 4])).toEqual([-2, 3, 4]);
  });

  it('refuses a scale of zero', () => {
    expect(() => transformOf({ ...identityTransformParts, scale: [1, 0, 1] })).toThrow(InspectorError);
  });
});

describe('checkTransform', () => {
  const like = (at: number, value: number): number[] => identityTransform.map((own, i) => (i === at ? value : own));

  it.each([
    ['15 numbers', identityTransform.slice(1), /15 numbers/],
    ['a NaN', like(5, Number.NaN), /not finite/],
    ['an infinite translation', like(12, Infinity), /not finite/],
    ['a projective last row', like(3, 0.5), /last row/],
    ['a last number that is not 1', like(15, 2), /last row/],
    ['a zero column', like(0, 0), /singular/],
    // Plain f64 gives this determinant as 6.7e-16.
    ['three axes in one plane', [1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 0, 0, 0, 1], /singular/],
  ])('refuses %s', (_, numbers, message) => {
    let thrown: unknown;
    try {
      checkTransform(numbers);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InspectorError);
    expect((thrown as InspectorError).code).toBe('invalid-argument');
    expect((thrown as InspectorError).message).toMatch(message);
  });

  it('takes a matrix whose determinant is below the smallest number', () => {
    const tiny = [1e-120, 0, 0, 0, 0, 1e-120, 0, 0, 0, 0, 1e-120, 0, 0, 0, 0, 1];
    expect(checkTransform(tiny)).toBe(tiny);
  });
});

describe('transformPoints', () => {
  it('sums from left to right and rounds every step', () => {
    // 1e16 + 1 rounds to 1e16 before 1e16 is taken off again; another order would leave 1.
    const transform = [1e16, 0, 0, 0, 1, 1, 0, 0, -1e16, 0, 1, 0, 0, 0, 0, 1];
    expect(placed(transform, [1, 1, 1])[0]).toBe(0);
  });
});

describe('transformPoint and transformVector', () => {
  const transform = transformOf({ translate: [10, 20, 30], rotateDegrees: [12, 34, 56], scale: [2, 3, -4] });

  it('place a point as many are placed, and a vector without the move', () => {
    expect(transformPoint(transform, [1.1, 2.2, 3.3])).toEqual(placed(transform, [1.1, 2.2, 3.3]));
    const [p, q] = [transformPoint(transform, [4, 5, 6]), transformPoint(transform, [3, 3, 3])];
    transformVector(transform, [1, 2, 3]).forEach((value, axis) => expect(value).toBeCloseTo(p[axis]! - q[axis]!, 12));
  });

  it('are gone back by the inverse, mirrored ones too', () => {
    const back = inverseTransform(transform);
    transformPoint(back, transformPoint(transform, [1, 2, 3])).forEach((value, axis) => expect(value).toBeCloseTo([1, 2, 3][axis]!, 12));
    expect(inverseTransform(identityTransform)).toEqual(identityTransform);
  });
});
