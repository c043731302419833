import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { isClosed } from '#core/mesh/is-closed';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { sphereOptions } from '#core/options/sphere-options';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import { pushOut } from '#core/query/sphere/push-out';
import { sphereOverlap, type Sphere, type SphereResult } from '#core/query/sphere/sphere';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { SplitName, Tree } from '#core/tree/layout';
import { splitNames } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { fortieth } from '../fixtures/scale.ts';
import { ball, box, knot, meshOf, soup } from '../fixtures/shapes.ts';

const treeOf = (mesh: TriangleMesh, split: SplitName = 'sah'): Tree =>
  openTree(buildTree(mesh, { ...defaultValues(buildOptions), split, leafTriangles: 2 }));

const setOf = ({ touches }: SphereResult): unknown =>
  touches.map(({ triangle, feature, featureIndex, part }) => ({ triangle, feature, featureIndex, part }));

/** Equal sets, features and side; numbers and directions within the bounds that `sphereTouch` states. */
function expectSame(result: SphereResult, oracle: SphereResult, size: number): void {
  expect(setOf(result)).toEqual(setOf(oracle));
  expect(result.isCenterInside).toBe(oracle.isCenterInside);
  result.touches.forEach((touch, i) => {
    const wanted = oracle.touches[i]!;
    expect(Math.abs(touch.distance - wanted.distance)).toBeLessThanOrEqual(2e-12 * size);
    expect(Math.abs(touch.depth - wanted.depth)).toBeLessThanOrEqual(2e-12 * size);
    for (const axis of [0, 1, 2] as const) {
      expect(Math.abs(touch.point[axis] - wanted.point[axis])).toBeLessThanOrEqual(2e-12 * size);
      if (wanted.distance > 0) expect(Math.abs(touch.direction[axis] - wanted.direction[axis])).toBeLessThanOrEqual(2e-11);
    }
  });
}

/** Coordinates on a coarse grid: triangles without area, tangent spheres and ties are common. */
const gridNumber = fc.integer({ min: -3, max: 3 });
const gridPoint = fc.tuple(gridNumber, gridNumber, gridNumber);
const gridSoup = fc.array(fc.tuple(gridPoint, gridPoint, gridPoint), { minLength: 1, maxLength: 20 }).map((triangles) =>
  meshOf(
    triangles.flat(2),
    triangles.flatMap((_, t) => [3 * t, 3 * t + 1, 3 * t + 2]),
  ),
);
const gridSphere = fc.record({ center: gridPoint, radius: fc.integer({ min: 0, max: 6 }).map((value) => value / 2) });

const seed = fc.integer({ min: 0, max: 2 ** 30 });
const roughSphere = fc.record({
  center: fc.tuple(
    fc.double({ min: -2, max: 2, noNaN: true }),
    fc.double({ min: -2, max: 2, noNaN: true }),
    fc.double({ min: -2, max: 2, noNaN: true }),
  ),
  radius: fc.double({ min: 0, max: 2, noNaN: true }),
});

function placedSphere({ center, radius }: Sphere, scale: number, move: Vec3): Sphere {
  return { center: [center[0] * scale + move[0], center[1] * scale + move[1], center[2] * scale + move[2]], radius: radius * scale };
}

describe('a sphere against a mesh', () => {
  it('agrees with brute force on grids, where tangency and triangles without area are common', () => {
    fc.assert(
      fc.property(gridSoup, gridSphere, (mesh, sphere) => {
        const surface = { isClosed: false };
        const result = sphereOverlap(treeOf(mesh), mesh, sphere, surface);
        expectSame(result, sphereOverlapBruteForce(mesh, sphere, surface), 10);
      }),
      { numRuns: fortieth(3000) },
    );
  });

  it('agrees with brute force at scales of 1e±6 and far from the origin, whatever the split', () => {
    const scales = fc.constantFrom(1e-6, 1, 1e6);
    const moves = fc.constantFrom<Vec3>([0, 0, 0], [1e3, -1e5, 1e6]);
    fc.assert(
      fc.property(seed, roughSphere, scales, moves, fc.constantFrom(...splitNames), (start, rough, scale, move, split) => {
        const small = soup(60, seededRandom(start), 1, 0.5);
        const mesh = { ...small, positions: small.positions.map((value, i) => value * scale + move[i % 3]!) };
        const sphere = placedSphere(rough, scale, move);
        const surface = { isClosed: false };
        const size = 10 * scale + Math.max(...move.map(Math.abs));
        expectSame(sphereOverlap(treeOf(mesh, split), mesh, sphere, surface), sphereOverlapBruteForce(mesh, sphere, surface), size);
      }),
      { numRuns: fortieth(2000) },
    );
  });

  it('knows its inside as the solid angles do', () => {
    const meshes = [box(), ball(12, 8), knot(2, 3, 48, 6)].map((mesh) => ({
      mesh,
      tree: treeOf(mesh),
      surface: { isClosed: isClosed(mesh) },
    }));
    fc.assert(
      fc.property(fc.nat(2), roughSphere, (which, sphere) => {
        const { mesh, tree, surface } = meshes[which]!;
        expectSame(sphereOverlap(tree, mesh, sphere, surface), sphereOverlapBruteForce(mesh, sphere, surface), 10);
      }),
      { numRuns: fortieth(2000) },
    );
  });

  it('gives the same triangles when they come in another order', () => {
    fc.assert(
      fc.property(seed, roughSphere, (start, sphere) => {
        const random = seededRandom(start);
        const mesh = soup(40, random, 1, 0.5);
        const order = Array.from({ length: triangleCount(mesh) }, (_, t) => ({ t, key: random() }))
          .sort((p, q) => p.key - q.key)
          .map(({ t }) => t);
        const shuffled = { ...mesh, indices: Uint32Array.from(order.flatMap((t) => [3 * t, 3 * t + 1, 3 * t + 2])) };
        const surface = { isClosed: false };
        const touches = sphereOverlap(treeOf(mesh), mesh, sphere, surface).touches;
        const others = sphereOverlap(treeOf(shuffled), shuffled, sphere, surface).touches;
        const back = others.map((touch) => ({ ...touch, triangle: order[touch.triangle]! })).sort((p, q) => p.triangle - q.triangle);
        expect(back).toEqual(touches);
      }),
      { numRuns: fortieth(1000) },
    );
  });

  it('leaves no overlap when it reports none: the pushed sphere is free by brute force, and the steps end at the reported centre', () => {
    const meshes = [box(), ball(12, 8), knot(2, 3, 48, 6)].map((mesh) => ({
      mesh,
      tree: treeOf(mesh),
      surface: { isClosed: isClosed(mesh) },
    }));
    let freed = 0;
    let runs = 0;
    fc.assert(
      fc.property(fc.nat(2), roughSphere, (which, sphere) => {
        const { mesh, tree, surface } = meshes[which]!;
        const { steps, center, left, leftDepth } = pushOut(tree, mesh, sphere, { ...surface, ...defaultValues(sphereOptions) });
        expect(center).toEqual(steps.at(-1)?.center ?? sphere.center);
        const there = sphereOverlapBruteForce(mesh, { center, radius: sphere.radius }, surface);
        expect(there.touches.length).toBe(left.length);
        expect(leftDepth > 0 || left.length === 0).toBe(true);
        if (steps.length > 0) runs++;
        if (steps.length > 0 && left.length === 0) freed++;
      }),
      { numRuns: fortieth(1000) },
    );
    expect(freed).toBeGreaterThan(0.9 * runs);
  });
});
