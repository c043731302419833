import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { exportMesh } from '#core/bake/export/export-mesh';
import { convexHull } from '#core/convex/hull/convex-hull';
import { flatWidth, singleDimension } from '#core/convex/hull/single-dimension';
import { transformOf, transformPoints } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { exportOptions } from '#core/options/export-options';
import { defaultValues } from '#core/options/option';
import { inputOf } from '../core/bake/bake-input.ts';
import { hullPart, joinedParts } from '../fixtures/collider-parts.ts';
import { fortieth } from '../fixtures/scale.ts';
import { box } from '../fixtures/shapes.ts';

const angle = fc.double({ min: -180, max: 180, noNaN: true });
const rotations = fc
  .tuple(angle, angle, angle)
  .map((rotateDegrees) => transformOf({ translate: [0, 0, 0], rotateDegrees, scale: [1, 1, 1] }));
const sizes = fc.integer({ min: -30, max: 30 }).map((power) => 1.37 ** power);
const polygons = fc
  .array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((points) => [[-1, 0], [0.3, 0.9], [0.8, -0.7], ...points]);

/** Points at a height `z`, rotated and rounded to f32. */
function rotated(
  points: readonly (readonly number[])[],
  heights: readonly number[],
  size: number,
  rotation: Parameters<typeof transformPoints>[0],
): Float64Array {
  const flat = Float64Array.from(heights.flatMap((z) => points.flatMap(([x = 0, y = 0]) => [x * size, y * size, z * size])));
  const out = new Float64Array(flat.length);
  transformPoints(rotation, flat, out);
  return out.map(Math.fround);
}

describe('the dimension of a hull in f32', () => {
  it('is 2 for every rotation of a polygon that was rounded once or twice', () => {
    let solid = 0;
    fc.assert(
      fc.property(polygons, rotations, sizes, (points, rotation, size) => {
        const once = rotated(points, [0], size, rotation);
        const hull = convexHull(once);
        if (hull.dimension === 3) solid++;
        expect(singleDimension(hull)).toBe(2);
        const middle = [0, 1, 2].map((k) => once.reduce((sum, value, i) => (i % 3 === k ? sum + (3 * value) / once.length : sum), 0));
        expect(singleDimension(convexHull(once.map((value, i) => Math.fround(value - middle[i % 3]!))))).toBe(2);
      }),
      { numRuns: fortieth(20_000) },
    );
    // Rounding makes solids of many.
    expect(solid).toBeGreaterThan(fortieth(20_000) / 5);
  });

  it('is 3 for every rotation of a prism of 100,000th of its size', () => {
    fc.assert(
      fc.property(polygons, rotations, sizes, (points, rotation, size) => {
        expect(singleDimension(convexHull(rotated(points, [0, 1e-5], size, rotation)))).toBe(3);
      }),
      { numRuns: fortieth(20_000) },
    );
  });

  it('is 1 for every rotation of a segment', () => {
    const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(places, rotations, sizes, (along, rotation, size) => {
        expect(singleDimension(convexHull(rotated([[-1, 0], ...along.map((x) => [x, 0])], [0], size, rotation)))).toBe(1);
      }),
      { numRuns: fortieth(5000) },
    );
  });

  it('is decided across edges where no face is near enough', () => {
    // Two edges that cross at a right angle, one above the other: each face is twice as wide as the hull.
    const wedge = (height: number): Float64Array => Float64Array.of(-1, 0, height, 1, 0, height, 0, -1, 0, 0, 1, 0);
    expect(singleDimension(convexHull(wedge(0.99 * flatWidth)))).toBe(2);
    expect(singleDimension(convexHull(wedge(1.01 * flatWidth)))).toBe(3);
  });
});

const formats = ['jolt-shapes', 'jolt-state', 'bullet-shapes', 'physx-convex', 'mjcf', 'urdf', 'unreal', 'rapier', 'godot-scene'] as const;

/** A hull with these vertices, next to a box. */
function withCrate(points: Float64Array): TriangleMesh {
  return joinedParts([hullPart('crate', box()), hullPart('sheet', { positions: points, indices: new Uint32Array(), parts: [] })]);
}

it('a part that is a rotated polygon is left out, thickened or refused in all formats of shapes', () => {
  let seen = 0;
  fc.assert(
    fc.property(polygons, rotations, fc.constantFrom(...formats), (points, rotation, format) => {
      const mesh = withCrate(rotated(points, [0], 1, rotation));
      const own = inputOf(mesh, []);
      const written = (flat: 'refuse' | 'skip' | 'thicken'): TriangleMesh =>
        exportMesh(mesh, { format, space: own.space, options: { ...defaultValues(exportOptions), flat }, runs: null }).mesh;
      if (mesh.parts[1]!.triangleCount === 0) return;
      seen++;
      expect(written('skip').parts.map(({ name }) => name)).toEqual(['crate']);
      expect(() => bakeMesh(format, { ...inputOf(written('thicken'), []), stem: 'x' })).not.toThrow();
      expect(() => bakeMesh(format, { ...own, stem: 'x' })).toThrow(/"sheet".*one plane/);
    }),
    { numRuns: fortieth(1000) },
  );
  expect(seen).toBeGreaterThan(10);
});
