import { fitShapes, type GroupFit } from '#core/convex/fit/fit-shapes';
import { type FittedShape, shapeDistance } from '#core/convex/fit/fitted-shape';
import { enclosingBall } from '#core/convex/fit/enclosing-ball';
import { meshOfShapes } from '#core/convex/fit/mesh-of-shapes';
import { shapeContains } from '#core/convex/fit/shape-contains';
import { seededRandom } from '#core/math/seeded-random';
import { identityTransformParts, transformOf, transformPoints } from '#core/math/transform';
import { isClosed } from '#core/mesh/is-closed';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPointTriangle } from '#core/shape/closest-point-triangle';
import { triangleArea } from '#core/shape/triangle-area';
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box, channel, knot, meshOf } from '../../fixtures/shapes.ts';

const kinds = ['box', 'sphere', 'capsule', 'cylinder'] as const;

function fit(mesh: TriangleMesh, shape: (typeof kinds)[number], containing: boolean): GroupFit {
  return fitShapes(mesh, { shape, containing, per: 'whole' })[0]!;
}

function placed(mesh: TriangleMesh, rotateDegrees: [number, number, number], translate: [number, number, number]): TriangleMesh {
  const positions = new Float64Array(mesh.positions.length);
  transformPoints(transformOf({ ...identityTransformParts, rotateDegrees, translate }), mesh.positions, positions);
  return { ...mesh, positions };
}

function shapeMesh(fitted: FittedShape): TriangleMesh {
  return meshOfShapes([{ name: 'shape', fitted }]);
}

describe('a containing shape', () => {
  test.each(kinds)('%s contains every vertex exactly, also far away, thin and flat', (shape) => {
    const meshes = [
      ball(16, 8),
      knot(2, 3, 48, 6),
      placed(box([0, 0, 0], [3, 2, 1]), [20, 30, 40], [5e6, 4e6, 100]),
      meshOf([0, 0, 0, 1, 0, 1, 0, 1, 1], [0, 1, 2]),
      placed(box([0, 0, 0], [1e-6, 1, 1]), [1, 2, 3], [0, 0, 0]),
    ];
    for (const mesh of meshes) {
      const { fitted, contains } = fit(mesh, shape, true);
      expect(contains).toBe(true);
      expect(shapeContains(fitted, mesh.positions)).toBe(true);
    }
  });

  test('box of a rotated box is that box', () => {
    const { fitted, volume, hullRatio, maxDistance } = fit(placed(box([0, 0, 0], [3, 2, 1]), [20, 30, 40], [10, 0, 0]), 'box', true);
    expect(volume).toBeCloseTo(6, 9);
    expect(hullRatio).toBeCloseTo(1, 9);
    expect(maxDistance).toBeLessThan(1e-12);
    expect(fitted.shape === 'box' && [...fitted.size].sort()).toEqual([expect.closeTo(1, 9), expect.closeTo(2, 9), expect.closeTo(3, 9)]);
  });

  test('cylinder around a flat mesh lies in its plane, at any place', () => {
    const floor = meshOf([-2, 0, -1, 2, 0, -1, 2, 0, 1, -2, 0, 1], [0, 2, 1, 0, 3, 2]);
    const floors = [
      floor,
      placed(floor, [0, 0, 0], [3, 7, 5]),
      placed(floor, [90, 0, 0], [0, 0, 0]),
      placed(floor, [0, 0, 0], [5e6, 100, 4e6]),
    ];
    for (const mesh of floors) {
      const { fitted, contains, volume } = fit(mesh, 'cylinder', true);
      expect(contains).toBe(true);
      expect(fitted.shape === 'cylinder' && fitted.radius).toBeCloseTo(Math.sqrt(5), 3);
      expect(volume).toBeLessThan(0.01);
    }
  });

  test('sphere is the smallest one', () => {
    const random = seededRandom(1);
    for (let i = 0; i < 20; i++) {
      const points = Float64Array.from({ length: 3 * (4 + (i % 9)) }, () => random());
      const { radius } = enclosingBall(points);
      expect(radius).toBeCloseTo(smallestRadius(points), 9);
    }
    expect(fit(box(), 'sphere', true).fitted).toEqual({
      shape: 'sphere',
      center: [0, 0, 0].map((x) => expect.closeTo(x, 12)),
      radius: expect.closeTo(Math.sqrt(3), 12),
    });
  });

  test('capsule and cylinder of tessellated ones are hardly larger', () => {
    for (const shape of ['capsule', 'cylinder'] as const) {
      const truth: FittedShape = { shape, from: [1, 2, 3], to: [3, 3, 5], radius: 0.5 };
      const { fitted, volume } = fit(shapeMesh(truth), shape, true);
      expect(fitted.shape === shape && fitted.radius).toBeCloseTo(0.5, 3);
      expect(volume).toBeCloseTo(shape === 'cylinder' ? Math.PI * 0.25 * 3 : Math.PI * 0.25 * (3 + 2 / 3), 1);
    }
  });
});

describe('a fitted shape', () => {
  test('has the numbers of the shape whose surface it is fitted to', () => {
    const truths: FittedShape[] = [
      { shape: 'sphere', center: [1, 2, 3], radius: 2 },
      { shape: 'cylinder', from: [0, 0, 0], to: [0, 4, 0], radius: 1 },
      { shape: 'capsule', from: [0, 0, 0], to: [0, 4, 0], radius: 1 },
      {
        shape: 'box',
        center: [0, 0, 0],
        axes: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        size: [1, 2, 3],
      },
    ];
    for (const truth of truths) {
      const { fitted, maxDistance } = fit(shapeMesh(truth), truth.shape, false);
      expect(fitted.shape).toBe(truth.shape);
      expect(maxDistance).toBeLessThan(0.05);
    }
  });

  test('is nearer to the surface than the containing one, both ways, also for flat and open meshes', () => {
    const { indices, positions } = ball(16, 8);
    const meshes = {
      knot: knot(2, 3, 48, 6),
      channel: channel(),
      floor: meshOf([-2, 0, -1, 2, 0, -1, 2, 0, 1, -2, 0, 1], [0, 2, 1, 0, 3, 2]),
      triangle: meshOf([0, 0, 0, 1, 0, 1, 0, 1, 1], [0, 1, 2]),
      bowl: { positions, indices: indices.filter((_, i) => centre(positions, indices, Math.floor(i / 3)) < 0), parts: [] },
    };
    for (const [at, [name, mesh]] of Object.entries(meshes).entries()) {
      // Two of the four in turn, unless all are to be run.
      const chosen = kinds.filter((_, i) => isFullRun || (i + at) % 2 === 0);
      expect(chosen.length).toBeGreaterThan(1);
      for (const shape of chosen) {
        const [best, around] = [fit(mesh, shape, false), fit(mesh, shape, true)];
        expect(bothWays(mesh, best.fitted), `${name}, ${shape}`).toBeLessThanOrEqual(bothWays(mesh, around.fitted) * 1.02);
        // A sphere of the size of a plane is not a hundred times as large.
        expect(best.volume, `${name}, ${shape}`).toBeLessThanOrEqual(1.5 * around.volume + 1e-12);
        expect(best.rmsToShape ** 2 + best.rmsToSurface ** 2).toBeLessThanOrEqual(around.rmsToShape ** 2 + around.rmsToSurface ** 2);
      }
    }
  });

  test('reports both distances, as brute force finds them', () => {
    for (const mesh of [knot(2, 3, 48, 6), channel()]) {
      for (const shape of kinds) {
        const { fitted, rmsToShape, rmsToSurface } = fit(mesh, shape, false);
        expect(Math.sqrt((rmsToShape ** 2 + rmsToSurface ** 2) / 2) / bothWays(mesh, fitted), shape).toBeCloseTo(1, 1);
      }
    }
  });
});

/** The height of the centre of a triangle. */
function centre(positions: Float64Array, indices: Uint32Array, triangle: number): number {
  return [0, 1, 2].reduce((sum, k) => sum + positions[3 * indices[3 * triangle + k]! + 1]!, 0);
}

/** Both-way root mean square distance of a mesh and a shape, by random points of both surfaces and all triangles of the mesh. */
function bothWays(mesh: TriangleMesh, fitted: FittedShape): number {
  const solid = shapeMesh(fitted);
  const scratch = new Float64Array(4);
  const toMesh = (x: number, y: number, z: number): number => {
    let best = Infinity;
    for (let at = 0; at < mesh.indices.length; at += 3) {
      const [a, b, c] = [3 * mesh.indices[at]!, 3 * mesh.indices[at + 1]!, 3 * mesh.indices[at + 2]!];
      closestPointTriangle(x, y, z, mesh.positions, a, b, c, scratch);
      best = Math.min(best, Math.hypot(scratch[0]!, scratch[1]!, scratch[2]!));
    }
    return best;
  };
  const toShape = meanSquare(mesh, (x, y, z) => shapeDistance(fitted, x, y, z));
  return Math.sqrt((toShape + meanSquare(solid, toMesh)) / 2);
}

/** The mean over random points of a surface. */
function meanSquare(mesh: TriangleMesh, distance: (x: number, y: number, z: number) => number): number {
  const random = seededRandom(7);
  const corners = (triangle: number): Float64Array =>
    Float64Array.from({ length: 9 }, (_, i) => mesh.positions[3 * mesh.indices[3 * triangle + Math.floor(i / 3)]! + (i % 3)]!);
  const ends: number[] = [];
  for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) ends.push((ends.at(-1) ?? 0) + triangleArea(corners(triangle)));
  let sum = 0;
  const count = 800;
  for (let i = 0; i < count; i++) {
    const area = ((i + random()) / count) * ends.at(-1)!;
    const p = corners(ends.findIndex((end) => end >= area));
    const [s, t] = [Math.sqrt(random()), random()];
    const point = [0, 1, 2].map((k) => (1 - s) * p[k]! + s * (1 - t) * p[3 + k]! + s * t * p[6 + k]!) as [number, number, number];
    sum += distance(...point) ** 2 / count;
  }
  return sum;
}

test('shapes become closed parts of a mesh, facing outwards', () => {
  for (const kind of kinds) {
    const mesh = shapeMesh(fit(placed(ball(16, 8), [10, 20, 30], [1, 2, 3]), kind, true).fitted);
    expect(isClosed(mesh)).toBe(true);
    expect(mesh.parts).toMatchObject([{ name: 'shape', firstTriangle: 0 }]);
  }
});

/** The radius of the smallest ball: that of the largest of the smallest balls around four points (Helly). */
function smallestRadius(points: Float64Array): number {
  const n = points.length / 3;
  let max = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++)
      for (let k = 0; k < j; k++)
        for (let l = 0; l < k; l++)
          max = Math.max(
            max,
            enclosingBall(Float64Array.from([i, j, k, l].flatMap((at) => [...points.subarray(3 * at, 3 * at + 3)]))).radius,
          );
  return max;
}
