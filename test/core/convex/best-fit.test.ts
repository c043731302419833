import { bestFit, maxTried } from '#core/convex/fit/best-fit';
import { enclosingShape } from '#core/convex/fit/enclosing-shape';
import type { ShapeKind } from '#core/convex/fit/fitted-shape';
import { fittedSurface } from '#core/convex/fit/both-way-distance';
import { convexHull } from '#core/convex/hull/convex-hull';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { expect, test } from 'vitest';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, channel, knot, meshOf } from '../../fixtures/shapes.ts';

const kinds: readonly ShapeKind[] = ['box', 'sphere', 'capsule', 'cylinder'];
const triangle = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
const square = meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);

/** The fit that starts at the enclosing shape. */
function fitOf(mesh: TriangleMesh, kind: ShapeKind): ReturnType<typeof bestFit> {
  const hull = convexHull(mesh.positions);
  const size = mesh.positions.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const triangles = Uint32Array.from({ length: mesh.indices.length / 3 }, (_, i) => i);
  const surface = fittedSurface(mesh, triangles, [0, 0, 0]);
  return bestFit(enclosingShape(hull, kind), { ...surface, ...surface.coarse }, size);
}

test('a flat triangle and a square end after few shapes, which are no larger than the mesh', () => {
  for (const mesh of [triangle, square]) {
    for (const kind of kinds) {
      const { fitted, tried } = fitOf(mesh, kind);
      expect(tried, kind).toBeLessThanOrEqual(maxTried);
      // Half of the diagonal is 0.7.
      if (fitted.shape !== 'box') expect(fitted.radius, kind).toBeLessThan(0.75);
      else expect(Math.max(...fitted.size)).toBeLessThan(1.5);
    }
  }
});

test('solids need no more shapes than the limit', () => {
  for (const mesh of [channel(), isFullRun ? knot(2, 3, 48, 8) : knot(2, 3, 24, 5), ball(16, 8)]) {
    for (const kind of kinds) expect(fitOf(mesh, kind).tried, kind).toBeLessThan(maxTried);
  }
});

test('a ball is fitted exactly', () => {
  const { fitted } = fitOf(ball(16, 8, 2), 'sphere');
  expect(fitted).toMatchObject({ shape: 'sphere' });
  // Between the radius of the vertices and that of the faces of 16 times 8.
  expect(fitted.shape === 'sphere' && fitted.radius).toBeGreaterThan(1.9);
  expect(fitted.shape === 'sphere' && fitted.radius).toBeLessThan(2);
});
