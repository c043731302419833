import type { Vec3 } from '#core/math/vec3';
import { bspRay } from '#core/bsp/bsp-ray';
import { buildBsp } from '#core/bsp/build-bsp';
import { raycast } from '#core/query/ray/ray';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, placed, soup } from '../../fixtures/shapes.ts';

describe('rays against a BSP tree', () => {
  test.each([
    ['a box', box()],
    ['a ball', ball(12, 6)],
    ['a knot', knot(2, 3, 16, 4)],
    ['overlapping solids', joined([ball(8, 4), box([0, 0, 0], [2, 2, 2]), box([0, 0, 0], [1, 1, 3])])],
    ['a ball far away', placed(ball(8, 4), 1, [1000, 2000, 3000])],
    ['random triangles', soup(40, seededRandom(4))],
  ])('hit %s as those against an AABB tree, to the last bit', (_, mesh) => {
    const bsp = buildBsp(mesh);
    const tree = openTree(buildTree(mesh, {}));
    const [cx, cy, cz] = [mesh.positions[0]!, mesh.positions[1]!, mesh.positions[2]!];
    const random = seededRandom(9);
    let hits = 0;
    for (let i = 0; i < 120; i++) {
      const origin: Vec3 = [cx + 6 * random() - 3, cy + 6 * random() - 3, cz + 6 * random() - 3];
      // Every third ray is aimed at a vertex, every fifth runs along an axis.
      const vertex = 3 * Math.floor((random() * mesh.positions.length) / 3);
      const aimed: Vec3 = [
        mesh.positions[vertex]! - origin[0],
        mesh.positions[vertex + 1]! - origin[1],
        mesh.positions[vertex + 2]! - origin[2],
      ];
      const free: Vec3 = i % 5 === 0 ? [0, 0, -1] : [random() - 0.5, random() - 0.5, random() - 0.5];
      const direction = i % 3 === 0 ? aimed : free;
      const { hits: expected } = raycast(tree, mesh, { origin, direction, far: Infinity });
      const { hit } = bspRay(bsp, origin, direction);
      expect(hit, `${origin.join(' ')} / ${direction.join(' ')}`).toEqual(
        expected[0] === undefined
          ? null
          : { triangle: expected[0].triangle, distance: expected[0].distance, barycentric: expected[0].barycentric },
      );
      if (hit !== null) hits++;
    }
    expect(hits).toBeGreaterThan(10);
  });

  test('visit few of many nodes', () => {
    const mesh = ball(32, 16);
    const bsp = buildBsp(mesh);
    const { hit, nodesVisited, trianglesTested } = bspRay(bsp, [0.1, 0.2, 5], [0, 0, -1]);
    expect(hit).not.toBeNull();
    expect(nodesVisited).toBeLessThan(bsp.planes.length / 4);
    expect(trianglesTested).toBeLessThan(60);
  });

  test('without a direction are refused', () => {
    expect(() => bspRay(buildBsp(box()), [0, 0, 0], [0, 0, 0])).toThrow(/direction/);
  });
});
