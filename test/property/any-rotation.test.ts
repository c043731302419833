import fc from 'fast-check';
import { expect, it } from 'vitest';
import { transformOf, transformPoint, transformPoints, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { pointWinding } from '#core/query/inside/inside';
import { nearestTriangles } from '#core/query/nearest/nearest';
import { overlap } from '#core/query/shape-overlap';
import { sphereOverlap } from '#core/query/sphere/sphere';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { ball, box, joined, meshOf } from '../fixtures/shapes.ts';
import { fortieth } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';

/**
 * Rotations by any angle round every coordinate, by about 10⁻¹⁵ of the size. So results agree within a tolerance: what a shape finds that is
 * smaller by it is found, and what a shape finds that is larger by it is all that is found.
 */
const tolerance = 1e-9;

const coordinate = fc.double({ min: -3, max: 3, noNaN: true });
const point: fc.Arbitrary<Vec3> = fc.tuple(coordinate, coordinate, coordinate);
const angle = fc.double({ min: -180, max: 180, noNaN: true });
const poses: fc.Arbitrary<Transform> = fc
  .tuple(point, fc.tuple(angle, angle, angle))
  .map(([translate, rotateDegrees]) => transformOf({ translate, rotateDegrees, scale: [1, 1, 1] }));
const soups = fc.array(fc.tuple(point, point, point), { minLength: 1, maxLength: 30 }).map((rows) =>
  meshOf(
    rows.flat(2),
    rows.flat().map((_, i) => i),
  ),
);
const meshes = fc.oneof(soups, fc.constant(box()), fc.constant(joined([box(), ball(12, 6)])));
const radii = fc.double({ min: 0.05, max: 1.5, noNaN: true });

function placed(mesh: TriangleMesh, pose: Transform): TriangleMesh {
  const positions = new Float64Array(mesh.positions.length);
  transformPoints(pose, mesh.positions, positions);
  return { ...mesh, positions };
}

function expectBetween(smaller: ArrayLike<number>, found: ArrayLike<number>, larger: ArrayLike<number>): void {
  const [few, own, many] = [smaller, found, larger].map((list) => new Set(Array.from(list)));
  expect([...few!].filter((triangle) => !own!.has(triangle))).toEqual([]);
  expect([...own!].filter((triangle) => !many!.has(triangle))).toEqual([]);
}

it('overlaps of spheres and capsules follow a mesh that is rotated by any angle', () => {
  let found = 0;
  fc.assert(
    fc.property(meshes, poses, point, point, radii, (mesh, pose, from, to, radius) => {
      const [own, other] = [treed(mesh), treed(placed(mesh, pose))];
      const [movedFrom, movedTo] = [transformPoint(pose, from), transformPoint(pose, to)];
      const spheres = (by: number): number[] =>
        sphereOverlap(own.tree, mesh, { center: from, radius: radius + by }).touches.map(({ triangle }) => triangle);
      const sphere = sphereOverlap(other.tree, other.mesh, { center: movedFrom, radius }).touches.map(({ triangle }) => triangle);
      expectBetween(spheres(-tolerance), sphere, spheres(tolerance));
      const capsules = (by: number): ArrayLike<number> =>
        overlap(own.tree, mesh, { kind: 'capsule', from, to, radius: radius + by }).triangles;
      const capsule = overlap(other.tree, other.mesh, { kind: 'capsule', from: movedFrom, to: movedTo, radius }).triangles;
      expectBetween(capsules(-tolerance), capsule, capsules(tolerance));
      found += capsule.length;
    }),
    { numRuns: fortieth(2000) },
  );
  expect(found).toBeGreaterThan(fortieth(2000));
});

it('distances of the nearest triangles, winding numbers and times of contact follow it too', () => {
  const states = new Set<string>();
  fc.assert(
    fc.property(meshes, poses, point, point, radii, (mesh, pose, from, to, radius) => {
      const [own, other] = [treed(mesh), treed(placed(mesh, pose))];
      const [movedFrom, movedTo] = [transformPoint(pose, from), transformPoint(pose, to)];
      const nearest = nearestTriangles(own.tree, mesh, from, 4).closest;
      const moved = nearestTriangles(other.tree, other.mesh, movedFrom, 4).closest;
      expect(moved).toHaveLength(nearest.length);
      nearest.forEach(({ distance }, i) => expect(Math.abs(moved[i]!.distance - distance)).toBeLessThan(tolerance));
      if (nearest[0]!.distance > 0.01) {
        const windings = [own, other].map((one, i) => pointWinding(createWindingTree(one.tree, one.mesh), i === 0 ? from : movedFrom));
        const [first, second] = windings;
        expect(Math.abs(first!.winding! - second!.winding!)).toBeLessThanOrEqual(first!.windingError! + second!.windingError! + tolerance);
      }
      // A larger sphere is in contact earlier, a smaller one later or never.
      const timeOf = (by: number): number =>
        sweepShape(own.tree, mesh, { shape: { kind: 'sphere', radius: radius + by }, from, to }).interval?.[0] ?? Infinity;
      const sweep = sweepShape(other.tree, other.mesh, { shape: { kind: 'sphere', radius }, from: movedFrom, to: movedTo });
      const time = sweep.interval?.[0] ?? Infinity;
      states.add(sweep.state);
      expect(time).toBeGreaterThanOrEqual(timeOf(tolerance) - tolerance);
      expect(time).toBeLessThanOrEqual(timeOf(-tolerance) + tolerance);
    }),
    { numRuns: fortieth(2000) },
  );
  expect([...states].sort()).toEqual(['hit', 'miss', 'startsInside']);
});
