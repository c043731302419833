import { expect, test } from 'vitest';
import { decomposedBodies } from '#core/convex/decompose/decomposed-bodies';
import type { DivideConvex } from '#core/convex/decompose/dividers';
import { lostComponents } from '#core/convex/decompose/lost-components';
import { solidComponents } from '#core/convex/decompose/solid-components';
import { convexHull } from '#core/convex/hull/convex-hull';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { decomposeOptions } from '#core/options/decompose-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { box, channel, joined, placed } from '../../fixtures/shapes.ts';

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
  expect(lostComponents(solid, walls, 50)).toEqual([]);
  expect(lostComponents(solid, [], 50)).toEqual(solid.filter(({ volume }) => volume! > 0));
});

function extentOf({ positions }: TriangleMesh): number {
  return Math.max(...positions);
}

function insideOut(mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, indices: mesh.indices.map((_, i) => mesh.indices[i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i]!) };
}

test('the resolution, which CoACD does not have, changes nothing of its result', async () => {
  const pair = joined([placed(channel(), 1), placed(channel(), 1, [50, 0, 0])]);
  // It loses the second of both.
  const coacd: DivideConvex = async (positions) => [Float64Array.from(positions.filter((_, i) => positions[i - (i % 3)]! < 0))];
  const options = { ...defaultValues(decomposeOptions), method: 'coacd' as const };
  const [low, high] = await Promise.all([8, 256].map((resolution) => decomposedBodies(pair, { ...options, resolution }, { coacd })));
  expect(low).toEqual(high);
  expect(low!.notes.map(({ code }) => code)).toEqual(['kept-whole']);
});
