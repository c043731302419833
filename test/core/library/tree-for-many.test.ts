import { triangleCount } from '#core/mesh/triangle-mesh';
import { treeForMany } from '#core/library/derived';
import { closestPointMany, raycastMany } from '#core/library/many-queries';
import { closestPoint } from '#core/query/closest/closest';
import { raycast } from '#core/query/ray/ray';
import { buildTree } from '#core/tree/build-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { openTree } from '#core/tree/open-tree';
import { expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, meshOf, soup } from '../../fixtures/shapes.ts';

const mesh = ball(64, 32);
const plain = openTree(buildTree(mesh, { kind: 'aabb' }));
const enough = Math.ceil(triangleCount(mesh) / 4);

it('is a loaded wide tree for a quarter as many queries as triangles, else the tree itself', () => {
  expect(enough).toBeGreaterThan(256);
  expect(treeForMany(plain, mesh, enough)).toMatchObject({ kind: 'wide', loaded: expect.anything() });
  expect(treeForMany(plain, mesh, enough)).toBe(treeForMany(plain, mesh, 10 * enough));
  // The tree for a batch depends on the batch alone, not on those before it.
  expect(treeForMany(plain, mesh, enough - 1)).toBe(plain);
  const loaded = loadTree(openTree(buildTree(mesh, { kind: 'wide' })), mesh);
  expect(treeForMany(loaded, mesh, enough)).toBe(loaded);
  const small = soup(8, seededRandom(1));
  const few = openTree(buildTree(small, { kind: 'aabb' }));
  expect(treeForMany(few, small, 255)).toBe(few);
  expect(treeForMany(few, small, 256).kind).toBe('wide');
});

it('is the tree itself where nothing can be loaded', () => {
  const empty = meshOf([], []);
  const nothing = openTree(buildTree(empty, { kind: 'aabb' }));
  expect(treeForMany(nothing, empty, 1000)).toBe(nothing);
  const huge = { ...mesh, positions: mesh.positions.map((value) => value * 1e300) };
  const tree = openTree(buildTree(huge, { kind: 'aabb' }));
  expect(treeForMany(tree, huge, 5000)).toBe(tree);
  const unloaded = openTree(buildTree(mesh, { kind: 'wide' }));
  expect(treeForMany(unloaded, mesh, 5000)).toBe(unloaded);
});

it('changes no result, whatever the kind of the tree', () => {
  const random = seededRandom(3);
  const coarse = (): number => Math.round(8 * random() - 4) / 4;
  const origins = Float64Array.from({ length: 3 * enough }, coarse);
  const directions = Float64Array.from({ length: 3 * enough }, (_, i) => (i % 3 === 0 ? 1 : coarse()));
  let hits = 0;
  for (const kind of treeKinds) {
    const tree = openTree(buildTree(mesh, { kind }));
    const rays = raycastMany(tree, mesh, { origins, directions });
    const closest = closestPointMany(tree, mesh, { points: origins });
    for (let i = 0; i < enough; i += 7) {
      const at = (values: Float64Array) => [values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!] as const;
      const [hit] = raycast(tree, mesh, { origin: at(origins), direction: at(directions), far: Infinity }).hits;
      if (hit !== undefined) hits++;
      expect([rays.triangles[i], rays.distances[i]]).toEqual([hit?.triangle ?? -1, hit?.distance ?? Infinity]);
      const nearest = closestPoint(tree, mesh, at(origins)).closest!;
      expect([closest.triangles[i], closest.distances[i]]).toEqual([nearest.triangle, nearest.distance]);
    }
  }
  expect(hits).toBeGreaterThan(100);
});
