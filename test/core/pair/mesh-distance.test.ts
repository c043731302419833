import { identityTransform, transformOf } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshDistanceBruteForce } from '#core/pair/distance/brute-force';
import { meshDistance, type DistanceResult } from '#core/pair/distance/distance';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const moved = (x: number, y: number, z: number) => transformOf({ translate: [x, y, z], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });

/** The answer, whose distance brute force must share. */
function distance(a: TriangleMesh, b: TriangleMesh, aFromB = identityTransform): DistanceResult {
  const result = meshDistance(treed(a), treed(b), aFromB);
  const oracle = meshDistanceBruteForce(a, b, aFromB);
  if (oracle === null) expect(result.distance).toBeNull();
  else expect(result.distance).toBeCloseTo(oracle, 11);
  return result;
}

const triangle = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);

describe('the distance of two triangles', () => {
  it('is from a vertex to the face, with both points', () => {
    const above = meshOf([1, 1, 2, 3, 3, 9, 3, 1, 9], [0, 1, 2]);
    expect(distance(triangle, above)).toMatchObject({ distance: 2, witness: { a: 0, b: 0, pointA: [1, 1, 0], pointB: [1, 1, 2] } });
    expect(distance(above, triangle)).toMatchObject({ distance: 2, witness: { pointA: [1, 1, 2], pointB: [1, 1, 0] } });
  });

  it('is of two edges that pass each other: 3, 4, 5', () => {
    const other = meshOf([2, 1, -7, 2, -7, -1, 2, -20, -20], [0, 1, 2]);
    expect(distance(triangle, other)).toMatchObject({ distance: 5, witness: { pointA: [2, 0, 0], pointB: [2, -3, -4] } });
    expect(distance(other, triangle)).toMatchObject({ distance: 5, witness: { pointA: [2, -3, -4], pointB: [2, 0, 0] } });
  });

  it('is 0 where they touch, with the point', () => {
    const touching = meshOf([1, 1, 0, 3, 3, 9, 3, 1, 9], [0, 1, 2]);
    expect(distance(triangle, touching)).toMatchObject({ distance: 0, witness: { a: 0, b: 0, pointA: [1, 1, 0], pointB: [1, 1, 0] } });
  });

  it('handles triangles that are segments or points', () => {
    expect(distance(triangle, meshOf([1, 1, 3, 1, 1, 3, 1, 1, 3], [0, 1, 2])).distance).toBe(3);
    expect(distance(triangle, meshOf([1, 1, 3, 1, 1, 9, 1, 1, 5], [0, 1, 2])).distance).toBe(3);
  });
});

describe('the distance of two meshes', () => {
  it('is between their sides, and the lowest of pairs as near is the witness', () => {
    const { distance: apart, witness } = distance(box(), box(), moved(5, 0, 0));
    expect(apart).toBe(3);
    expect(witness?.pointA[0]).toBe(1);
    expect(witness?.pointB[0]).toBe(4);
  });

  it('is from one that lies inside the other to its surface', () => {
    expect(distance(box([-5, -5, -5], [5, 5, 5]), box(), moved(1, 0, 0)).distance).toBe(3);
  });

  it('holds under turns, scales, shears and mirrors', () => {
    const turned = transformOf({ translate: [5, 1, 0], rotateDegrees: [10, 20, 45], scale: [1, -2, 0.5] });
    expect(distance(ball(12, 8), box(), turned).distance).toBeGreaterThan(0);
    expect(distance(ball(12, 8), box(), [1, 0.5, 0, 0, 0.3, 1, 0.2, 0, 0, 0, 2, 0, 6, -3, 4, 1]).distance).toBeGreaterThan(0);
  });

  it('is valid if the products of sheared columns are among the smallest numbers', () => {
    const random = seededRandom(3);
    const within = (max: number): number => max * (2 * random() - 1);
    for (let round = 0; round < 40; round++) {
      const [a, b] = [soup(12, random), soup(1, random)];
      const size = 1.5e-162 * (1 + random());
      const sheared = [
        size,
        0,
        0,
        0,
        within(2) * size,
        size,
        0,
        0,
        within(2) * size,
        within(2) * size,
        size,
        0,
        within(5),
        within(5),
        within(5),
        1,
      ];
      expect(meshDistance(treed(a, { leafTriangles: 1 }), treed(b), sheared).distance).toBeCloseTo(
        meshDistanceBruteForce(a, b, sheared)!,
        11,
      );
    }
  });

  it('is none without triangles', () => {
    expect(distance(box(), meshOf([], []))).toMatchObject({ distance: null, witness: null });
    expect(distance(box(), meshOf([NaN, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]))).toMatchObject({ distance: null });
  });

  it('tests few of many pairs', () => {
    const mesh = ball(100, 100);
    const { stats } = meshDistance(treed(mesh), treed(placed(mesh, 1, [2.5, 0.3, 0.1])), identityTransform);
    expect(stats.nodePairsTested).toBeLessThan(3_000);
    expect(stats.trianglePairsTested).toBeLessThan(3_000);
  });

  it('can be cancelled', () => {
    const mesh = ball(200, 200);
    const stop = (): never => {
      throw new Error('given up');
    };
    expect(() => meshDistance(treed(mesh), treed(placed(mesh, 1.01, [0, 0, 0])), identityTransform, stop)).toThrow('given up');
  });
});
