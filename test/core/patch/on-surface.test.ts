import { describe, expect, test } from 'vitest';
import { distanceToSurface, quickParts, rayOnSurface, surfacesOverlap, sweepOnSurface, tessellatePatches } from '#core/patch';
import { bicubicBall, bowl } from '../../fixtures/patches.ts';

const surfaceOf = (patches: typeof bicubicBall, tolerance: number) => ({ patches, ...tessellatePatches(patches, tolerance) });

describe('queries on the surface itself', () => {
  test('are finer than its triangles', () => {
    const surface = surfaceOf([bowl], 0.1);
    const ray = rayOnSurface(surface, [0.3, 0.4, 5], [0, 0, -2]);
    // z = x² + y² = 0.25 there.
    if ('problem' in ray) throw new Error(ray.problem);
    expect(ray.tolerance).toBeLessThanOrEqual(1e-3);
    expect(Math.abs(ray.value! - 4.75)).toBeLessThanOrEqual(ray.tolerance);
    expect(rayOnSurface(surface, [3, 3, 5], [0, 0, -1])).toMatchObject({ value: null });
    expect(rayOnSurface(surface, [3, 3, 5], [0, 0, 0])).toMatchObject({ value: null });
  });

  test('have the distance as an interval', () => {
    const found = distanceToSurface(surfaceOf(bicubicBall, 0.01), [3, 0, 0]);
    if ('problem' in found) throw new Error(found.problem);
    expect(found.value!.lower).toBeLessThanOrEqual(2);
    expect(found.value!.upper).toBeGreaterThanOrEqual(2);
    expect(found.value!.upper - found.value!.lower).toBeLessThanOrEqual(found.tolerance);
  });

  test('stop a moving sphere, and place a second surface', () => {
    const surface = surfaceOf([bowl], 0.1);
    const sweep = sweepOnSurface(surface, [0, 0, -5], [0, 0, 5], 0.5);
    if ('problem' in sweep) throw new Error(sweep.problem);
    expect(Math.abs(10 * sweep.value! - 4.5)).toBeLessThanOrEqual(sweep.tolerance);
    const ball = surfaceOf(bicubicBall, 0.1);
    // Half as high and upside down: its vertex is the highest point.
    const above = (z: number) => [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -0.5, 0, 0, 0, z, 1] as const;
    expect(surfacesOverlap(ball, surface, above(0.95))).toMatchObject({ value: true });
    expect(surfacesOverlap(ball, surface, above(3))).toMatchObject({ value: false });
  });

  test('give up before they stop the window', () => {
    // All points of the ball are about as near to its middle.
    expect(distanceToSurface(surfaceOf(bicubicBall, 1e-5), [0, 0, 0], quickParts)).toEqual({
      problem: expect.stringContaining('needs more than'),
    });
  });
});
