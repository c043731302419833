import { beforeAll, describe, expect, it } from 'vitest';
import { activeEdges } from '#core/bake/active-edges';
import { bakeMesh } from '#core/bake/bake-mesh';
import { bv4BlockBytes, dataWord, bv4HeaderBytes } from '#core/bake/physx/layout';
import { importPhysx } from '#core/bake/physx/import-physx';
import { readPhysx } from '#core/bake/physx/read-physx';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { treeKinds } from '../../fixtures/kinds.ts';
import { startPhysx, type Physx } from '../../fixtures/physx-mesh.ts';
import { expectRefusedOrRead, refusalOf } from '../../fixtures/changed-bytes.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, named, placed, soup } from '../../fixtures/shapes.ts';
import { inputOf, treeOf } from './bake-input.ts';
import { f32Mesh } from './three-mesh-bvh-rays.ts';

const one = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);

function bytesOf(mesh: TriangleMesh, trees = [treeOf(mesh)]): Uint8Array {
  return bakeMesh('physx', inputOf(mesh, trees)).bytes;
}

describe('a .physx file in PhysX', () => {
  let physx: Physx;
  beforeAll(async () => {
    physx = await startPhysx();
    process.stdout.write(`PhysX ${physx.version} loads the files\n`);
  });

  it.each<[string, TriangleMesh]>([
    ['one triangle', one],
    ['a box, without a tree', box()],
    ['a ball', ball()],
    ['a knot', knot()],
    ['a soup', soup(3000, seededRandom(5))],
    ['two parts', joined([knot(), placed(ball(), 2, [3, 0, 1])])],
    ['a mesh far from the origin', placed(ball(), 100, [12_345, 54_123, 120])],
    ['more than 65,536 vertices', soup(30_000, seededRandom(6), 10)],
  ])('gives rays and sweeps on %s the hits of the same triangles cooked by PhysX', (_, mesh) => {
    const cooked = physx.cook(f32Mesh(mesh));
    for (const tree of [treeOf(mesh), treeOf(mesh, { split: 'median', leafTriangles: 1 }), treeOf(mesh, { leafTriangles: 64 })]) {
      const loaded = physx.load(bytesOf(mesh, [tree]))!;
      expect(loaded).toMatchObject({ vertices: mesh.positions.length / 3, triangles: mesh.indices.length / 3 });
      const rays = seededRays(f32Mesh(mesh), 200, 7);
      expect(rays.filter((ray) => loaded.ray(ray) !== cooked.ray(ray))).toEqual([]);
      expect(rays.filter((ray) => loaded.ray(ray) !== null).length).toBeGreaterThan(50);
      const radius = 0.01 * mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      expect(rays.slice(0, 50).filter((ray) => loaded.sweep(ray, radius, 1e4) !== cooked.sweep(ray, radius, 1e4))).toEqual([]);
    }
  });

  it('loads the tree of each kind', () => {
    expect(treeKinds.length).toBeGreaterThan(10);
    const cooked = physx.cook(f32Mesh(knot()));
    for (const kind of treeKinds) {
      const loaded = physx.load(bytesOf(knot(), [treeOf(knot(), { kind })]))!;
      expect(
        seededRays(f32Mesh(knot()), 100, 3).filter((ray) => loaded.ray(ray) !== cooked.ray(ray)),
        kind,
      ).toEqual([]);
    }
  });
});

describe('a .physx file', () => {
  it('is verified, and opened with its triangles in source order', async () => {
    const bad = meshOf([0, 0, 0, NaN, 0, 0, 0, 1, 0], [0, 1, 2]);
    const mesh = joined([named('a', box()), bad, named('b', ball())]);
    const input = inputOf(mesh);
    const { bytes, notes } = bakeMesh('physx', input);
    expect(notes.map(({ code }) => code)).toEqual(['rounded', 'vertices-replaced', 'triangles-left-out', 'order-changed', 'parts-lost']);
    const found = await verifyBaked({ bytes, fileName: 'x.physx', against: input, queries: 20, seed: 1 });
    expect(found).toMatchObject({ ok: true, problems: [], format: 'physx', trees: 1, queries: 20 });
    const opened = importPhysx(bytes);
    const finite = [...box().indices, ...[...ball().indices].map((vertex) => vertex + (box().positions.length + 9) / 3)];
    expect([...opened.mesh.indices]).toEqual(finite);
    expect(opened).toMatchObject({ format: 'physx', dialect: 'PhysX cooked mesh 16', trees: [] });
  });

  it('has edges that take part in contacts where the surface is not flat or hollow', () => {
    const crate = box();
    const active = activeEdges(Float32Array.from(crate.positions), crate.indices);
    // Each side of a box is two triangles, whose diagonal is flat.
    expect([...active].map((bits) => bits.toString(2).replaceAll('0', '').length)).toEqual(Array.from({ length: 12 }, () => 2));
    const inward = crate.indices.map((_, i) => crate.indices[i - (i % 3) + ((3 - (i % 3)) % 3)]!);
    expect([...activeEdges(Float32Array.from(crate.positions), inward)]).toEqual(Array.from({ length: 12 }, () => 0));
    expect([...activeEdges(Float32Array.from(one.positions), one.indices)]).toEqual([7]);
  });

  it.each<[string, (bytes: Uint8Array, view: DataView) => void, RegExp, string, number | null]>([
    ['version', (_, view) => view.setUint32(8, 15, true), /is of version 15; version 16 of PhysX 5 is read/, 'unsupported-dialect', 8],
    ['midphase', (_, view) => view.setUint32(12, 0, true), /is of midphase 0; the trees of BVH34, 1, are read/, 'unsupported-dialect', 12],
    ['flags', (_, view) => view.setUint32(16, 12, true), /indices of one byte and of two/, 'invalid-bytes', 16],
    ['vertices', (_, view) => view.setFloat32(28, NaN, true), /vertex 0 is not finite/, 'invalid-bytes', 28],
    ['triangles', (_, view) => view.setUint32(24, 0, true), /it has no triangle/, 'invalid-bytes', 20],
    ['more vertices than bytes', (_, view) => view.setUint32(20, 2 ** 30, true), /within its vertices/, 'truncated', null],
  ])('is refused with its byte: %s', (_, change, message, code, byte) => {
    const bytes = bytesOf(knot()).slice();
    change(bytes, new DataView(bytes.buffer));
    const error = refusalOf(readPhysx, bytes);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    if (byte !== null) expect(error.location).toEqual({ byte });
  });

  it('is refused at any length, and with any damaged node', () => {
    const bytes = bytesOf(knot());
    for (let length = 0; length < bytes.length; length += 997)
      expect(refusalOf(readPhysx, bytes.subarray(0, length)).code, String(length)).toMatch(/truncated|invalid-bytes/);
    expect(refusalOf(readPhysx, Uint8Array.from([...bytes, 0])).message).toMatch(/bytes after its end/);
    const { positions, index } = readPhysx(bytes);
    const nodesAt = 28 + positions.byteLength + 2 * index.length + 4 + 2 * (index.length / 3) + bv4HeaderBytes;
    const view = (changed: Uint8Array): DataView => new DataView(changed.buffer);
    const data = nodesAt + 4 * dataWord;
    for (const word of [0, 1, 0xffff_ffff, 5 << 11, 33]) {
      const changed = bytes.slice();
      view(changed).setUint32(data, word, true);
      expect(refusalOf(readPhysx, changed).code, String(word)).toBe('invalid-bytes');
    }
    const narrow = bytes.slice();
    view(narrow).setFloat32(nodesAt + bv4BlockBytes, 1e9, true);
    expect(refusalOf(readPhysx, narrow).message).toMatch(/outside the box/);
  });
});

describe('a file that PhysX cooked, with a quantised tree', () => {
  it.each<[string, TriangleMesh]>([
    ['a ball', ball(24, 16)],
    ['a knot', knot()],
    ['a knot far away', placed(knot(), 1, [12_345, -4321, 7])],
    ['a sheet in a plane', placed({ ...knot(), positions: knot().positions.map((value, i) => (i % 3 === 2 ? 0 : value)) }, 1, [0, 0, 0])],
  ])('is read with boxes that contain their triangles, and rays reach all hits: %s', async (_, mesh) => {
    const physx = await startPhysx();
    const bytes = physx.cookFile(f32Mesh(mesh));
    const { blocks, index } = readPhysx(bytes);
    expect(blocks.length).toBeGreaterThan(0);
    expect(await verifyBaked({ bytes, fileName: 'x.physx', against: null, queries: 200, seed: 3 })).toMatchObject({
      ok: true,
      triangles: index.length / 3,
      queries: 200,
    });
  });

  it('is refused where a box of its tree is too small, or its coefficients are', async () => {
    const bytes = (await startPhysx()).cookFile(f32Mesh(knot()));
    const tree = Buffer.from(bytes).indexOf('BV4 ');
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect(view.getUint32(tree + 52, true)).toBe(1);
    const smaller = bytes.slice();
    new DataView(smaller.buffer).setFloat32(tree + 28, view.getFloat32(tree + 28, true) / 2, true);
    expect(refusalOf(readPhysx, smaller).message).toMatch(/lies outside the box of its leaf/);
    const moved = bytes.slice();
    // The maximum of X of the first slot of the last block.
    const slots = view.getUint32(tree + 56, true);
    new DataView(moved.buffer).setInt16(tree + 60 + 16 * (slots - 4) + 2, -32_000, true);
    expect(refusalOf(readPhysx, moved)).toMatchObject({
      message: expect.stringMatching(/outside (the|a) box/),
      location: { byte: tree + 60 + 16 * (slots - 4) },
    });
  });
});

it('a .physx file with changed bytes is refused or read, and nothing else', async () => {
  const cooked = (await startPhysx()).cookFile(f32Mesh(ball(12, 8)));
  expectRefusedOrRead([bytesOf(box()), bytesOf(ball(12, 8)), cooked], 1_000_000, readPhysx);
});
