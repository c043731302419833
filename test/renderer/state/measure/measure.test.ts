import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { measurementOf, withPoint, type MeasurePoint } from '../../../../renderer/state/measure/measure.ts';

describe('a measurement', () => {
  it('is the sides and the right angle of the triangle 3, 4, 5', () => {
    const { distances, steps, angleDegrees } = measurementOf([
      [3, 0, 0],
      [0, 0, 0],
      [0, 4, 0],
    ]);
    expect(distances).toEqual([3, 4]);
    expect(steps).toEqual([
      [-3, 0, 0],
      [0, 4, 0],
    ]);
    expect(angleDegrees).toBe(90);
  });

  it('has no angle with two points, or if two of three are equal, and no distance with one', () => {
    expect(measurementOf([[1, 2, 3]])).toEqual({ distances: [], steps: [], angleDegrees: null });
    const a: Vec3 = [1, 0, 0];
    expect(measurementOf([a, [0, 0, 0]]).angleDegrees).toBeNull();
    expect(measurementOf([a, a, [0, 1, 0]]).angleDegrees).toBeNull();
  });

  it('gives the angle that two directions enclose, also a very small one, at every scale', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: Math.PI - 1e-6, noNaN: true }), fc.integer({ min: -9, max: 9 }), (angle, exponent) => {
        const size = 10 ** exponent;
        const { angleDegrees } = measurementOf([
          [size, 0, 0],
          [0, 0, 0],
          [2 * size * Math.cos(angle), 2 * size * Math.sin(angle), 0],
        ]);
        expect((angleDegrees! * Math.PI) / 180 / angle).toBeCloseTo(1, 9);
      }),
    );
  });

  it('begins again with the fourth point', () => {
    const point = (x: number): MeasurePoint => ({ document: 1, triangle: 0, position: [x, 0, 0], kind: 'face' });
    const all = [1, 2, 3, 4].map(point).reduce<readonly MeasurePoint[]>(withPoint, []);
    expect(all).toEqual([point(4)]);
  });
});
