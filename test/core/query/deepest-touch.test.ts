import { expect, test } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { deepestTriangle } from '#core/query/sphere/deepest';
import { sphereOverlap } from '#core/query/sphere/sphere';
import { ball, box, knot } from '../../fixtures/shapes.ts';

test('the deepest touch is that of the records, and of equally deep ones the lowest, in whatever order they come', () => {
  let compared = 0;
  for (const mesh of [box(), ball(16, 9), knot(2, 3, 60, 8)]) {
    const tree = openTree(buildTree(mesh, defaultValues(buildOptions)));
    // Vertices and middles of edges, where many are equally deep, and points off them.
    const centers: Vec3[] = [
      [0, 0, 0],
      [1, 1, 1],
      [0.3, 0.2, 0.1],
    ];
    for (let i = 0; i < 90; i += 3) {
      const [x, y, z] = [mesh.positions[i]!, mesh.positions[i + 1]!, mesh.positions[i + 2]!];
      if (x !== undefined && z !== undefined) centers.push([x, y, z], [1.1 * x, y, z], [x / 2, y / 2, z / 2]);
    }
    for (const center of centers) {
      const sphere = { center, radius: 0.9 };
      const { touches } = sphereOverlap(tree, mesh, sphere, { isClosed: false });
      if (touches.length === 0) continue;
      const wanted = touches.reduce((best, touch) => (touch.depth > best.depth ? touch : best)).triangle;
      const triangles = touches.map(({ triangle }) => triangle);
      const scratch = new Float64Array(4);
      expect(deepestTriangle(mesh, triangles, triangles.length, sphere, scratch)).toBe(wanted);
      expect(deepestTriangle(mesh, triangles.toReversed(), triangles.length, sphere, scratch)).toBe(wanted);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(100);
});
