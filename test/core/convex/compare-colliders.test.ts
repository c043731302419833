import { compareColliders, contendersOf } from '#core/convex/decompose/compare-colliders';
import { bodyRecord, decomposeMesh } from '#core/convex/decompose/decompose-mesh';
import { surfaceMeasures } from '#core/mesh/surface-measures';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { Dividers } from '#core/convex/decompose/dividers';
import { engineLimits, enginesExceeded } from '#core/convex/decompose/engine-limits';
import { colliderOptions } from '#core/options/collider-options';
import { paretoFront } from '#core/convex/decompose/pareto';
import type { RatingLimits } from '#core/convex/collider/rate-collider';
import { noProgress } from '#core/progress';
import { convexHull } from '#core/convex/hull/convex-hull';
import { cancelledError } from '#core/cancelled';
import { seededRandom } from '#core/math/seeded-random';
import { decomposeOptions } from '#core/options/decompose-options';
import { defaultValues } from '#core/options/option';
import { describe, expect, test } from 'vitest';
import { ball, box, channel, joined, meshOf } from '../../fixtures/shapes.ts';

const options = { ...defaultValues(decomposeOptions), maxHulls: 4, resolution: 24, maxTriangles: 200 };

/** Coarse, but fast. */
const limits: RatingLimits = { cells: 20, maxSamples: 300 };

/** Divides the channel into its floor and its walls, in the scale of the library. */
const dividers: Dividers = {
  vhacd: (positions, _, { maxHulls }) => {
    const scale = Math.max(...positions) / 5;
    const boxes = [box([-2, -1, -5], [2, 0, 5]), box([-2, 0, -5], [-1, 3, 5]), box([1, 0, -5], [2, 3, 5])];
    return Promise.resolve(boxes.slice(0, maxHulls).map((part) => part.positions.map((v, i) => (v - (i % 3 === 1 ? 1 : 0)) * scale)));
  },
};

describe('the comparison of colliders', () => {
  test('knows the volumes of boxes with common edges and faces, and has one hull for each', async () => {
    const cell = (x: number, z: number, y = 0): TriangleMesh => box([x, y, z], [x + 1, y + 1, z + 1]);
    const meshes = [
      [cell(0, 0), cell(1, 1)],
      [cell(0, 0), cell(0, 1)],
      [cell(0, 0), cell(1, 0), cell(2, 0), cell(0, 1), cell(2, 1)],
    ];
    for (const boxes of meshes) {
      const mesh = joined(boxes);
      const found = await decomposeMesh(mesh, { ...options, method: 'vhacd', maxHulls: 8 }, dividers);
      expect(found).toMatchObject({ openEdges: [], phantomVolume: 0, missingVolume: 0 });
      expect(found.bodies.map(bodyRecord).map(({ volume, vertices }) => [volume, vertices])).toEqual(boxes.map(() => [1, 8]));
      expect(surfaceMeasures(mesh).volume).toBe(boxes.length);
      const { bodies } = await decomposeMesh(mesh, { ...options, method: 'remesh' }, dividers);
      expect(bodyRecord(bodies[0]!).volume! / boxes.length).toBeCloseTo(1, 1);
    }
  });

  test('names the edges that leave a mesh open', async () => {
    const { positions, indices } = joined([box(), meshOf([1, 1, 1, 1, -1, 1, 5, 5, 5], [0, 1, 2])]);
    const mesh = meshOf([...positions], [...indices]);
    const found = await decomposeMesh(mesh, { ...options, method: 'simplify' }, dividers);
    expect(found).toMatchObject({ phantomVolume: null, missingVolume: null });
    expect(found.openEdges).toEqual([
      { triangles: 1, count: 2 },
      { triangles: 3, count: 1 },
    ]);
    await expect(decomposeMesh(mesh, { ...options, method: 'remesh' }, dividers)).rejects.toThrow(
      'An open mesh has no inside to remesh: this one has 2 edges of 1 triangle, 1 edge of 3 triangles',
    );
  });

  test('has a row for each method, and says why one was skipped', async () => {
    const { made, skipped } = await compareColliders(channel(), options, dividers, noProgress, limits);
    expect([...made, ...skipped].map(({ id }) => id).sort()).toEqual(
      contendersOf(options)
        .map(({ id }) => id)
        .sort(),
    );
    expect(skipped).toEqual([{ id: 'coacd', title: 'CoACD', reason: 'CoACD is not available here' }]);
    const row = (id: string): (typeof made)[number] => made.find((collider) => collider.id === id)!;
    expect(row('vhacd-4').bodies).toHaveLength(3);
    expect(row('vhacd-4').rating).toMatchObject({ phantomVolume: 0, missingVolume: 0 });
    expect(row('vhacd-2').bodies).toHaveLength(2);
    expect(row('vhacd-2').rating.missingVolume).toBeCloseTo(30, -1);
    expect(row('hull').rating.maxDeviation.outward).toBeCloseTo(1, 1);
    expect(row('box-containing').rating.phantomVolume).toBeCloseTo(60, -1);
    expect(row('box-containing').rating.maxDeviation.inward).toBe(0);
    expect(row('sphere-containing').rating.phantomVolume).toBeGreaterThan(400);
    expect(row('remesh').rating.phantomVolume! + row('remesh').rating.missingVolume!).toBeLessThan(15);
    expect(row('simplify').rating.maxDeviation).toMatchObject({ outward: 0 });
  });

  test('skips methods that refuse an open or a flat mesh, and ends when it is cancelled', async () => {
    const sheet = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    const { made, skipped } = await compareColliders(sheet, options, { vhacd: () => Promise.resolve([]) }, noProgress, limits);
    expect(skipped.find(({ id }) => id === 'remesh')?.reason).toContain('open mesh');
    expect(skipped.find(({ id }) => id === 'components')?.reason).toContain('no part with a volume');
    expect(made.map(({ id }) => id)).toContain('box-containing');
    let calls = 0;
    const progress = (): void => {
      if (++calls > 50) throw cancelledError();
    };
    await expect(compareColliders(channel(), options, dividers, progress, limits)).rejects.toMatchObject({ code: 'cancelled' });
    await expect(compareColliders(meshOf([], []), options, dividers)).rejects.toMatchObject({ code: 'no-triangles' });
  });

  test('has no limit that hulls of the app exceed by default, and no smaller one', () => {
    const fits = (vertices: number): boolean =>
      Object.values(engineLimits).every(
        ({ maxVertices, maxFaces }) => vertices <= maxVertices && 2 * vertices - 4 <= (maxFaces ?? Infinity),
      );
    expect(fits(colliderOptions.maxVertices.default)).toBe(true);
    expect(fits(colliderOptions.maxVertices.default + 1)).toBe(false);
  });

  test('knows the limits of engines', () => {
    const hull = (columns: number, rows: number) =>
      ({ kind: 'hull', name: 'hull', of: null, hull: convexHull(ball(columns, rows).positions) }) as const;
    expect(enginesExceeded([hull(6, 4)])).toEqual([]);
    expect(enginesExceeded([hull(6, 4), hull(12, 8)])).toEqual(['physx-gpu']);
    expect(enginesExceeded([hull(24, 16)])).toEqual(['physx', 'physx-gpu', 'jolt']);
    expect(enginesExceeded([{ kind: 'mesh', name: 'mesh', of: null, mesh: ball() }])).toEqual([]);
  });
});

test('the Pareto front has each entry that no other one dominates, and one of equal ones', () => {
  const random = seededRandom(3);
  for (let round = 0; round < 50; round++) {
    const entries = Array.from({ length: 12 }, () => ({ cost: Math.floor(random() * 5), error: Math.floor(random() * 5) }));
    const front = paretoFront(entries);
    const best = entries.filter((_, i) => front[i]);
    // Sorted by cost, the errors of the front fall strictly.
    const sorted = best.toSorted((p, q) => p.cost - q.cost);
    expect(sorted.every(({ error }, i) => i === 0 || error < sorted[i - 1]!.error)).toBe(true);
    for (const entry of entries) expect(best.some(({ cost, error }) => cost <= entry.cost && error <= entry.error)).toBe(true);
  }
  expect(paretoFront([{ cost: 1, error: Infinity }])).toEqual([false]);
});
