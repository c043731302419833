import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math/vec3';
import { closestPoint } from '#core/query/closest/closest';
import { nearestBruteForce } from '#core/query/nearest/brute-force';
import { nearestTriangles } from '#core/query/nearest/nearest';
import { buildTree } from '#core/tree/build-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { openTree } from '#core/tree/open-tree';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, meshOf, soup } from '../../fixtures/shapes.ts';

const random = seededRandom(3);
const counts = [1, 3, 12, 1000];
/** Points of several meshes with the results of brute force, also within a distance. */
const cases = [box(), ball(8, 5), soup(100, random), meshOf([], [])].flatMap((mesh) =>
  Array.from({ length: 6 }, (_, i) => {
    const at = (): number => (i % 2 === 0 ? Math.round(4 * random() - 2) / 2 : 4 * random() - 2);
    const point: Vec3 = [at(), at(), at()];
    const all = nearestBruteForce(mesh, point, 1000).closest;
    const maxDistance = all[1]?.distance ?? 1;
    return { mesh, point, all, maxDistance, within: nearestBruteForce(mesh, point, 1000, { maxDistance }).closest };
  }),
);

describe.each(treeKinds)('the nearest triangles by trees of kind %s', (kind) => {
  it('are those of brute force, in its order, also within a distance', () => {
    for (const { mesh, point, all, maxDistance, within } of cases) {
      const built = openTree(buildTree(mesh, { kind }));
      const tree = kind === 'wide' ? loadTree(built, mesh) : built;
      for (const count of counts) {
        expect(nearestTriangles(tree, mesh, point, count).closest).toEqual(all.slice(0, count));
        expect(nearestTriangles(tree, mesh, point, count, { maxDistance }).closest).toEqual(within.slice(0, count));
      }
      expect(nearestTriangles(tree, mesh, point, 1).closest[0] ?? null).toEqual(closestPoint(tree, mesh, point).closest);
    }
  });
});

describe('the nearest triangles', () => {
  it('are ordered by exact distance where f64 cannot, and by triangle where distances are equal', () => {
    const next = 1 + 2 ** -52;
    const vertices = meshOf([next, 0, 0, 2, 0.1, 0, 2, -0.1, 0.1, 0, 1, 0, 0.1, 2, 0, -0.1, 2, 0.1], [0, 1, 2, 3, 4, 5]);
    const of = (mesh = vertices, point: Vec3 = [0, 0, 0]): number[] =>
      nearestTriangles(openTree(buildTree(mesh, {})), mesh, point, 6).closest.map(({ triangle }) => triangle);
    expect(of()).toEqual([1, 0]);
    // Five triangles have the corner (1, 1, 1), and the next is on an edge.
    expect(of(box(), [2, 2, 2])).toEqual([2, 3, 6, 7, 9, 8]);
  });

  it('are few visits of many triangles', () => {
    const mesh = ball(100, 100);
    const { stats } = nearestTriangles(openTree(buildTree(mesh, {})), mesh, [1.2, 0.3, 0.1], 8);
    expect(stats.trianglesTested).toBeLessThan(200);
  });

  it.each([0, -1, 1.5, NaN])('refuses the count %d', (count) => {
    expect(() => nearestTriangles(openTree(buildTree(box(), {})), box(), [0, 0, 0], count)).toThrow(InspectorError);
  });
});
