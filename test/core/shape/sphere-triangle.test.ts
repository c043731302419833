import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { closestPointTriangle } from '#core/shape/closest-point-triangle';
import { closestPointTriangleExact, isWithin } from '#core/shape/closest-point-triangle-exact';
import { sphereMisses, sphereTouches, sphereTriangle, sphereUnsure } from '#core/shape/sphere-triangle';
import { seededRandom } from '../../fixtures/random.ts';
import { scaled } from '../../fixtures/scale.ts';

type Triangle = readonly [Vec3, Vec3, Vec3];
const right: Triangle = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
];
const out = new Float64Array(6);
const test = (p: Vec3, radius: number, triangle: Triangle): number =>
  sphereTriangle(...p, radius, Float64Array.from(triangle.flat()), 0, 3, 6, out);

describe('a sphere against a triangle in plain f64', () => {
  it('touches when it is plainly nearer than the radius, misses when plainly farther', () => {
    expect(test([1, 1, 1], 1.001, right)).toBe(sphereTouches);
    expect(test([1, 1, 1], 0.999, right)).toBe(sphereMisses);
    expect(
      test([1, 1, 0], 0, [
        [0, 0, 1],
        [4, 0, 1],
        [0, 4, 1],
      ]),
    ).toBe(sphereMisses);
  });

  it('is unsure when tangent, and for a point on the triangle', () => {
    expect(test([1, 1, 1], 1, right)).toBe(sphereUnsure);
    expect(test([1, 1, 0], 0, right)).toBe(sphereUnsure);
  });

  it('is unsure, never wrong, where squares overflow or underflow', () => {
    for (const scale of [1e200, 1e-200]) {
      const triangle = right.map((v) => v.map((value) => value * scale)) as unknown as Triangle;
      expect(test([scale, scale, scale], 2 * scale, triangle)).toBe(sphereUnsure);
      expect(test([scale, scale, 3 * scale], 2 * scale, triangle)).toBe(sphereUnsure);
    }
  });

  it('agrees with exact arithmetic whenever it is sure, for radii within a few roundings of the distance', () => {
    const random = seededRandom(12);
    const pick = (): number => (2 * random() - 1) * 10 ** (-5 * random());
    const total = scaled(30_000);
    let sure = 0;
    for (let n = 0; n < total; n++) {
      const a: Vec3 = [pick(), pick(), pick()];
      const b: Vec3 = [pick(), pick(), pick()];
      const c = (n % 2 === 0 ? [pick(), pick(), pick()] : a.map((v, k) => v + random() * (b[k]! - v))) as unknown as Vec3;
      // Half of the centres are close to the triangle, where the corners are far in comparison.
      const [u, v] = [random(), random() / 2];
      const near = n % 4 < 2 ? 1e-3 : 1;
      const p = a.map(
        (value, k) => (near < 1 ? value + v * (b[k]! - value) + u * v * (c[k]! - value) : 0) + near * pick(),
      ) as unknown as Vec3;
      closestPointTriangle(...p, Float64Array.from([...a, ...b, ...c]), 0, 3, 6, out);
      const nearTangent = Math.hypot(out[0]!, out[1]!, out[2]!) * (1 + (2 * random() - 1) * 10 ** (-16 * random()));
      const result = test(p, nearTangent, [a, b, c]);
      if (result === sphereUnsure) continue;
      sure++;
      expect(result === sphereTouches).toBe(isWithin(closestPointTriangleExact(p, a, b, c), nearTangent));
    }
    expect(sure).toBeGreaterThan(total / 2);
  });
});
