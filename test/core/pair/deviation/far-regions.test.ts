import { farRegions, type FarTriangle } from '#core/pair/deviation/far-regions';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { expect, it } from 'vitest';
import { ball, meshOf } from '../../../fixtures/shapes.ts';

function far(triangle: number, distance = 1): FarTriangle {
  return { worst: { triangle, centre: [0, 0, 0], area: 1, spread: 0, distance }, area: 1 };
}

/** Returns the mesh, and a counter of the coordinates that are read. */
function counted(mesh: TriangleMesh): { readonly mesh: TriangleMesh; readonly reads: () => number } {
  let reads = 0;
  const positions = new Proxy(mesh.positions, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, target) as unknown;
    },
  });
  return { mesh: { ...mesh, positions }, reads: () => reads };
}

it('far triangles are connected by equal positions, also of different vertices', () => {
  const strip = meshOf(
    [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, -0, 0, 0, 1, -0, 1, 1, 0, 5, 5, 5, 6, 5, 5, 5, 6, 5, 1, 1, 0, 2, 1, 0, 1, 2, 0],
    [0, 1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11],
  );
  const regions = farRegions(strip, [far(0, 2), far(1, 4), far(2, 3)]);
  expect(regions.map(({ triangles, worst }) => [triangles, worst.triangle])).toEqual([
    [2, 1],
    [1, 2],
  ]);
  // Triangle 1 connects 0 and 3 only if it is far.
  expect(farRegions(strip, [far(0), far(3)])).toHaveLength(2);
  expect(farRegions(strip, [far(0), far(1), far(3)])).toHaveLength(1);
});

it('regions read the corners of far triangles only', () => {
  const none = counted(ball());
  expect(farRegions(none.mesh, [])).toEqual([]);
  expect(none.reads()).toBe(0);
  const two = counted(ball());
  expect(farRegions(two.mesh, [far(3), far(700)])).toHaveLength(2);
  expect(two.reads()).toBe(2 * 9);
});
