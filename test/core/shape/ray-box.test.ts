import { normalized, type Vec3 } from '#core/math/vec3';
import { rayBoxEntry } from '#core/shape/ray-box';
import { createRaySetup, setupRay } from '#core/shape/ray-setup';
import { rayTriangleExact } from '#core/shape/ray-triangle-exact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const unitBox = Float32Array.of(-1, -1, -1, 1, 1, 1);

function entry(origin: Vec3, direction: Vec3, limit = Infinity, box = unitBox, frame: Vec3 = [0, 0, 0]): number {
  const ray = createRaySetup();
  setupRay(ray, origin, direction, limit, frame, box);
  const { nearWord, farWord, nearOrigin, farOrigin, nearInverse, farInverse } = ray;
  const [a = 0, b = 0, c = 0] = nearWord;
  const [d = 0, e = 0, f = 0] = farWord;
  const [g = 0, h = 0, i = 0] = nearOrigin;
  const [j = 0, k = 0, l = 0] = farOrigin;
  const [m = 0, n = 0, o = 0] = nearInverse;
  const [p = 0, q = 0, r = 0] = farInverse;
  return rayBoxEntry(box, 0, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, limit);
}

describe('rayBoxEntry', () => {
  it('is the distance to the box, never more', () => {
    const near = entry([-3, 0, 0], [1, 0, 0]);
    expect(near).toBeLessThanOrEqual(2);
    expect(near).toBeCloseTo(2, 12);
  });

  it('is 0 inside', () => {
    expect(entry([0.5, 0.5, 0.5], [0, 1, 1])).toBe(0);
  });

  it('is Infinity for a miss, behind, and beyond the limit', () => {
    expect(entry([-3, 2, 0], [1, 0, 0])).toBe(Infinity);
    expect(entry([-3, 0, 0], [-1, 0, 0])).toBe(Infinity);
    expect(entry([-3, 0, 0], [1, 0, 0], 1.9)).toBe(Infinity);
  });

  it('touches at the limit, along a face, an edge and a corner', () => {
    expect(entry([-3, 0, 0], [1, 0, 0], 2)).toBeCloseTo(2, 12);
    expect(entry([-3, 1, 0], [1, 0, 0])).toBeCloseTo(2, 12);
    expect(entry([-3, 1, -1], [1, 0, 0])).toBeCloseTo(2, 12);
    expect(entry([-3, 3, -1], [1, -1, 0])).toBeCloseTo(Math.sqrt(8), 12);
    expect(entry([1, 1, 1], [1, 1, 1])).toBe(0);
  });

  it('takes zeros of both signs in the direction alike', () => {
    expect(entry([-3, -1, 1], [1, -0, 0])).toEqual(entry([-3, -1, 1], [1, 0, -0]));
    expect(entry([-3, -1.5, 0], [1, -0, -0])).toBe(Infinity);
  });

  it('enters a flat box', () => {
    const flat = Float32Array.of(-1, -1, 0, 1, 1, 0);
    expect(entry([0, 0, 5], [0, 0, -1], Infinity, flat)).toBeCloseTo(5, 12);
    expect(entry([-5, 0, 0], [1, 0, 0], Infinity, flat)).toBeCloseTo(4, 12);
  });

  it('hits with a slope too small for its inverse', () => {
    expect(entry([-3, 1, 0], [1, -1e-310, 0])).toBeCloseTo(2, 12);
    expect(entry([-3, 1 + 2 ** -52, 0], [1, -1e-310, 0])).toBeCloseTo(2, 12);
    expect(entry([-3, 1.1, 0], [1, -1e-310, 0])).toBe(Infinity);
  });

  it('holds everything in a box without end', () => {
    const endless = Float32Array.of(-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity);
    expect(entry([1e200, 0, 3], [0, -1, 0], Infinity, endless)).toBe(0);
  });

  it('never misses a flat box that the exact ray hits, in any frame, not even at its corners', () => {
    const small = fc.integer({ min: -8, max: 8 });
    const number = fc.double({ min: -10, max: 10, noNaN: true });
    const frames = fc.constantFrom<Vec3>([0, 0, 0], [0.1, 0.7, -0.3], [1e6 + 0.1, -1e6 - 0.3, 1e6 / 3]);
    let intersected = 0;
    fc.assert(
      fc.property(small, small, small, fc.tuple(number, number, number), frames, fc.nat(3), (x, y, z, from, frame, corner) => {
        const box = Float32Array.of(x, y, z, x + 1, y + 1, z);
        // The f64 corners in source space: the sums are rounded, and only rays whose sums are exact are judged.
        const [x0, y0, z0, x1, y1] = [x + frame[0], y + frame[1], z + frame[2], x + 1 + frame[0], y + 1 + frame[1]];
        fc.pre(x0 - frame[0] === x && y0 - frame[1] === y && z0 - frame[2] === z && x1 - frame[0] === x + 1 && y1 - frame[1] === y + 1);
        const corners: Vec3[] = [
          [x0, y0, z0],
          [x1, y0, z0],
          [x1, y1, z0],
          [x0, y1, z0],
        ];
        const origin: Vec3 = [from[0] + frame[0], from[1] + frame[1], from[2] + frame[2]];
        const target = corners[corner]!;
        const direction = normalized([target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]]);
        fc.pre(direction !== null);
        const [a, b, c, d] = corners as [Vec3, Vec3, Vec3, Vec3];
        const hit =
          rayTriangleExact(origin, direction!, Infinity, false, a, b, c) ?? rayTriangleExact(origin, direction!, Infinity, false, a, c, d);
        if (hit === null) return;
        intersected++;
        expect(entry(origin, direction!, hit.distance, box, frame)).toBeLessThanOrEqual(hit.distance);
      }),
      { numRuns: 20_000 },
    );
    expect(intersected).toBeGreaterThan(500);
  });
});
