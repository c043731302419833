import { expect, it } from 'vitest';
import { raycastMany } from '#core/library/many-queries';
import * as library from '#core/library/queries';
import { buildTree } from '#core/library/build-tree';
import { noTriangleIndex } from '#core/query/no-triangle';
import { createRayWorkspace } from '#core/query/ray/workspace';
import { raycast as castOnce } from '#core/query/ray/ray';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, placed, soup } from '../../fixtures/shapes.ts';
import { minus, type Vec3 } from '#core/math/vec3';

const random = seededRandom(29);
const meshes = [ball(12, 9), joined([box(), placed(ball(7, 5), 1, [3, 0, 0])]), soup(200, random, 1, 0.4)];
const treed = meshes.flatMap((mesh) => (['wide', 'aabb', 'obb'] as const).map((kind) => ({ mesh, tree: buildTree(mesh, { kind }) })));
const vector = (size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];

it('single queries on several trees in turns have the results of queries with memory of their own', () => {
  let hits = 0;
  for (let i = 0; i < 400; i++) {
    const { mesh, tree } = treed[i % treed.length]!;
    const [origin, target] = [vector(6), vector(1)];
    const ray = { origin, direction: minus(target, origin), far: i % 5 === 0 ? 2 : Infinity };
    const options = { mode: (['first', 'all', 'any'] as const)[i % 3]!, cull: i % 2 === 0 };
    const result = library.raycast(tree, mesh, ray, options);
    expect(result).toEqual(castOnce(tree, mesh, ray, options, createRayWorkspace(tree)));
    hits += result.hits.length;
    const batch = raycastMany(tree, mesh, { origins: ray.origin, directions: ray.direction, maxDistances: [ray.far] });
    const [first] = library.raycast(tree, mesh, ray).hits;
    expect([batch.triangles[0], batch.distances[0]]).toEqual(
      first === undefined ? [noTriangleIndex, Infinity] : [first.triangle, first.distance],
    );
    const sphere = { center: ray.origin, radius: 1.5 };
    const closest = library.closestPoint(tree, mesh, ray.origin).closest!;
    expect(library.sphereOverlap(tree, mesh, sphere).touches.length > 0).toBe(closest.distance <= sphere.radius);
    expect(() => library.raycast(tree, mesh, { ...ray, direction: [0, 0, 0] })).toThrow(/direction of the ray is zero/);
  }
  expect(hits).toBeGreaterThan(100);
});
