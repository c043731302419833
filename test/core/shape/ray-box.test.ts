import type { Vec3 } from '#core/math/vec3';
import { rayBoxEntry } from '#core/shape/ray-box';
import { createRaySetup, setupRay } from '#core/shape/ray-setup';
import { describe, expect, it } from 'vitest';

const unitBox = Float32Array.of(-1, -1, -1, 1, 1, 1);

function entry(origin: Vec3, direction: Vec3, limit = Infinity, box = unitBox): number {
  const ray = createRaySetup();
  setupRay(ray, origin, direction, limit, [0, 0, 0], box);
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

  it('meets with a slope too small for its inverse', () => {
    expect(entry([-3, 1, 0], [1, -1e-310, 0])).toBeCloseTo(2, 12);
    expect(entry([-3, 1 + 2 ** -52, 0], [1, -1e-310, 0])).toBeCloseTo(2, 12);
    expect(entry([-3, 1.1, 0], [1, -1e-310, 0])).toBe(Infinity);
  });

  it('holds everything in a box without end', () => {
    const endless = Float32Array.of(-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity);
    expect(entry([1e200, 0, 3], [0, -1, 0], Infinity, endless)).toBe(0);
  });
});
