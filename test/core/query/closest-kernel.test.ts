import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { closestPoint } from '#core/query/closest/closest';
import { closestPointInto } from '#core/query/closest/into';
import { createClosestWorkspace } from '#core/query/closest/workspace';
import { leftToHost } from '#core/kernel/layouts/query-result';
import { nearestTriangles } from '#core/query/nearest/nearest';
import { noTriangleIndex } from '#core/query/no-triangle';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box, meshOf, placed, soup } from '../../fixtures/shapes.ts';

/** Random points at each of the large meshes. */
const pointsOfMesh = isFullRun ? 200 : 70;

function treesOf(mesh: TriangleMesh, leafTriangles = 4): { readonly plain: Tree; readonly loaded: Tree } {
  const plain = openTree(buildTree(mesh, { kind: 'wide', leafTriangles }));
  const loaded = loadTree(plain, mesh);
  if (loaded.loaded === null) throw new Error('The tree was not loaded');
  return { plain, loaded };
}

const f32 = (mesh: TriangleMesh): TriangleMesh => ({ ...mesh, positions: mesh.positions.map(Math.fround) });

/** A square plate across Z with a side of 2, whose vertices are up to `bump` above or below it. */
function plate(side: number, bump: number): TriangleMesh {
  const random = seededRandom(9);
  const at = (x: number, y: number): number => x + (side + 1) * y;
  const steps = Array.from({ length: side }, (_, i) => i);
  const corners = [...steps, side].map((i) => (2 * i) / side - 1);
  return meshOf(
    corners.flatMap((y) => corners.flatMap((x) => [x, y, bump * (2 * random() - 1)])),
    steps.flatMap((y) => steps.flatMap((x) => [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)])),
  );
}

/** About a mesh of half size `half` at `centre`: anywhere, on a vertex, or just beside one. */
function pointAbout({ positions }: TriangleMesh, random: () => number, centre: Vec3, half: number): Vec3 {
  const at = 3 * Math.floor((random() * positions.length) / 3);
  const choice = random();
  const reach = choice < 0.2 ? 0 : choice < 0.4 ? 1e-6 * half : 4 * half;
  const from = choice < 0.4 ? [positions[at]!, positions[at + 1]!, positions[at + 2]!] : centre;
  return [0, 1, 2].map((k) => from[k]! + reach * (random() - 0.5)) as unknown as Vec3; // three of three
}

describe('closest points by WebAssembly', () => {
  it('are those of brute force, for every count from 1 to 64, also within a distance', () => {
    let missed = 0;
    for (let count = 1; count <= 64; count++) {
      const random = seededRandom(count);
      const mesh = soup(count, random);
      const { loaded } = treesOf(mesh, 1 + (count % 9));
      for (let i = 0; i < 20; i++) {
        const point = pointAbout(mesh, random, [0, 0, 0], 1);
        const within = i % 3 === 0 ? random() : i % 7 === 0 ? 0 : Infinity;
        const wanted = closestPointBruteForce(mesh, point, { maxDistance: within }).closest;
        const { closest } = closestPoint(loaded, mesh, point, { maxDistance: within });
        expect([closest?.triangle, closest?.feature, closest?.featureIndex]).toEqual([
          wanted?.triangle,
          wanted?.feature,
          wanted?.featureIndex,
        ]);
        if (closest === null) missed++;
      }
    }
    expect(missed).toBeGreaterThan(50);
  });

  it.each([
    ['as it is', 1, [0, 0, 0]],
    ['tiny', 1e-6, [0, 0, 0]],
    ['huge', 1e6, [0, 0, 0]],
    ['far from the origin', 1, [500_000, 4_000_000, 100]],
    ['of no size that f32 has', 1e60, [0, 0, 0]],
  ] as const)('are to the last bit those of TypeScript, on a mesh that is %s', (_, scale, move) => {
    const random = seededRandom(7);
    const sources = [soup(3000, random, 1, 0.05), soup(300, random, 1, 1), ball(60, 30)].map((source) => placed(source, scale, move));
    for (const mesh of [...sources, ...sources.map(f32).filter(({ positions }) => positions.every(Number.isFinite))]) {
      const { plain, loaded } = treesOf(mesh);
      const [ours, theirs] = [createClosestWorkspace(loaded), createClosestWorkspace(plain)];
      let last = noTriangleIndex;
      for (let i = 0; i < pointsOfMesh; i++) {
        const point = pointAbout(mesh, random, move, scale);
        const within = i % 4 === 0 ? scale * random() : Infinity;
        const triangle = closestPointInto(loaded, mesh, point, within, ours, i % 2 === 0 ? last : noTriangleIndex);
        expect(triangle).toBe(closestPointInto(plain, mesh, point, within, theirs));
        if (triangle === noTriangleIndex) continue;
        expect([ours.distance, [...ours.position]]).toEqual([theirs.distance, [...theirs.position]]);
        last = triangle;
      }
    }
  });

  it('are decided there, whether the vertices are f32 or not, but for few', () => {
    const random = seededRandom(12);
    for (const mesh of [ball(60, 30), f32(ball(60, 30))]) {
      const { loaded } = treesOf(mesh);
      const workspace = createClosestWorkspace(loaded);
      let leftOpen = 0;
      for (let i = 0; i < 200; i++) {
        closestPointInto(loaded, mesh, [4 * random() - 2, 4 * random() - 2, 4 * random() - 2], Infinity, workspace);
        if (workspace.candidates > 0) leftOpen++;
      }
      expect(leftOpen).toBeLessThan(10);
    }
  });

  it('have the zeros of TypeScript', () => {
    // Beside two sides of the one, and above the other.
    const [small, large] = [meshOf([-0, -0, -0, 1, -0, -0, -0, 1, -0], [0, 1, 2]), meshOf([-1, -1, 0, 1, -1, 0, 0, 1, 0], [0, 1, 2])];
    for (const [mesh, point] of [
      [small, [-1, -0, -0]],
      [small, [-0, -1, 0]],
      [large, [-0, -0, 1]],
    ] as const) {
      const { plain, loaded } = treesOf(mesh);
      const [ours, theirs] = [createClosestWorkspace(loaded), createClosestWorkspace(plain)];
      expect(closestPointInto(loaded, mesh, point, Infinity, ours)).toBe(closestPointInto(plain, mesh, point, Infinity, theirs));
      expect([...ours.position]).toEqual([...theirs.position]);
    }
  });

  it('take the lowest of triangles that are equally close, also of very many', () => {
    const one = soup(1, seededRandom(4));
    const copies = { ...one, indices: new Uint32Array(3 * 3000).map((_, i) => one.indices[i % 3]!) };
    const { loaded } = treesOf(copies);
    expect(closestPoint(loaded, copies, [5, 0, 0]).closest?.triangle).toBe(0);
    const { loaded: ofBox } = treesOf(box());
    // The corner 1, 1, 1 belongs to several; the least of them wins.
    expect(closestPoint(ofBox, box(), [2, 2, 2]).closest?.triangle).toBe(closestPointBruteForce(box(), [2, 2, 2]).closest?.triangle);
  });

  it.each([
    ['triangles in a box', soup(400, seededRandom(3))],
    ['a ball', ball(40, 20)],
    // From afar, many of its points are about as close: WebAssembly leaves some of them to TypeScript.
    ['a plate', plate(30, 0)],
    ['a plate with bumps', plate(30, 1e-3)],
  ])('of far points are to the last bit those of TypeScript: %s', (_, mesh) => {
    const random = seededRandom(5);
    for (const source of [mesh, f32(mesh)]) {
      const { plain, loaded } = treesOf(source);
      const [ours, theirs] = [createClosestWorkspace(loaded), createClosestWorkspace(plain)];
      for (const away of [1.9, 2.1, 3, 10, 100, 900, 1100, 1e5]) {
        for (let i = 0; i < 30; i++) {
          const at = i % 2 === 0 ? [0, 0, away] : [0, 1, 2].map(() => away * (2 * random() - 1));
          const point = at.map((value) => value + random() - 0.5) as unknown as Vec3; // three of three
          const within = i % 5 === 0 ? 2 * away * random() : Infinity;
          const triangle = closestPointInto(loaded, source, point, within, ours);
          expect(triangle, `${point.join()}`).toBe(closestPointInto(plain, source, point, within, theirs));
          if (triangle !== noTriangleIndex) expect([ours.distance, [...ours.position]]).toEqual([theirs.distance, [...theirs.position]]);
          expect(nearestTriangles(loaded, source, point, 3).closest).toEqual(nearestTriangles(plain, source, point, 3).closest);
        }
      }
    }
  });

  it('of far points are found in WebAssembly, and left to TypeScript where too many triangles are about as close', () => {
    const isLeft = (mesh: TriangleMesh, point: Vec3): boolean => {
      const { kernel } = treesOf(mesh).loaded.loaded!;
      return kernel.findClosest(...point, Infinity, Infinity) === leftToHost;
    };
    for (const away of [3, 30, 300, 1000]) expect(isLeft(ball(40, 20), [0.6 * away, 0.5 * away, -away]), `${away}`).toBe(false);
    expect(isLeft(ball(40, 20), [1100, 0, 0])).toBe(true);
    expect(isLeft(plate(30, 0), [0.1, 0.2, 900])).toBe(true);
    expect(isLeft(plate(30, 0), [900, 0.2, 0])).toBe(false);
  });

  it('of points too far away for f32 are left to TypeScript', () => {
    const mesh = soup(40, seededRandom(3));
    const { plain, loaded } = treesOf(mesh);
    for (const point of [
      [5000, 1, 1],
      [1e9, 0, 0],
      [-1e200, 1e200, 0],
    ] as const) {
      expect(closestPoint(loaded, mesh, point)).toEqual(closestPoint(plain, mesh, point));
    }
  });

  it('test about as much as TypeScript does', () => {
    const mesh = ball(200, 100);
    const { plain, loaded } = treesOf(mesh);
    const random = seededRandom(2);
    let ours = 0;
    let theirs = 0;
    for (let i = 0; i < 200; i++) {
      const point = pointAbout(mesh, random, [0, 0, 0], 1);
      ours += closestPoint(loaded, mesh, point).stats.nodesVisited;
      theirs += closestPoint(plain, mesh, point).stats.nodesVisited;
    }
    expect(ours / theirs).toBeLessThan(1.1);
  });
});
