import type { Vec3 } from '#core/math/vec3';
import { isClosed } from '#core/mesh/is-closed';
import { surfaceMeasures } from '#core/mesh/surface-measures';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { type BezierPatch, patchPoint, splitPatch } from '#core/patch/bezier-patch';
import { patchDistance, patchesOverlap, patchRay, patchSweep } from '#core/patch/patch-queries';
import { tessellatePatches } from '#core/patch/tessellate-patches';
import type { Tree } from '#core/tree/layout';
import { closestPoint } from '#core/query/closest/closest';
import { raycast } from '#core/query/ray/ray';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { describe, expect, test } from 'vitest';
import { bicubicBall, bowl, saddle } from '../../fixtures/patches.ts';
import { seededRandom } from '../../fixtures/random.ts';

const sphereOf = (radius: number) => ({ points: new Float64Array(3), radius });

function meshWithin(
  patches: readonly BezierPatch[],
  tolerance: number,
): { readonly mesh: TriangleMesh; readonly tree: Tree; readonly error: number } {
  const { positions, indices, error } = tessellatePatches(patches, tolerance);
  const parts = [{ name: '', firstTriangle: 0, triangleCount: indices.length / 3, worldFromPart: null }];
  const mesh = { positions, indices, parts };
  return { mesh, tree: openTree(buildTree(mesh, {})), error };
}

function pointAt(patch: BezierPatch, i: number, k: number, j: number, l: number): Vec3 {
  const out = new Float64Array(3);
  patchPoint(patch, i, k, j, l, out);
  return [out[0]!, out[1]!, out[2]!];
}

describe('points of patches', () => {
  test('are those of the polynomials that the control points stand for', () => {
    for (const [i, j] of [
      [0, 0],
      [1, 3],
      [5, 8],
      [8, 8],
    ] as const) {
      const [x, y] = [(2 * i) / 8 - 1, (2 * j) / 8 - 1];
      expect(pointAt(saddle, i, 8, j, 8)).toEqual([x, y, x * y]);
      expect(pointAt(bowl, i, 8, j, 8)).toEqual([x, y, x * x + y * y]);
    }
  });

  test('are equal bits on an edge that runs the other way', () => {
    const back: BezierPatch = {
      ...bicubicBall[0]!,
      points: Float64Array.from([3, 2, 1, 0].flatMap((row) => [...bicubicBall[0]!.points.subarray(12 * row, 12 * row + 12)])),
    };
    for (let i = 0; i <= 7; i++) expect(pointAt(back, i, 7, 0, 5)).toEqual(pointAt(bicubicBall[0]!, 7 - i, 7, 0, 5));
  });

  test('of halves are those of the whole', () => {
    for (const alongU of [true, false]) {
      const [low, high] = splitPatch(bicubicBall[3]!, alongU);
      for (let i = 0; i <= 4; i++) {
        const [u, v] = alongU ? [i, 2] : [2, i];
        const [wholeLow, wholeHigh] = alongU
          ? [pointAt(bicubicBall[3]!, i, 8, 2, 4), pointAt(bicubicBall[3]!, i + 4, 8, 2, 4)]
          : [pointAt(bicubicBall[3]!, 2, 4, i, 8), pointAt(bicubicBall[3]!, 2, 4, i + 4, 8)];
        pointAt(low, u, 4, v, 4).forEach((value, k) => expect(value).toBeCloseTo(wholeLow[k]!, 14));
        pointAt(high, u, 4, v, 4).forEach((value, k) => expect(value).toBeCloseTo(wholeHigh[k]!, 14));
      }
    }
  });
});

describe('tessellation', () => {
  test.each([
    ['a saddle', [saddle]],
    ['a bowl', [bowl]],
    ['a ball', bicubicBall],
  ] as const)('of %s is within its proven error, which is within the tolerance', (_, patches) => {
    for (const tolerance of [0.1, 0.01]) {
      const { mesh, tree, error } = meshWithin(patches, tolerance);
      expect(error).toBeLessThanOrEqual(tolerance * (1 + 1e-9));
      let farthest = 0;
      for (const patch of patches) {
        for (let i = 0; i <= 7; i++) {
          for (let j = 0; j <= 7; j++) {
            const { distance } = closestPoint(tree, mesh, pointAt(patch, i, 7, j, 7)).closest!;
            farthest = Math.max(farthest, distance);
            expect(distance).toBeLessThanOrEqual(error);
          }
        }
      }
      expect(farthest).toBeGreaterThan(error / 100);
    }
  });

  test('a bilinear patch and a flat one need two triangles', () => {
    const flat: BezierPatch = { degreeU: 1, degreeV: 1, points: Float64Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0) };
    expect(tessellatePatches([flat], 1e-6).indices).toHaveLength(6);
  });

  test('patches with equal edges have no cracks, and poles no degenerate triangles', () => {
    // One patch is more curved than the others, so all have to follow it.
    for (const tolerance of [0.2, 0.03, 0.004]) {
      const { mesh } = meshWithin(bicubicBall, tolerance);
      expect(isClosed(mesh)).toBe(true);
      const { volume } = surfaceMeasures(mesh);
      expect(Math.abs(volume! - (4 / 3) * Math.PI)).toBeLessThan(4 * Math.PI * (tolerance + 3e-4));
    }
  });

  test('halving the edges quarters the error', () => {
    const errors = [0.04, 0.01, 0.0025].map((tolerance) => meshWithin([saddle], tolerance).error);
    expect(errors[0]! / errors[1]!).toBeGreaterThan(2.5);
    expect(errors[1]! / errors[2]!).toBeGreaterThan(2.5);
  });

  test('control points whose differences overflow are refused', () => {
    const huge: BezierPatch = { ...saddle, points: saddle.points.map((value) => value * 1.7e308) };
    expect(() => tessellatePatches([huge], 0)).toThrow(/control points are too large/);
  });

  test('the usual tolerance refuses fewer triangles than a given one', () => {
    // Control points that jump between two values need many triangles for little text.
    const wild = Array.from(
      { length: 60 },
      (_, patch): BezierPatch => ({
        degreeU: 9,
        degreeV: 9,
        points: Float64Array.from({ length: 300 }, (_, i) => ((i * 7919 + patch * 104729) % 1009) / 1009),
      }),
    );
    expect(() => tessellatePatches(wild, 0)).toThrow(/triangles, more than 1,000,000/);
  });

  test('progress is reported inside a patch', () => {
    const fractions: number[] = [];
    tessellatePatches([saddle], 1e-5, (fraction) => fractions.push(fraction));
    expect(fractions.length).toBeGreaterThan(10);
    expect(Math.max(...fractions)).toBeLessThanOrEqual(1);
  });

  test('too many triangles are refused', () => {
    expect(() => tessellatePatches([saddle], 1e-12)).toThrow(/triangles, more than 8,000,000/);
  });
});

describe('queries on the surface itself', () => {
  const random = seededRandom(8);
  const points = Array.from({ length: 20 }, (): Vec3 => [4 * random() - 2, 4 * random() - 2, 4 * random() - 2]);
  const { mesh, tree, error } = meshWithin(bicubicBall, 2e-3);

  test('distances are those of the mesh within its error', () => {
    for (const point of points) {
      const { lower, upper } = patchDistance(bicubicBall, point, 1e-6)!;
      expect(upper - lower).toBeLessThanOrEqual(1e-6);
      const { distance } = closestPoint(tree, mesh, point).closest!;
      expect(distance).toBeGreaterThanOrEqual(lower - error);
      expect(distance).toBeLessThanOrEqual(upper + error);
    }
    expect(patchDistance([], [0, 0, 0], 1)).toBeNull();
  });

  test('distances to a bowl are those of calculus', () => {
    // On the axis above the focus the nearest points are at z = h − 1/2, at the distance √(h − 1/4).
    // They are a circle, and each part of it is refined.
    const { lower, upper } = patchDistance([bowl], [0, 0, 0.75], 1e-6)!;
    expect(upper - lower).toBeLessThanOrEqual(1e-6);
    expect(lower).toBeLessThanOrEqual(Math.SQRT1_2 + 1e-12);
    expect(upper).toBeGreaterThanOrEqual(Math.SQRT1_2 - 1e-12);
  });

  test('rays hit where the mesh is hit, and miss where it is missed', () => {
    let hits = 0;
    for (const point of points) {
      const length = Math.hypot(...point);
      for (const aim of [-1, 1]) {
        const direction: Vec3 = [(aim * point[0]) / length, (aim * point[1]) / length, (aim * point[2]) / length];
        const found = patchRay(bicubicBall, point, direction, 1e-5);
        const [hit] = raycast(tree, mesh, { origin: point, direction, far: Infinity }).hits;
        expect(found === null).toBe(hit === undefined);
        if (found === null || hit === undefined) continue;
        hits++;
        expect(Math.abs(found - hit.distance)).toBeLessThan(1e-5 + 2 * error);
      }
    }
    expect(hits).toBeGreaterThan(10);
    expect(patchRay([bowl], [0, 0, 1], [0, 0, -1], 1e-9)).toBeCloseTo(1, 8);
  });

  test('a moving sphere stops at its radius before the surface', () => {
    expect(patchSweep([bowl], [0, 0, -5], [0, 0, 5], sphereOf(0.5), 1e-6)! * 10).toBeCloseTo(4.5, 5);
    expect(patchSweep([bowl], [3, 0, -5], [3, 0, 5], sphereOf(0.5), 1e-6)).toBeNull();
    expect(patchSweep(bicubicBall, [-5, 0, 0], [5, 0, 0], sphereOf(1), 1e-6)! * 10).toBeCloseTo(3, 4);
    expect(patchSweep([bowl], [0, 0, 0], [0, 0, 0], sphereOf(0.5), 1e-6)).toBe(0);
  });

  test.each([0, -1, NaN])('a tolerance of %d is refused', (tolerance) => {
    const refused = expect.objectContaining({ code: 'invalid-argument' }) as Error;
    expect(() => patchDistance([bowl], [0, 0, 0.75], tolerance)).toThrow(refused);
    expect(() => patchRay([bowl], [0, 0, 1], [0, 0, -1], tolerance)).toThrow(refused);
    expect(() => patchSweep([bowl], [0, 0, -5], [0, 0, 5], sphereOf(0.5), tolerance)).toThrow(refused);
    expect(() => patchesOverlap([bowl], [saddle], tolerance)).toThrow(refused);
  });

  test('a tolerance below the spacing of coordinates ends', () => {
    expect(patchRay([bowl], [0, 0, 1], [0, 0, -1], 1e-300)).toBeCloseTo(1, 8);
    expect(patchesOverlap([bowl], [bowl], 1e-300)).toBe(true);
    const far: BezierPatch = { ...saddle, points: saddle.points.map((value) => value + 1e9) };
    expect(patchRay([far], [1e9 + 0.25, 1e9 + 0.25, 1e9 + 5], [0, 0, -1], 1e-12)).toBeCloseTo(4.9375, 2);
    expect(patchSweep([bowl], [0, 0, -5], [0, 0, 5], sphereOf(0.5), 1e-9)! * 10).toBeCloseTo(4.5, 5);
  });

  test('surfaces overlap up to the distance between them', () => {
    const raised = (by: number): BezierPatch => ({ ...bowl, points: bowl.points.map((value, i) => (i % 3 === 2 ? value + by : value)) });
    expect(patchesOverlap([bowl], [saddle], 3e-2)).toBe(true);
    expect(patchesOverlap([bowl], [raised(0.5)], 5e-2)).toBe(false);
    expect(patchesOverlap([bowl], [raised(1e-4)], 3e-2)).toBe(true);
    expect(patchesOverlap(bicubicBall, [raised(-4)], 3e-2)).toBe(false);
  });
});
