import { rayTriangleExact } from '#core/shape/ray-triangle-exact';
import type { Vec3 } from '#core/math/vec3';
import { describe, expect, it } from 'vitest';

// Counter-clockwise seen from above.
const a: Vec3 = [0, 0, 0];
const b: Vec3 = [4, 0, 0];
const c: Vec3 = [0, 4, 0];
const down: Vec3 = [0, 0, -1];
const up: Vec3 = [0, 0, 1];

function hit(origin: Vec3, direction: Vec3, far = Infinity, cull = false) {
  return rayTriangleExact(origin, direction, far, cull, a, b, c);
}

describe('rayTriangleExact', () => {
  it('gives distance and weights of the vertices', () => {
    expect(hit([1, 2, 3], down)).toEqual({ distance: 3, barycentric: [0.25, 0.25, 0.5] });
  });

  it('counts edges and vertices', () => {
    expect(hit([2, 0, 1], down)).toEqual({ distance: 1, barycentric: [0.5, 0.5, 0] });
    expect(hit([2, 2, 1], down)).toEqual({ distance: 1, barycentric: [0, 0.5, 0.5] });
    expect(hit([0, 4, 1], down)).toEqual({ distance: 1, barycentric: [0, 0, 1] });
  });

  it('misses by the smallest amount', () => {
    expect(hit([2, -5e-324, 1], down)).toBeNull();
    expect(hit([2, 5e-324, 1], down)).not.toBeNull();
    expect(hit([2, 2 + 2 ** -51, 1], down)).toBeNull();
  });

  it('counts the origin and the far end', () => {
    expect(hit([1, 1, 0], down)?.distance).toBe(0);
    expect(hit([1, 1, 0], up)?.distance).toBe(0);
    expect(hit([1, 1, 2], down, 2)?.distance).toBe(2);
    expect(hit([1, 1, 2], down, 2 - 2 ** -52)).toBeNull();
    expect(hit([1, 1, -5e-324], down)).toBeNull();
  });

  it('passes through back faces when culling', () => {
    expect(hit([1, 1, 1], down, Infinity, true)).not.toBeNull();
    expect(hit([1, 1, -1], up, Infinity, true)).toBeNull();
  });

  it('misses a ray in the plane of the triangle', () => {
    expect(hit([-1, 1, 0], [1, 0, 0])).toBeNull();
    expect(hit([-1, 0, 0], [1, 0, 0])).toBeNull();
  });

  it('misses triangles without area', () => {
    expect(rayTriangleExact([2, 0, 1], down, Infinity, false, a, b, [2, 0, 0])).toBeNull();
    expect(rayTriangleExact([0, 0, 1], down, Infinity, false, a, a, a)).toBeNull();
  });

  it.each([-1000, -500, 500, 900])('is the same at the scale of 2^%i', (power) => {
    const s = 2 ** power;
    const by = (v: Vec3): Vec3 => [v[0] * s, v[1] * s, v[2] * s];
    const scaledHit = rayTriangleExact([s, 2 * s, 3 * s], down, Infinity, false, a, by(b), by(c));
    expect(scaledHit).toEqual({ distance: 3 * s, barycentric: [0.25, 0.25, 0.5] });
  });
});
