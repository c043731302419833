import { containsOf, treedForQueries } from '#core/convex/collider/body-contains';
import { bodyName, meshOfBodies, type ColliderBody } from '#core/convex/collider/collider';
import { hullTree, hullsAt } from '#core/convex/collider/hull-tree';
import { withColliderNames } from '#core/bake/export/collider-part-names';
import { type ColliderRating, ratedSource, rateCollider, ratingLimits } from '#core/convex/collider/rate-collider';
import { solidCells } from '#core/convex/collider/solid-cells';
import { surfaceNet } from '#core/convex/collider/surface-net';
import { convexHull } from '#core/convex/hull/convex-hull';
import { seededRandom } from '#core/math/seeded-random';
import { isClosed } from '#core/mesh/is-closed';
import { roleByName } from '#core/mesh/part-role';
import { surfaceMeasures } from '#core/mesh/surface-measures';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { farthestDistance } from '#core/pair/deviation/farthest-distance';
import { closestPoint } from '#core/query/closest/closest';
import { isInsideClosedMesh } from '#core/query/inside-closed-mesh';
import { describe, expect, test } from 'vitest';
import { ball, box, channel, joined, knot, meshOf, placed } from '../../fixtures/shapes.ts';

function hullBody(...points: readonly (readonly number[])[]): ColliderBody {
  return { kind: 'hull', name: 'hull', of: null, hull: convexHull(Float64Array.from(points.flat())) };
}

function boxBody(min: readonly number[], max: readonly number[]): ColliderBody {
  return { kind: 'hull', name: 'box', of: null, hull: convexHull(box(min, max).positions) };
}

function rate(mesh: TriangleMesh, ...bodies: readonly ColliderBody[]): ColliderRating {
  return rateCollider(ratedSource(mesh), bodies);
}

/** Returns the vertices of a mesh on one side of the plane y = 0, and where its edges cross that. */
function cutAt({ positions, indices }: TriangleMesh, side: number): readonly (readonly number[])[] {
  const point = (vertex: number): readonly number[] => [...positions.subarray(3 * vertex, 3 * vertex + 3)];
  const found = Array.from({ length: positions.length / 3 }, (_, vertex) => point(vertex)).filter((corner) => side * corner[1]! >= 0);
  for (let i = 0; i < indices.length; i++) {
    const [p, q] = [point(indices[i]!), point(indices[i % 3 === 2 ? i - 2 : i + 1]!)];
    if (p[1]! * q[1]! >= 0) continue;
    const t = p[1]! / (p[1]! - q[1]!);
    found.push([p[0]! + t * (q[0]! - p[0]!), 0, p[2]! + t * (q[2]! - p[2]!)]);
  }
  return found;
}

describe('the rating of a collider', () => {
  test('of the mesh itself is free of errors, also in two halves that share a face inside', () => {
    const halves = [boxBody([-1, -1, -1], [0, 1, 1]), boxBody([0, -1, -1], [1, 1, 1])];
    for (const bodies of [[boxBody([-1, -1, -1], [1, 1, 1])], halves]) {
      const { phantomVolume, missingVolume, maxDeviation } = rate(box(), ...bodies);
      expect({ phantomVolume, missingVolume }).toEqual({ phantomVolume: 0, missingVolume: 0 });
      expect(maxDeviation.outward).toBe(0);
      expect(maxDeviation.inward).toBeLessThan(1e-12);
      expect(maxDeviation.inwardAtMost).toBeLessThan(1e-3);
    }
  });

  test('of a larger box is its corner and its shell, and of a smaller one the reverse', () => {
    const larger = rate(box(), boxBody([-2, -2, -2], [2, 2, 2]));
    expect(larger.maxDeviation).toMatchObject({ outward: expect.closeTo(Math.sqrt(3), 9), inward: 0 });
    expect(larger.phantomVolume).toBeCloseTo(56, 6);
    expect(larger.missingVolume).toBe(0);
    const smaller = rate(box([-2, -2, -2], [2, 2, 2]), boxBody([-1, -1, -1], [1, 1, 1]));
    expect(smaller.maxDeviation).toMatchObject({ outward: 0, inward: expect.closeTo(Math.sqrt(3), 9) });
    expect(smaller.missingVolume).toBeCloseTo(56, 6);
  });

  test('of hulls that contain a dented mesh proves that no point of it is outside', () => {
    const random = seededRandom(8);
    const round = ball(32, 16);
    const factors = Float64Array.from({ length: round.positions.length / 3 }, () => 0.9 + 0.1 * random());
    const dented = { ...round, positions: round.positions.map((value, i) => value * factors[Math.floor(i / 3)]!) };
    // Points below a plane, with those of the triangles that cross it: two hulls that overlap.
    const halves = [1, -1].map((side) => {
      const points = Array.from({ length: dented.indices.length / 3 }, (_, triangle) =>
        [...dented.indices.subarray(3 * triangle, 3 * triangle + 3)].map((vertex) => [
          ...dented.positions.subarray(3 * vertex, 3 * vertex + 3),
        ]),
      ).filter((corners) => corners.some((corner) => side * corner[1]! >= 0));
      return hullBody(...points.flat());
    });
    const { maxDeviation } = rate(dented, ...halves);
    expect(maxDeviation.inward).toBeLessThan(1e-12);
    expect(maxDeviation.inwardAtMost).toBeLessThan(1e-12);
    // Cut by a plane, no triangle across it is in one of both hulls.
    const cut = [1, -1].map((side) => hullBody(...cutAt(dented, side)));
    const across = rate(dented, ...cut).maxDeviation;
    expect(across.inward).toBeLessThan(1e-12);
    expect(across.inwardAtMost).toBeLessThan(1e-12);
    // Without one of both, the farthest point is a vertex, and the bound is near.
    const half = rate(dented, halves[0]!).maxDeviation;
    expect(half.inward).toBeGreaterThan(0.5);
    expect(half.inwardAtMost).toBeGreaterThanOrEqual(half.inward);
    expect(half.inwardAtMost).toBeLessThan(1.01 * half.inward);
  });

  test('of large triangles across many hulls bounds them no less than a search without hulls', () => {
    const random = seededRandom(1);
    const corners = Array.from({ length: 6000 }, () => [11 * random(), 11 * random(), random()]).flat();
    const mesh = meshOf(
      corners,
      Array.from({ length: 6000 }, (_, i) => i),
    );
    const bodies = Array.from({ length: 36 }, (_, i) => {
      const [x, y] = [2 * (i % 6), 2 * Math.floor(i / 6)];
      return boxBody([x, y, 0], [x + 1, y + 1, 1]);
    });
    const { maxDeviation } = rate(mesh, ...bodies);
    const triangles = Array.from({ length: 2000 }, (_, i) => i);
    const limits = { maxSamples: ratingLimits.maxSamples, tolerance: 2e-3, isInside: containsOf(bodies) };
    const plain = farthestDistance(mesh, triangles, treedForQueries(meshOfBodies(bodies)), limits)!;
    expect(maxDeviation.inwardAtMost).toBeGreaterThanOrEqual(plain.found);
    expect(maxDeviation.inwardAtMost).toBeLessThanOrEqual(plain.atMost);
  });

  test('has a close outward bound where a hull covers the waves of a ball', () => {
    const smooth = ball(48, 24);
    const positions = smooth.positions.slice();
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y] = [positions[i]!, positions[i + 1]!];
      const factor = 1 + 0.1 * Math.sin(5 * Math.atan2(y, x)) * (x * x + y * y);
      for (let k = 0; k < 3; k++) positions[i + k]! *= factor;
    }
    const { maxDeviation } = rate({ ...smooth, positions }, { kind: 'hull', name: 'hull', of: null, hull: convexHull(positions) });
    expect(maxDeviation.outward).toBeGreaterThan(0.05);
    expect(maxDeviation.outwardAtMost).toBeLessThan(1.02 * maxDeviation.outward);
  });

  test('finds the hulls whose boxes overlap a box as one by one', () => {
    const random = seededRandom(3);
    const boxes = Array.from({ length: 60 }, () => {
      const min = [0, 1, 2].map(() => Math.floor(8 * random()));
      return { min, max: min.map((value) => value + 1 + Math.floor(3 * random())) };
    });
    for (let count = 0; count <= boxes.length; count += 5) {
      const own = boxes.slice(0, count);
      const hulls = hullTree(own.map(({ min, max }) => boxBody(min, max)));
      for (const { min, max } of boxes) {
        const overlap = own.flatMap((box, i) => (min.every((low, k) => low <= box.max[k]! && max[k]! >= box.min[k]!) ? [i] : []));
        expect(hullsAt(hulls, min, max)).toEqual(overlap);
      }
    }
  });

  test('of the hull of a channel is the space between the walls, wherever the channel is', () => {
    for (const at of [
      [0, 0, 0],
      [5e6, 4e6, 100],
      // Coordinates are multiples of 1/8 there, and a cell is 1/5 wide.
      [1e15, -1e15, 5e14],
    ]) {
      const mesh = placed(channel(), 1, at);
      const { phantomVolume, missingVolume, maxDeviation } = rate(mesh, {
        kind: 'hull',
        name: 'hull',
        of: null,
        hull: convexHull(mesh.positions),
      });
      // The middle of the opening is 1 from both walls.
      expect(maxDeviation.outward).toBeCloseTo(1, 2);
      expect(maxDeviation.outwardAtMost).toBeGreaterThanOrEqual(1 - 1e-6);
      expect(maxDeviation.outwardAtMost).toBeLessThan(1.01);
      expect(maxDeviation.inward).toBeLessThan(1e-6);
      expect(Math.abs(phantomVolume! - 60)).toBeLessThan(4);
      expect(missingVolume).toBe(0);
    }
  });

  test('of the hull of a box is free of errors at coordinates of 1e15, where a cell is smaller than their rounding', () => {
    const mesh = placed(box(), 1, [1e15, 1e15, -1e15]);
    const body: ColliderBody = { kind: 'hull', name: 'hull', of: null, hull: convexHull(mesh.positions) };
    // By integers: the coordinates are whole, so the volume of the box is (2·1)³ exactly, as that of its hull.
    const sides = [0, 1, 2].map((k) => {
      const along = [...mesh.positions].flatMap((value, i) => (i % 3 === k ? [BigInt(value)] : []));
      return along.reduce((p, q) => (q > p ? q : p)) - along.reduce((p, q) => (q < p ? q : p));
    });
    expect(sides).toEqual([2n, 2n, 2n]);
    const { phantomVolume, missingVolume, cellVolume, maxDeviation } = rate(mesh, body);
    expect({ phantomVolume, missingVolume }).toEqual({ phantomVolume: 0, missingVolume: 0 });
    expect(cellVolume).toBeCloseTo((2 / 48) ** 3, 12);
    expect(maxDeviation).toMatchObject({ outward: 0, inward: 0, outwardAt: null, inwardAt: null });
    const larger: ColliderBody = {
      kind: 'hull',
      name: 'hull',
      of: null,
      hull: convexHull(placed(box(), 2, [1e15, 1e15, -1e15]).positions),
    };
    const shell = rate(mesh, larger);
    expect(shell.phantomVolume).toBeCloseTo(56, 6);
    expect(shell.maxDeviation.outward).toBeCloseTo(Math.sqrt(3), 9);
    expect(shell.maxDeviation.outwardAt!.map((value, k) => Math.abs(value - [1e15, 1e15, -1e15][k]!))).toEqual([2, 2, 2]);
  });

  test('of boxes that share a face through the centres of cells is free of errors, also slanted', () => {
    for (const slant of [0, 0.3]) {
      // 2 wide in x, so with 47 cells the shared face at x = 0 is in the middle of the cells of one layer.
      const [left, right] = [box([-1, -1, -1], [0, 1, 1]), box([0, -1, -1], [1, 1, 1])].map((mesh) => ({
        ...mesh,
        positions: mesh.positions.map((value, i) =>
          i % 3 === 0 ? value + (slant * mesh.positions[i + 2]!) / (1 + Math.abs(value)) : value,
        ),
      }));
      const mesh = joined([left!, right!]);
      const bodies = [left!, right!].map((part): ColliderBody => ({ kind: 'hull', name: '', of: null, hull: convexHull(part.positions) }));
      const limits = { ...ratingLimits, cells: 47 };
      const { phantomVolume, missingVolume } = rateCollider(ratedSource(mesh, undefined, limits), bodies, undefined, limits);
      expect({ slant, phantomVolume, missingVolume }).toEqual({ slant, phantomVolume: 0, missingVolume: 0 });
      // Half of each of these cells is in the left box.
      const half = rateCollider(ratedSource(mesh, undefined, limits), bodies.slice(1), undefined, limits);
      expect(half.phantomVolume).toBe(0);
      expect(Math.abs(half.missingVolume! - 4)).toBeLessThan(slant === 0 ? 1e-9 : 0.1);
    }
  });

  test('equals samples of both surfaces, for hulls that cut a knot', () => {
    const mesh = knot(2, 3, 64, 8);
    const bodies = [boxBody([-3, -3, -1], [0, 3, 1]), hullBody([0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 1])];
    const { maxDeviation } = rate(mesh, ...bodies);
    const source = treedForQueries(mesh);
    const union = treedForQueries(meshOfBodies(bodies));
    const isIn = (treed: typeof source, p: readonly [number, number, number]): boolean =>
      isInsideClosedMesh(treed.tree, treed.mesh, p) === true;
    const sampled = (from: TriangleMesh, to: typeof source): number =>
      Math.max(0, ...samples(from, 4000).map((p) => (isIn(to, p) ? 0 : closestPoint(to.tree, to.mesh, p).closest!.distance)));
    const [outward, inward] = [sampled(union.mesh, source), sampled(mesh, union)];
    expect(outward).toBeGreaterThan(0.5);
    expect(inward).toBeGreaterThan(0.5);
    expect(maxDeviation.outwardAtMost).toBeGreaterThanOrEqual(outward);
    expect(maxDeviation.inwardAtMost).toBeGreaterThanOrEqual(inward);
    expect(maxDeviation.outward).toBeLessThan(1.1 * outward);
    expect(maxDeviation.inward).toBeLessThan(1.1 * inward);
    expect(maxDeviation.outwardAtMost).toBeLessThan(1.01 * maxDeviation.outward);
    expect(maxDeviation.inwardAtMost).toBeLessThan(1.01 * maxDeviation.inward);
  });

  test('of an open mesh has no volumes', () => {
    const sheet = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    expect(rate(sheet, boxBody([0, 0, 0], [1, 1, 1]))).toMatchObject({ phantomVolume: null, missingVolume: null, cellVolume: null });
  });
});

/** Seeded points of a surface. */
function samples({ positions, indices }: TriangleMesh, count: number): readonly (readonly [number, number, number])[] {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => {
    const at = 3 * Math.floor((random() * indices.length) / 3);
    const [u, v] = [random(), random()].sort((p, q) => p - q) as [number, number];
    const corner = (k: number, axis: number): number => positions[3 * indices[at + k]! + axis]!;
    return [0, 1, 2].map((axis) => u * corner(0, axis) + (v - u) * corner(1, axis) + (1 - v) * corner(2, axis)) as unknown as [
      number,
      number,
      number,
    ];
  });
}

describe('the cells of a solid', () => {
  test.each([
    ['channel', channel()],
    ['knot', knot(2, 3, 64, 8)],
    ['ball far away', placed(ball(24, 12), 1, [5e6, 4e6, 100])],
    ['thin plate', box([0, 0, 0], [4, 0.01, 3])],
  ])('are inside as each ray says: %s', (_, mesh) => {
    const treed = treedForQueries(mesh);
    const { origin, step, counts, distances } = solidCells(treed, 12);
    const [nx, ny, nz] = counts;
    let inside = 0;
    for (let at = 0; at < nx * ny * nz; at++) {
      const cell = [Math.floor(at / (ny * nz)), Math.floor(at / nz) % ny, at % nz];
      const point = cell.map((i, k) => origin[k]! + i * step[k]!) as unknown as [number, number, number];
      const isInside = isInsideClosedMesh(treed.tree, treed.mesh, point) === true;
      expect(distances[at]! < 0).toBe(isInside);
      if (isInside) inside++;
    }
    expect(inside).toBeGreaterThan(20);
  });

  test('have a surface that is closed and faces outward, with about the volume of the solid', () => {
    for (const mesh of [channel(), ball(), knot(2, 3, 64, 8)]) {
      const net = surfaceNet(solidCells(treedForQueries(mesh), 40));
      expect(isClosed(net)).toBe(true);
      const [volume, exact] = [surfaceMeasures(net).volume!, surfaceMeasures(mesh).volume!];
      expect(volume / exact).toBeGreaterThan(0.9);
      expect(volume / exact).toBeLessThan(1.05);
    }
  });
});

test('the parts of a collider have roles, by which an export names them for an engine', () => {
  const bodies: readonly ColliderBody[] = [
    { ...boxBody([0, 0, 0], [1, 1, 1]), name: bodyName('rock', 'hull', 1), of: 'rock' },
    { kind: 'shape', name: bodyName('rock', 'sphere', 2), of: 'rock', fitted: { shape: 'sphere', center: [0, 0, 0], radius: 1 } },
    { kind: 'mesh', name: bodyName('rock', 'triangles', 3), of: 'rock', mesh: box() },
  ];
  const mesh = meshOfBodies(bodies);
  expect(mesh.parts.map(({ name, role }) => [name, role?.shape, role?.of])).toEqual([
    ['rock_hull_01', 'hull', 'rock'],
    ['rock_sphere_02', 'sphere', 'rock'],
    ['rock_triangles_03', 'triangles', 'rock'],
  ]);
  expect(mesh.parts.map(({ triangleCount }) => triangleCount).reduce((sum, count) => sum + count)).toBe(mesh.indices.length / 3);
  const names = withColliderNames(mesh, 'unreal').parts.map(({ name }) => name);
  expect(names).toEqual(['UCX_rock_01', 'USP_rock_01', 'UCX_rock_02']);
  expect(names.map((name) => roleByName(name)?.shape)).toEqual(['hull', 'sphere', 'hull']);
});
