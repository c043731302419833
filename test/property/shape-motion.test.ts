import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { pointWinding } from '#core/query/inside/inside';
import { windingSurface } from '#core/query/inside/surface';
import { nearestTriangles } from '#core/query/nearest/nearest';
import { planeOverlap } from '#core/query/plane/plane';
import { segmentCast } from '#core/query/segment/segment';
import { overlap } from '#core/query/shape-overlap';
import { sphereOverlap } from '#core/query/sphere/sphere';
import type { Tree } from '#core/tree/layout';
import { box, joined, meshOf } from '../fixtures/shapes.ts';
import { fortieth } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';

/**
 * A motion that f64 arithmetic does without rounding: axes swapped and mirrored, scaled by a power of two, moved by whole units. So the
 * exact queries must find the same triangles.
 */
interface Motion {
  readonly axes: readonly [number, number, number];
  readonly signs: readonly [number, number, number];
  readonly scale: number;
  readonly move: Vec3;
  /** Triangles in the reverse order, each beginning with another corner. */
  readonly isReversed: boolean;
}

const sign = fc.constantFrom(1, -1);
const motion: fc.Arbitrary<Motion> = fc.record({
  axes: fc.constantFrom<Motion['axes']>([0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0]),
  signs: fc.tuple(sign, sign, sign),
  scale: fc.constantFrom(1, 2 ** -20, 2 ** 20, 0.5),
  move: fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })),
  isReversed: fc.boolean(),
});

const coordinate = fc.integer({ min: -12, max: 12 }).map((value) => value / 4);
const point: fc.Arbitrary<Vec3> = fc.tuple(coordinate, coordinate, coordinate);
const soups = fc.array(fc.tuple(point, point, point), { minLength: 1, maxLength: 30 }).map((rows) =>
  meshOf(
    rows.flat(2),
    rows.flat().map((_, i) => i),
  ),
);
const meshes = fc.oneof(soups, fc.constant(box()), fc.constant(joined([box(), box()])));

function moved({ axes, signs, scale, move }: Motion, p: Vec3): Vec3 {
  const at = (k: 0 | 1 | 2): number => scale * (signs[k] * p[axes[k]]! + move[k]);
  return [at(0), at(1), at(2)];
}

function turned(motionOf: Motion, v: Vec3): Vec3 {
  return moved({ ...motionOf, scale: 1, move: [0, 0, 0] }, v);
}

function movedMesh(motionOf: Motion, mesh: TriangleMesh): TriangleMesh {
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x = 0, y = 0, z = 0] = mesh.positions.subarray(i, i + 3);
    positions.set(moved(motionOf, [x, y, z]), i);
  }
  const last = mesh.indices.length - 1;
  const indices = motionOf.isReversed ? mesh.indices.map((_, i) => mesh.indices[last - i]!) : mesh.indices;
  return { positions, indices, parts: [] };
}

type Points = readonly [Vec3, Vec3, Vec3, Vec3];
interface Setting {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  readonly points: Points;
  /** A vector of the query, turned but not moved. */
  readonly vector: Vec3;
  /** Length of a unit. */
  readonly unit: number;
}

/** Each returns the triangles that it finds. */
const queries = {
  segment: ({ tree, mesh, points: [from, to] }) =>
    isSame(from, to) ? [] : segmentCast(tree, mesh, { from, to }, { mode: 'all' }).hits.map(({ triangle }) => triangle),
  capsule: ({ tree, mesh, points: [from, to], unit }) => overlap(tree, mesh, { kind: 'capsule', from, to, radius: 0.75 * unit }).triangles,
  triangle: ({ tree, mesh, points: [a, b, c] }) => overlap(tree, mesh, { kind: 'triangle', a, b, c }).triangles,
  hull: ({ tree, mesh, points }) => overlap(tree, mesh, { kind: 'hull', points }).triangles,
  plane: ({ tree, mesh, points: [through], vector: normal }) =>
    isSame(normal, [0, 0, 0]) ? [] : planeOverlap(tree, mesh, { point: through, normal }).triangles,
  within: ({ tree, mesh, points: [center], unit }) =>
    sphereOverlap(tree, mesh, { center, radius: 1.25 * unit }).touches.map(({ triangle }) => triangle),
} as const satisfies Record<string, (setting: Setting) => Iterable<number>>;

function isSame(a: Vec3, b: Vec3): boolean {
  return a.every((value, k) => value === b[k]);
}

const names = Object.keys(queries) as (keyof typeof queries)[];
const kinds = fc.constantFrom('aabb', 'wide', 'obb', 'sphere');

it.each(names)('%s finds the same triangles after an exact motion, and in another order', (name) => {
  let count = 0;
  fc.assert(
    fc.property(meshes, motion, fc.tuple(point, point, point, point), point, kinds, (mesh, how, points, vector, kind) => {
      const before = [...queries[name]({ ...treed(mesh), mesh, points, vector, unit: 1 })].toSorted((p, q) => p - q);
      const mesh2 = movedMesh(how, mesh);
      const points2 = points.map((p) => moved(how, p)) as unknown as Points;
      const after = [
        ...queries[name]({ ...treed(mesh2, { kind }), mesh: mesh2, points: points2, vector: turned(how, vector), unit: how.scale }),
      ];
      const last = mesh.indices.length / 3 - 1;
      expect(after.map((t) => (how.isReversed ? last - t : t)).toSorted((p, q) => p - q)).toEqual(before);
      count += before.length;
    }),
    { numRuns: fortieth(2_000) },
  );
  expect(count).toBeGreaterThan(fortieth(2_000) / 2);
});

it('the nearest triangles have the same distances, and a point the same side', () => {
  fc.assert(
    fc.property(meshes, motion, point, kinds, (mesh, how, p, kind) => {
      const mesh2 = movedMesh(how, mesh);
      const [{ tree }, { tree: tree2 }] = [treed(mesh), treed(mesh2, { kind })];
      const distances = (of: Tree, m: TriangleMesh, from: Vec3): number[] =>
        nearestTriangles(of, m, from, 7).closest.map(({ distance }) => distance);
      const after = distances(tree2, mesh2, moved(how, p));
      // Their order is exact; the numbers are rounded.
      const before = distances(tree, mesh, p);
      expect(after).toHaveLength(before.length);
      after.forEach((distance, i) => expect(Math.abs(distance / how.scale - before[i]!)).toBeLessThanOrEqual(1e-13 * before[i]!));
      const side = (of: Tree, m: TriangleMesh, from: Vec3): boolean | 'on' | null =>
        pointWinding(createWindingTree(of, m, windingSurface(m)), from).inside;
      const [one, other] = [side(tree, mesh, p), side(tree2, mesh2, moved(how, p))];
      // Where half of a piece is wound against the other, the order decides which half is flipped.
      if (windingSurface(mesh).flipped === null && one !== null && other !== null) expect(other).toBe(one);
    }),
    { numRuns: fortieth(2_000) },
  );
});
