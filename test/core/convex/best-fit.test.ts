import { bestFit, maxTried } from '#core/convex/fit/best-fit';
import { enclosingShape } from '#core/convex/fit/enclosing-shape';
import { shapeDistance, type ShapeKind } from '#core/convex/fit/fitted-shape';
import { convexHull } from '#core/convex/hull/convex-hull';
import { expect, test } from 'vitest';
import { ball, channel, knot } from '../../fixtures/shapes.ts';

const kinds: readonly ShapeKind[] = ['box', 'sphere', 'capsule', 'cylinder'];
const triangle = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1 / 3, 1 / 3, 0);
const square = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0);

/** The points with equal weights, and the fit that starts at the enclosing shape. */
function fitOf(points: Float64Array, kind: ShapeKind): ReturnType<typeof bestFit> {
  const hull = convexHull(points);
  const size = points.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return bestFit(enclosingShape(hull, kind), { points, weights: new Float64Array(points.length / 3).fill(1) }, size);
}

test('a flat triangle and a square end after few shapes, with a radius that does not run away', () => {
  for (const points of [triangle, square]) {
    for (const kind of kinds) {
      const { fitted, tried } = fitOf(points, kind);
      expect(tried, kind).toBeLessThanOrEqual(maxTried);
      if (fitted.shape !== 'box') expect(fitted.radius).toBeLessThanOrEqual(64);
      for (let at = 0; at < points.length; at += 3) {
        const distance = shapeDistance(fitted, points[at]!, points[at + 1]!, points[at + 2]!);
        expect(Math.abs(distance), kind).toBeLessThan(0.3);
      }
    }
  }
});

test('solids need no more shapes than the limit', () => {
  for (const { positions } of [channel(), knot(2, 3, 48, 8), ball(16, 8)]) {
    for (const kind of kinds) expect(fitOf(positions, kind).tried, kind).toBeLessThan(maxTried);
  }
});

test('a ball is fitted exactly', () => {
  const { fitted } = fitOf(ball(16, 8, 2).positions, 'sphere');
  expect(fitted).toMatchObject({ shape: 'sphere' });
  expect(fitted.shape === 'sphere' && fitted.radius).toBeCloseTo(2, 5);
});
