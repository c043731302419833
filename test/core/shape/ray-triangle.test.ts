import { normalized, type Vec3 } from '#core/math/vec3';
import { createRaySetup, setupRay } from '#core/shape/ray-setup';
import { rayHits, rayMisses, rayTriangle, rayUnsure } from '#core/shape/ray-triangle';
import { rayTriangleExact } from '#core/shape/ray-triangle-exact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const setup = createRaySetup();
const out = new Float64Array(2);

/** The f64 test in a frame at 0 whose box just holds the triangle. */
function result(origin: Vec3, direction: Vec3, corners: readonly number[], cull = false): number {
  const axis = (k: number): number[] => corners.filter((_, i) => i % 3 === k);
  const box = Float32Array.from([0, 1, 2].map((k) => Math.min(...axis(k))).concat([0, 1, 2].map((k) => Math.max(...axis(k)))));
  setupRay(setup, origin, direction, Infinity, [0, 0, 0], box);
  return rayTriangle(setup, Float64Array.from(corners), 0, 3, 6, cull, out);
}

const flat = [0, 0, 0, 4, 0, 0, 0, 4, 0];

describe('rayTriangle', () => {
  it('decides the clear cases itself', () => {
    expect(result([1, 1, 3], [0, 0, -1], flat)).toBe(rayHits);
    expect(out[0]).toBe(3);
    expect(out[1]).toBeLessThan(1e-13);
    expect(result([3, 3, 3], [0, 0, -1], flat)).toBe(rayMisses);
    expect(result([1, 1, 3], [0, 0, 1], flat)).toBe(rayMisses);
  });

  it('is unsure where products of coordinates could overflow', () => {
    for (const power of [501, 512, 600]) expect(result([1, 1, 2 ** power], [0, 0, -1], flat), `${power}`).toBe(rayUnsure);
  });

  it('culls by the winding', () => {
    expect(result([1, 1, 3], [0, 0, -1], flat, true)).toBe(rayHits);
    expect(result([1, 1, -3], [0, 0, 1], flat, true)).toBe(rayMisses);
    // The same along the other axes, where the shear permutes coordinates.
    expect(result([3, 1, 1], [-1, 0, 0], [0, 0, 0, 0, 4, 0, 0, 0, 4], true)).toBe(rayHits);
    expect(result([1, 3, 1], [0, -1, 0], [0, 0, 0, 0, 0, 4, 4, 0, 0], true)).toBe(rayHits);
    expect(result([1, 3, 1], [0, -1, 0], [0, 0, 0, 4, 0, 0, 0, 0, 4], true)).toBe(rayMisses);
  });

  it('leaves edges, vertices, the origin, the plane and flat triangles to the exact test', () => {
    expect(result([2, 0, 1], [0, 0, -1], flat)).toBe(rayUnsure);
    expect(result([0, 0, 1], [0, 0, -1], flat)).toBe(rayUnsure);
    expect(result([1, 1, 0], [0, 0, -1], flat)).toBe(rayUnsure);
    expect(result([-1, 1, 0], [1, 0, 0], flat)).toBe(rayUnsure);
    expect(result([2, 0, 1], [0, 0, -1], [0, 0, 0, 4, 0, 0, 2, 0, 0])).toBe(rayUnsure);
  });

  it.each([1e-200, 1e160, 1e300])('is never sure where numbers overflow or vanish: scale %g', (s) => {
    expect(
      result(
        [s, s, 3 * s],
        [0, 0, -1],
        flat.map((value) => value * s),
      ),
    ).toBe(rayUnsure);
  });

  it('is right wherever it is sure, and keeps its bound on the distance', () => {
    // Coarse lattices make edges, planes and grazing rays common; the shift and the scale make them inexact.
    const lattice = fc.integer({ min: -3, max: 3 });
    const point = fc.tuple(lattice, lattice, lattice);
    const shift = fc.constantFrom(0, 1e-9, 0.1, 1e5);
    const scale = fc.constantFrom(1, 0.1, 1e-6, 1e6);
    let sure = 0;
    fc.assert(
      fc.property(point, point, fc.tuple(point, point, point), shift, scale, fc.boolean(), (o, to, triangle, move, size, cull) => {
        const place = (p: Vec3): Vec3 => [p[0] * size + move, p[1] * size + move / 3, p[2] * size - move / 7];
        const origin = place(o);
        const target = place(to);
        const direction = normalized([target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]]);
        fc.pre(direction !== null);
        const [a, b, c] = [place(triangle[0]), place(triangle[1]), place(triangle[2])];
        const got = result(origin, direction!, [...a, ...b, ...c], cull);
        if (got === rayUnsure) return;
        sure++;
        const exact = rayTriangleExact(origin, direction!, Infinity, cull, a, b, c);
        expect(exact !== null).toBe(got === rayHits);
        if (exact !== null) expect(Math.abs(exact.distance - out[0]!)).toBeLessThanOrEqual(out[1]!);
      }),
      { numRuns: 20_000 },
    );
    expect(sure).toBeGreaterThan(5_000);
  });
});
