import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import { sphereOverlap, type Sphere } from '#core/query/sphere/sphere';
import { sphereOverlapInto } from '#core/query/sphere/into';
import { createSphereWorkspace } from '#core/query/sphere/workspace';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box, meshOf, placed, soup } from '../../fixtures/shapes.ts';

/** Random spheres at each of the large meshes. */
const spheresOfMesh = isFullRun ? 200 : 70;

function treesOf(mesh: TriangleMesh, leafTriangles = 4): { readonly plain: Tree; readonly loaded: Tree } {
  const plain = openTree(buildTree(mesh, { kind: 'wide', leafTriangles }));
  const loaded = loadTree(plain, mesh);
  if (loaded.loaded === null) throw new Error('The tree was not loaded');
  return { plain, loaded };
}

/** Ascending, and how many there are for `any`. */
function touched(tree: Tree, mesh: TriangleMesh, sphere: Sphere): readonly [triangles: readonly number[], isAny: boolean] {
  const workspace = createSphereWorkspace(tree);
  const count = sphereOverlapInto(tree, mesh, sphere, 'all', workspace);
  const triangles = workspace.triangles.slice(0, count).sort((p, q) => p - q);
  return [triangles, sphereOverlapInto(tree, mesh, sphere, 'any', workspace) > 0];
}

function vertexOf({ positions }: TriangleMesh, random: () => number): Vec3 {
  const at = 3 * Math.floor((random() * positions.length) / 3);
  return [positions[at]!, positions[at + 1]!, positions[at + 2]!];
}

/** About a mesh of half size `half`: anywhere, or at a vertex; of any radius, often to a vertex exactly or 0. */
function sphereAbout(mesh: TriangleMesh, random: () => number, centre: Vec3, half: number): Sphere {
  const anywhere = (): Vec3 => [
    centre[0] + 4 * half * (random() - 0.5),
    centre[1] + 4 * half * (random() - 0.5),
    centre[2] + 4 * half * (random() - 0.5),
  ];
  const center = random() < 0.3 ? vertexOf(mesh, random) : anywhere();
  const other = vertexOf(mesh, random);
  const far = Math.hypot(center[0] - other[0], center[1] - other[1], center[2] - other[2]);
  const choice = random();
  return { center, radius: choice < 0.2 ? 0 : choice < 0.5 ? far : far * random() };
}

describe('spheres by WebAssembly', () => {
  it('touch what brute force touches, for every count from 1 to 64', () => {
    let touches = 0;
    for (let count = 1; count <= 64; count++) {
      const random = seededRandom(count);
      const mesh = soup(count, random);
      const { loaded } = treesOf(mesh, 1 + (count % 9));
      for (let i = 0; i < 20; i++) {
        const sphere = sphereAbout(mesh, random, [0, 0, 0], 1);
        const wanted = sphereOverlapBruteForce(mesh, sphere, { isClosed: false }).touches.map(({ triangle }) => triangle);
        expect(sphereOverlap(loaded, mesh, sphere, { isClosed: false }).touches.map(({ triangle }) => triangle)).toEqual(wanted);
        expect(touched(loaded, mesh, sphere)[1]).toBe(wanted.length > 0);
        touches += wanted.length;
      }
    }
    expect(touches).toBeGreaterThan(3000);
  });

  it.each([
    ['as it is', 1, [0, 0, 0]],
    ['tiny', 1e-6, [0, 0, 0]],
    ['huge', 1e6, [0, 0, 0]],
    ['far from the origin', 1, [500_000, 4_000_000, 100]],
    ['of no size that f32 has', 1e-60, [0, 0, 0]],
  ] as const)('overlap the same triangles as in TypeScript, on a mesh that is %s', (_, scale, move) => {
    const random = seededRandom(7);
    for (const source of [soup(3000, random, 1, 0.05), soup(500, random, 1, 1), ball(60, 30), needles()]) {
      const mesh = placed(source, scale, move);
      const { plain, loaded } = treesOf(mesh);
      for (let i = 0; i < spheresOfMesh; i++) {
        const sphere = sphereAbout(mesh, random, move, scale);
        expect(touched(loaded, mesh, sphere)).toEqual(touched(plain, mesh, sphere));
      }
    }
  });

  it('that are tangent to a face, an edge or a corner touch it, and shorter ones do not', () => {
    const mesh = box();
    const { loaded } = treesOf(mesh);
    const min = 2 ** -52;
    const near = (center: Vec3, radius: number): number => touched(loaded, mesh, { center, radius })[0].length;
    expect([near([0.25, 0.5, 1.5], 0.5), near([0.25, 0.5, 1.5], 0.5 - min)]).toEqual([1, 0]);
    expect([near([4, 5, 0.25], 5), near([4, 5, 0.25], 5 - 4 * min)]).toEqual([2, 0]);
    expect([near([3, 3, 2], 3), near([3, 3, 2], 3 - 2 * min)]).toEqual([touchesOfCorner(mesh), 0]);
  });

  it('too large or too far for f32 are left to TypeScript', () => {
    const mesh = soup(40, seededRandom(3));
    const { plain, loaded } = treesOf(mesh);
    for (const sphere of [
      { center: [0, 0, 0], radius: 1e9 },
      { center: [1e9, 0, 0], radius: 1e9 },
      { center: [1e300, 0, 0], radius: 1e300 },
      { center: [50, 0, 0], radius: 1 },
    ] as const) {
      expect(touched(loaded, mesh, sphere)).toEqual(touched(plain, mesh, sphere));
    }
  });

  it('find more touches than there was room for', () => {
    const mesh = soup(5000, seededRandom(8), 0.1, 0.01);
    const { loaded } = treesOf(mesh);
    expect(touched(loaded, mesh, { center: [0, 0, 0], radius: 0.5 })[0]).toEqual(Array.from({ length: 5000 }, (_, triangle) => triangle));
  });
});

/** Thin, flat and without area: what f32 knows no direction of. */
function needles(): TriangleMesh {
  const random = seededRandom(99);
  const positions: number[] = [];
  for (let t = 0; t < 300; t++) {
    const [x, y, z] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const along = random();
    positions.push(x, y, z, x + along, y, z + 1e-9 * random(), x + along * random(), y + (t % 3 === 0 ? 0 : 1e-7 * random()), z);
  }
  return meshOf(
    positions,
    Array.from({ length: 900 }, (_, i) => i),
  );
}

/** Triangles at the corner 1, 1, 1 of a box. */
function touchesOfCorner({ positions, indices }: TriangleMesh): number {
  const isAtCorner = (index: number): boolean => [0, 1, 2].every((k) => positions[3 * index + k] === 1);
  return Array.from({ length: indices.length / 3 }, (_, t) => indices.subarray(3 * t, 3 * t + 3)).filter((corners) =>
    [...corners].some(isAtCorner),
  ).length;
}
