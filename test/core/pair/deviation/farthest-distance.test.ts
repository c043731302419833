import { describe, expect, test } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { farthestDistance, type FarthestDistance } from '#core/pair/deviation/farthest-distance';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { seededRandom } from '../../../fixtures/random.ts';
import { isFullRun } from '../../../fixtures/scale.ts';
import { ball, box, meshOf, placed, soup } from '../../../fixtures/shapes.ts';

const limits = { maxSamples: 200_000, tolerance: 1e-6 };

function farthest(from: TriangleMesh, to: TriangleMesh, given = limits): FarthestDistance {
  const triangles = Array.from({ length: triangleCount(from) }, (_, i) => i);
  return farthestDistance(from, triangles, { mesh: to, tree: openTree(buildTree(to, {})) }, given)!;
}

/** Distances of random points of a surface, by brute force. */
function sampled(from: TriangleMesh, to: TriangleMesh, count: number, random: () => number): number {
  let max = 0;
  for (let i = 0; i < count; i++) {
    const t = Math.floor(random() * triangleCount(from));
    const [r, s] = [Math.sqrt(random()), random()];
    const weights = [1 - r, r * (1 - s), r * s];
    const p = [0, 1, 2].map((k) => weights.reduce((sum, w, c) => sum + w * from.positions[3 * from.indices[3 * t + c]! + k]!, 0));
    max = Math.max(max, closestPointBruteForce(to, p as unknown as Vec3).closest!.distance);
  }
  return max;
}

describe('the farthest distance', () => {
  test('between two boxes is that of a corner', () => {
    const result = farthest(box([-2, -2, -2], [2, 2, 2]), box());
    expect(result).toMatchObject({ found: Math.sqrt(3), position: [-2, -2, -2] });
    expect(result.atMost).toBeCloseTo(Math.sqrt(3), 5);
  });

  test('of a plate over an edge lies inside a triangle, where no corner is', () => {
    // The ridge of a roof is 1 under the plate; its eaves, under the corners of the plate, only 0.1.
    const plate = meshOf([-2, -1, 0, 2, -1, 0, 2, 1, 0, -2, 1, 0], [0, 1, 2, 0, 2, 3]);
    const valley = meshOf([-2, -1, -0.1, 0, -1, -1, 0, 1, -1, -2, 1, -0.1, 2, -1, -0.1, 2, 1, -0.1], [0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2]);
    const { found, atMost } = farthest(plate, valley);
    // Over the ridge, the nearest points are on the slopes: 1·cos of their angle.
    const expected = 2 / Math.hypot(2, 0.9);
    expect(found).toBeGreaterThan(0.998 * expected);
    expect(atMost).toBeGreaterThanOrEqual(expected - 1e-9);
    expect(atMost).toBeLessThan(1.002 * expected);
  });

  test('of a surface on itself is 0, and so of triangles that divide it', () => {
    expect(farthest(ball(), ball()).atMost).toBeLessThan(1e-15);
    // The same plane, with other triangles on each side.
    const plate = meshOf([0, 0, 0, 3, 0, 0, 3, 2, 0, 0, 2, 0], [0, 1, 2, 0, 2, 3]);
    const fan = meshOf([0, 0, 0, 3, 0, 0, 3, 2, 0, 0, 2, 0, 1.3, 0.4, 0], [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]);
    for (const result of [farthest(plate, fan), farthest(fan, plate)]) {
      expect(result.atMost).toBeLessThan(1e-6);
      expect(result.samples).toBeLessThan(100);
    }
  });

  test('bounds random samples by brute force, both ways', () => {
    const random = seededRandom(5);
    const cases: readonly (readonly [TriangleMesh, TriangleMesh])[] = [
      [ball(12, 8), box()],
      [soup(30, random), soup(40, random)],
      [placed(ball(8, 6), 1, [0.1, 0.2, 0]), ball(30, 14)],
    ];
    for (const [a, b] of cases) {
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        const { found, atMost } = farthest(from, to);
        const seen = sampled(from, to, isFullRun ? 3000 : 600, random);
        expect(seen).toBeLessThanOrEqual(atMost + 1e-12);
        expect(found).toBeGreaterThan(0.97 * seen);
        expect(atMost).toBeLessThanOrEqual(1.0011 * found);
      }
    }
  });

  test('stays a bound at the limit of samples', () => {
    const { found, atMost } = farthest(ball(12, 8), box(), { maxSamples: 10, tolerance: 0 });
    const exact = farthest(ball(12, 8), box());
    expect(found).toBeLessThanOrEqual(exact.atMost);
    expect(atMost).toBeGreaterThanOrEqual(exact.found);
  });

  test('to nothing is unknown', () => {
    const nothing = meshOf([], []);
    expect(farthestDistance(box(), [0], { mesh: nothing, tree: openTree(buildTree(nothing, {})) }, limits)).toBeNull();
  });
});
