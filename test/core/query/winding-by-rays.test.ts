import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { insideRayDirection, windingByRays } from '#core/query/inside-closed-mesh';
import { raycast } from '#core/query/ray/ray';
import { buildTree } from '#core/tree/build-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import type { Tree } from '#core/tree/layout';
import { openTree } from '#core/tree/open-tree';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, meshOf } from '../../fixtures/shapes.ts';

const crate = box();
const meshes: Readonly<Record<string, TriangleMesh>> = {
  'a box': crate,
  'a box with flipped winding': meshOf([...crate.positions], [...crate.indices].reverse()),
  'a ball and a box that overlap': joined([ball(16, 8), box([0, 0, 0], [2, 2, 2])]),
  'a large box': box([-1e150, -1e150, -1e150], [1e150, 1e150, 1e150]),
};

/** The winding number by exact hits alone, and whether one of them is at the origin or on an edge. */
function exactWinding(tree: Tree, mesh: TriangleMesh, point: Vec3): { readonly winding: number; readonly isDegenerate: boolean } {
  let isDegenerate = false;
  for (let attempt = 0; ; attempt++) {
    const ray = { origin: point, direction: insideRayDirection(attempt), far: Infinity };
    const { hits } = raycast(tree, mesh, ray, { mode: 'all' });
    if (hits.some(({ distance }) => distance === 0)) return { winding: 0, isDegenerate: true };
    if (hits.some(({ barycentric }) => barycentric.includes(0))) {
      isDegenerate = true;
      continue;
    }
    const fronts = raycast(tree, mesh, ray, { mode: 'all', cull: true }).hits.length;
    return { winding: hits.length - 2 * fronts, isDegenerate };
  }
}

describe.each(Object.entries(meshes))('the winding number of %s', (_, mesh) => {
  const wide = openTree(buildTree(mesh, { kind: 'wide' }));
  // The loaded one first: the others set up the ray in full.
  const trees: readonly Tree[] = [loadTree(wide, mesh), openTree(buildTree(mesh, { kind: 'obb' })), wide];
  const random = seededRandom(5);
  const size = Math.max(...mesh.positions.map(Math.abs));
  const anywhere = Array.from(
    { length: 300 },
    (): Vec3 => [random(), random(), random()].map((part) => size * (2.4 * part - 1.2)) as never,
  );
  const corner: Vec3 = [mesh.positions[0]!, mesh.positions[1]!, mesh.positions[2]!];
  // The first ray from here runs through the corner.
  const [x, y, z] = insideRayDirection(0);
  const before: Vec3 = [corner[0] - 0.125 * size * x, corner[1] - 0.125 * size * y, corner[2] - 0.125 * size * z];

  test('is that of exact hits, by every engine', () => {
    const windings = new Set<number>();
    let degenerate = 0;
    for (const point of [...anywhere, corner, before, [...mesh.positions.subarray(3, 6)] as unknown as Vec3]) {
      const { winding, isDegenerate } = exactWinding(wide, mesh, point);
      if (isDegenerate) degenerate++;
      windings.add(winding);
      for (const tree of trees) expect(windingByRays(tree, mesh, point), point.join()).toBe(winding);
    }
    expect(windings.size).toBeGreaterThan(1);
    expect(degenerate).toBeGreaterThan(1);
  });
});

test('a point on a thin face has the same winding number after a query of a small mesh', () => {
  const loadedTree = (mesh: TriangleMesh): Tree => loadTree(openTree(buildTree(mesh, { kind: 'wide' })), mesh);
  const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const tiny = meshOf([0, 0, 0, 1e-9, 0, 0, 0, 1e-9, 0, 0, 0, 1e-9], faces);
  const tinyTree = loadedTree(tiny);
  const random = seededRandom(7);
  /** Multiples of 4, so that the point below is exact. */
  const near = (size: number): number => 4 * Math.round((random() - 0.5) * size);
  const wrong: string[] = [];
  for (let i = 0; i < 200; i++) {
    const [a, b, d] = [0, 1, 2].map(() => [near(1e6), near(1e6), near(1e6)]) as [number[], number[], number[]];
    const along = random();
    const c = a.map((value, k) => 4 * Math.round((value + along * (b[k]! - value)) / 4) + near(3));
    const point = a.map((value, k) => (value + b[k]! + 2 * c[k]!) / 4) as unknown as Vec3;
    const mesh = meshOf([...a, ...b, ...c, ...d], faces);
    windingByRays(tinyTree, tiny, [1e-10, 1e-10, 1e-10]);
    const found = windingByRays(loadedTree(mesh), mesh, point);
    const { winding } = exactWinding(openTree(buildTree(mesh, { kind: 'aabb' })), mesh, point);
    if (found !== winding) wrong.push(`${point.join()}: ${found} instead of ${winding}`);
  }
  expect(wrong).toEqual([]);
});

test('a query within another one has its own scratch memory', () => {
  const mesh = meshes['a ball and a box that overlap']!;
  const tree = openTree(buildTree(mesh, { kind: 'wide' }));
  const point: Vec3 = [0.3, 0.2, 0.1];
  let inner = 0;
  const outer = windingByRays(tree, mesh, point, () => {
    expect(windingByRays(tree, mesh, [0.9, 0.9, 0.95])).toBe(1);
    inner++;
    return true;
  });
  expect(inner).toBeGreaterThan(0);
  expect(outer).toBe(2);
});
