import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { BuildOptions } from '#core/options/build-options';
import { noProgress } from '#core/progress';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import { loadRefit } from '#core/tree/refit/load-refit';
import { refitTree } from '#core/tree/refit/refit-tree';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, meshOf, placed, soup } from '../../fixtures/shapes.ts';

/** Both engines give the same bytes for both kinds, into other bytes and into the tree's own, and these are a sound tree. */
function expectSame(mesh: TriangleMesh, moved: readonly TriangleMesh[], options: Partial<BuildOptions> = {}): void {
  for (const kind of ['aabb', 'wide'] as const) expectSameOf(mesh, moved, { ...options, kind });
}

function expectSameOf(mesh: TriangleMesh, moved: readonly TriangleMesh[], options: Partial<BuildOptions>): void {
  const bytes = buildTree(mesh, options);
  const tree = openTree(bytes);
  const loaded = loadRefit(tree, mesh);
  expect(loaded).not.toBeNull();
  for (const to of moved) {
    const wanted = refitTree(tree, to);
    const found = refitTree(tree, to, null, noProgress, loaded);
    expect(Buffer.compare(Buffer.from(found), Buffer.from(wanted))).toBe(0);
    expect(checkTree(openTree(found), to)).toEqual([]);
    expect(refitTree(tree, to, bytes, noProgress, loaded)).toBe(bytes);
    expect(Buffer.compare(Buffer.from(bytes), Buffer.from(wanted))).toBe(0);
  }
}

function shaken(mesh: TriangleMesh, random: () => number, by: number): TriangleMesh {
  return { ...mesh, positions: mesh.positions.map((value) => value + by * (random() - 0.5)) };
}

describe('refitting by WebAssembly', () => {
  it('returns the same bytes as TypeScript for every count from 1 to 64, for f32 and f64 vertices', () => {
    for (let count = 1; count <= 64; count++) {
      const random = seededRandom(count);
      const mesh = soup(count, random);
      const moved = shaken(mesh, random, 0.5);
      const rounded = { ...moved, positions: moved.positions.map(Math.fround) };
      expectSame(mesh, [mesh, moved, rounded, placed(mesh, 3, [1, 2, 3])], { leafTriangles: 1 + (count % 9) });
    }
  });

  it('returns the same bytes at any scale, far from the origin, and for vertices that are equal in f32', () => {
    const random = seededRandom(1);
    const mesh = soup(40, random);
    const sizes = [1e-6, 1e6, 2 ** -140, 2 ** -149, 2 ** -300, 2 ** -1000, 2 ** 120, 2 ** 300].map((scale) => placed(mesh, scale));
    expectSame(mesh, [...sizes, placed(mesh, 1, [4e5, 5e6, 120]), placed(mesh, 1e-9, [1, 1, 1]), placed(mesh, 0), placed(mesh, -0)]);
    // Zeros of both signs in any order, and the middle at 0.
    const zeros = { ...mesh, positions: mesh.positions.map((_, i) => [0, -0, 1e-60, -1e-60, 2 ** -149, -1, 1][(5 * i) % 7]!) };
    // The middle at -1: differences that are f32 numbers, but for an error of 1e-20.
    const specks = {
      ...mesh,
      positions: mesh.positions.map((_, i) => (i < 9 ? [1, -3, -1][Math.floor(i / 3)]! : i % 2 === 0 ? 1e-20 : -1e-20)),
    };
    expectSame(mesh, [specks, { ...specks, positions: specks.positions.map((value) => -value) }], { leafTriangles: 1 });
    expectSame(mesh, [zeros, { ...zeros, positions: zeros.positions.map((value) => -value) }]);
  });

  it('returns the same bytes for zeros of both signs in any order, without -0 in the header', () => {
    const far = [0, 0, 5, 1, 0, 5, 0, 1, 5];
    const near = [-0, 0, 0, 1, 0, 0, 0, 1, 0];
    const min = [-(2 ** -1074), 0, 0, 0, 0, 2 ** -1074, 0, 0, 0];
    const order = [0, 1, 2, 3, 4, 5];
    for (const mesh of [
      meshOf([...far, ...near], order),
      meshOf([...near, ...far], order),
      meshOf(min, [0, 1, 2]),
      meshOf(
        min.map((value) => -value),
        [0, 1, 2],
      ),
    ]) {
      expectSame(mesh, [mesh], { leafTriangles: 1 });
      for (const kind of ['aabb', 'wide', 'obb'] as const) {
        const tree = openTree(buildTree(mesh, { kind, leafTriangles: 1 }));
        for (const { origin, bounds } of [tree, openTree(refitTree(tree, mesh))])
          expect([...origin, ...bounds].some((value) => Object.is(value, -0))).toBe(false);
      }
    }
  });

  it('returns the same bytes for shared vertices, unused vertices and triangles that are not finite', () => {
    const sphere = ball(30, 20);
    expectSame(sphere, [placed(sphere, 2), shaken(sphere, seededRandom(2), 0.1)], { split: 'median' });
    const lonely = meshOf([...box().positions, NaN, 0, 0, 9, 9, 9], [...box().indices]);
    expectSame(lonely, [placed(lonely, 2)]);
    const broken = meshOf([...box().positions, NaN, 0, 0], [...box().indices, 0, 1, 8]);
    expectSame(broken, [placed(broken, 2)]);
    expectSame(soup(64, seededRandom(4)), [soup(64, seededRandom(4), 4)], { minExtent: 1 });
  });

  it('returns the same bytes for leaves of many blocks, for one leaf, and with other bits in free slots', () => {
    const mesh = soup(200, seededRandom(6));
    const moved = [shaken(mesh, seededRandom(7), 1), placed(mesh, 2 ** 20, [2 ** 22, 0, 0])];
    expectSame(mesh, moved, { maxDepth: 1 });
    expectSame(mesh, moved, { leafTriangles: 64, split: 'median' });
    expectSame(mesh, moved, { leafTriangles: 1, minExtent: 100 });
    const few = soup(3, seededRandom(8));
    const bytes = buildTree(few, { kind: 'wide' });
    // Any NaN is a free place: the refit writes the one that the build writes.
    new Uint32Array(bytes, openTree(bytes).wide.blocksU32.byteOffset)[3] = 0x7fff_ffff;
    expect(checkTree(openTree(bytes), few)).toEqual([]);
    const tree = openTree(bytes);
    expect(new Uint8Array(refitTree(tree, few, null, noProgress, loadRefit(tree, few)))).toEqual(new Uint8Array(refitTree(tree, few)));
  });

  it('returns the same bytes for trees that are refitted in several parts', () => {
    const mesh = ball(200, 100);
    expectSame(mesh, [shaken(mesh, seededRandom(9), 0.1)]);
    const counts = (['aabb', 'wide'] as const).map((kind) => loadRefit(openTree(buildTree(mesh, { kind })), mesh)!.parts.length);
    for (const count of counts) expect(count).toBeGreaterThan(2);
    expect(mesh.positions.length / 3).toBeGreaterThan(1 << 14);
  });

  it('reports whether the blocks of a wide tree are exact, as TypeScript does', () => {
    const mesh = { ...ball(30, 20), positions: ball(30, 20).positions.map(Math.fround) };
    const tree = openTree(buildTree(mesh, { kind: 'wide' }));
    const loaded = loadRefit(tree, mesh);
    const isExact = (moved: TriangleMesh): boolean => openTree(refitTree(tree, moved, null, noProgress, loaded)).wide.isExact;
    expect(isExact(mesh)).toBe(true);
    expect(isExact({ ...mesh, positions: mesh.positions.map((value, i) => (i === 60 ? value * 1.1 : value)) })).toBe(false);
    expect(isExact({ ...mesh, positions: mesh.positions.map((value, i) => (i === 62 ? value * 1.1 : value)) })).toBe(false);
    expect(isExact(mesh)).toBe(true);
  });

  it.each(['aabb', 'wide'] as const)('refuses the same input as TypeScript, and works afterwards: %s', (kind) => {
    const mesh = ball(30, 20);
    const tree = openTree(buildTree(mesh, { kind }));
    const loaded = loadRefit(tree, mesh);
    const torn = { ...mesh, positions: mesh.positions.map((value, i) => (i === 100 ? Infinity : value)) };
    expect(() => refitTree(tree, torn, null, noProgress, loaded)).toThrow('not finite');
    expect(() => refitTree(tree, mesh, new ArrayBuffer(4), noProgress, loaded)).toThrow('4 bytes');
    expect(new Uint8Array(refitTree(tree, mesh, null, noProgress, loaded))).toEqual(new Uint8Array(refitTree(tree, mesh)));
  });

  it('is for kinds aabb and wide, and for the triangles that it was loaded with', () => {
    const mesh = ball(30, 20);
    const other = { ...mesh, indices: mesh.indices.slice().reverse() };
    for (const kind of ['aabb', 'wide'] as const) {
      const tree = openTree(buildTree(mesh, { kind }));
      const loaded = loadRefit(tree, mesh);
      expect(new Uint8Array(refitTree(tree, other, null, noProgress, loaded))).toEqual(new Uint8Array(refitTree(tree, other)));
    }
    const tree = openTree(buildTree(mesh, {}));
    expect(loadRefit(openTree(buildTree(mesh, { kind: 'obb' })), mesh)).toBeNull();
    expect(loadRefit(openTree(buildTree(meshOf([], []), {})), meshOf([], []))).toBeNull();
    expect(loadRefit(tree, mesh, null)).toBeNull();
  });
});
