import { expect, test } from 'vitest';
import { lostComponents } from '#core/convex/decompose/lost-components';
import { solidComponents } from '#core/convex/decompose/solid-components';
import { convexHull } from '#core/convex/hull/convex-hull';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { noProgress } from '#core/progress';
import { box, joined, placed } from '../../fixtures/shapes.ts';

test('the six walls of a closed room are no lost room, and its cavity is no lost component', () => {
  const room = joined([placed(box(), 5), insideOut(placed(box(), 4.75))]);
  const { solid } = solidComponents(room, noProgress);
  expect(solid.map(({ volume }) => Math.sign(volume!)).toSorted()).toEqual([-1, 1]);
  const outer = 5 * extentOf(box());
  const inner = 4.75 * extentOf(box());
  const walls = [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((side) => {
      const points = Array.from({ length: 8 }, (_, corner) =>
        [0, 1, 2].map((k) => {
          const isHigh = ((corner >> k) & 1) === 1;
          if (k !== axis) return isHigh ? outer : -outer;
          return side * (isHigh ? outer : inner);
        }),
      );
      return convexHull(Float64Array.from(points.flat()));
    }),
  );
  expect(lostComponents(solid, walls, { resolution: 50 })).toEqual([]);
  expect(lostComponents(solid, [], { resolution: 50 })).toEqual(solid.filter(({ volume }) => volume! > 0));
});

function extentOf({ positions }: TriangleMesh): number {
  return Math.max(...positions);
}

function insideOut(mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, indices: mesh.indices.map((_, i) => mesh.indices[i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i]!) };
}
