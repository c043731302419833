import { describe, expect, test } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { surfaceMeasures } from '#core/mesh/surface-measures';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { type DistanceField, distanceField } from '#core/pair/deviation/distance-field';
import { divideTriangles } from '#core/pair/deviation/divide-triangles';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { seededRandom } from '../../../fixtures/random.ts';
import { ball, box, meshOf, placed, soup } from '../../../fixtures/shapes.ts';

function field(from: TriangleMesh, to: TriangleMesh, pieces: number, isOnSurface?: Uint8Array): DistanceField | null {
  const treed = { mesh: to, tree: openTree(buildTree(to, {})) };
  return distanceField(from, treed, isOnSurface === undefined ? { pieces } : { pieces, isOnSurface });
}

/** The distance at the centre of each piece, against every triangle. */
function bruteForce(from: TriangleMesh, to: TriangleMesh, divisions: Uint8Array): number[] {
  const { positions, indices } = divideTriangles(from, divisions);
  return Array.from({ length: indices.length / 3 }, (_, t) => {
    const centre = [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, c) => sum + positions[3 * indices[3 * t + c]! + k]!, 0) / 3);
    return closestPointBruteForce(to, centre as unknown as Vec3).closest!.distance;
  });
}

describe('the distances of a surface', () => {
  test('are those of its twin that tests every triangle', () => {
    const cases: readonly (readonly [TriangleMesh, TriangleMesh])[] = [
      [box(), ball(12, 7)],
      [ball(12, 7), box()],
      [soup(40, seededRandom(3)), soup(60, seededRandom(4))],
      [placed(ball(8, 5), 1e6), box([-2, -2, -2], [2, 2, 2])],
    ];
    for (const [from, to] of cases) {
      const { divisions, distances } = field(from, to, 300)!;
      const expected = bruteForce(from, to, divisions);
      expect(distances.length).toBe(expected.length);
      expect(distances.length).toBeGreaterThanOrEqual(300);
      distances.forEach((distance, i) => expect(distance).toBeCloseTo(expected[i]!, Math.max(...expected) > 1e3 ? 0 : 5));
    }
  });

  test('have the mean of a plate and a parallel one, and of one that rises', () => {
    const plate = (z: number, rise = 0): TriangleMesh => meshOf([0, 0, z, 4, 0, z + rise, 4, 2, z + rise, 0, 2, z], [0, 1, 2, 0, 2, 3]);
    const large = meshOf([-9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9, 0], [0, 1, 2, 0, 2, 3]);
    expect(field(plate(0.5), large, 10)!.mean).toBeCloseTo(0.5, 12);
    // Linear over each piece: the midpoint rule is exact.
    expect(field(plate(1, 2), large, 10)!.mean).toBeCloseTo(2, 12);
    // Crossing the other plane: |z| over 0..4 from -1 to 1 has the mean 0.5.
    expect(field(plate(-1, 2), large, 4000)!.mean).toBeCloseTo(0.5, 3);
  });

  test('give pieces by area, one to each small triangle, and none to what is on the other surface', () => {
    const { divisions } = field(meshOf([0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0, 1, 0.1, 0, 1, 0, 0.1, 1], [0, 1, 2, 3, 4, 5]), box(), 100)!;
    expect([...divisions]).toEqual([10, 1]);
    const marked = field(box(), ball(), 1000, new Uint8Array(12).fill(1))!;
    expect([...marked.distances]).toEqual(new Array(12).fill(0));
    expect(marked.mean).toBe(0);
  });

  test('are unknown for triangles that are not finite, and null next to a mesh without any', () => {
    const broken = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 0, 0], [0, 1, 2, 0, 1, 3]);
    const { distances, mean } = field(broken, box([-1, -1, 3], [2, 2, 5]), 4)!;
    expect([...distances].map(Number.isNaN)).toEqual([false, false, false, false, true]);
    expect(mean).toBeCloseTo(3, 6);
    expect(field(box(), meshOf([], []), 4)).toBeNull();
    expect(field(meshOf([], []), box(), 4)!.mean).toBeNull();
  });
});

test('divided triangles have the same surface, and their pieces follow one another', () => {
  const mesh = ball(6, 4);
  const divisions = Uint8Array.from({ length: triangleCount(mesh) }, (_, i) => 1 + (i % 5));
  const divided = divideTriangles(mesh, divisions);
  expect(triangleCount(divided)).toBe(divisions.reduce((sum, n) => sum + n * n, 0));
  expect(surfaceMeasures(divided).area).toBeCloseTo(surfaceMeasures(mesh).area, 12);
  expect(divideTriangles(mesh, new Uint8Array(triangleCount(mesh)).fill(1))).toBe(mesh);
});
