import { expect, it } from 'vitest';
import { buildTree } from '#core/library/build-tree';
import { raycastMany } from '#core/library/many-queries';
import * as library from '#core/library/queries';
import { minus, type Vec3 } from '#core/math/vec3';
import { boxOverlap } from '#core/query/box/box';
import { closestPoint } from '#core/query/closest/closest';
import { noTriangleIndex } from '#core/query/no-triangle';
import { planeOverlap } from '#core/query/plane/plane';
import { raycast } from '#core/query/ray/ray';
import { segmentCast } from '#core/query/segment/segment';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, placed, soup } from '../../fixtures/shapes.ts';

const random = seededRandom(29);
const meshes = [ball(12, 9), joined([box(), placed(ball(7, 5), 1, [3, 0, 0])]), soup(200, random, 1, 0.4)];
const treed = meshes.flatMap((mesh) => (['wide', 'aabb', 'obb'] as const).map((kind) => ({ mesh, tree: buildTree(mesh, { kind }) })));
const vector = (size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];

it('single queries on several trees in turns have the results of queries with memory of their own', () => {
  const earlier: { readonly result: unknown; readonly copy: unknown }[] = [];
  let hits = 0;
  for (let i = 0; i < 400; i++) {
    const { mesh, tree } = treed[i % treed.length]!;
    const [origin, to] = [vector(6), vector(1)];
    const ray = { origin, direction: minus(to, origin), far: i % 5 === 0 ? 2 : Infinity };
    const options = { mode: (['first', 'all', 'any'] as const)[i % 3]!, cull: i % 2 === 0 };
    const solid = { kind: 'aligned', min: to, max: [to[0] + 0.5, to[1] + 0.5, to[2] + 0.5] } as const;
    const plane = { normal: ray.direction, point: to, thickness: 0.1 };
    const sweep = { shape: { kind: 'sphere', radius: 0.1 }, from: origin, to } as const;
    const rayed = library.raycast(tree, mesh, ray, options);
    const pairs: [unknown, unknown][] = [
      [rayed, raycast(tree, mesh, ray, options)],
      [library.segmentCast(tree, mesh, { from: origin, to }, options), segmentCast(tree, mesh, { from: origin, to }, options)],
      [library.closestPoint(tree, mesh, origin), closestPoint(tree, mesh, origin)],
      [library.boxOverlap(tree, mesh, solid), boxOverlap(tree, mesh, solid)],
      [library.planeOverlap(tree, mesh, plane), planeOverlap(tree, mesh, plane)],
      [library.sweepShape(tree, mesh, sweep), sweepShape(tree, mesh, sweep)],
    ];
    for (const [result, alone] of pairs) {
      expect(result).toEqual(alone);
      earlier.push({ result, copy: structuredClone(result) });
    }
    hits += rayed.hits.length;
    const { triangles, distances } = raycastMany(tree, mesh, { origins: origin, directions: ray.direction, maxDistances: [ray.far] });
    const [first] = library.raycast(tree, mesh, ray).hits;
    expect([triangles[0], distances[0]]).toEqual(first === undefined ? [noTriangleIndex, Infinity] : [first.triangle, first.distance]);
    const reach = library.closestPoint(tree, mesh, origin).closest!.distance;
    expect(library.sphereOverlap(tree, mesh, { center: origin, radius: 1.5 }).touches.length > 0).toBe(reach <= 1.5);
    expect(library.pushOut(tree, mesh, { center: origin, radius: reach / 2 }).steps).toEqual([]);
    expect(() => library.raycast(tree, mesh, { ...ray, direction: [0, 0, 0] })).toThrow(/direction of the ray is zero/);
  }
  expect(hits).toBeGreaterThan(100);
  // No later query changes them.
  for (const { result, copy } of earlier) expect(result).toEqual(copy);
});
