import { beforeAll, describe, expect, it } from 'vitest';
import { activeEdges, joltFlatSine } from '#core/bake/active-edges';
import { bakeMesh } from '#core/bake/bake-mesh';
import { importJolt } from '#core/bake/jolt/import-jolt';
import { joltTriangles } from '#core/bake/jolt/jolt-triangles';
import { meshShapeType, nodesAt, stateHeaderBytes } from '#core/bake/jolt/layout';
import { readJolt } from '#core/bake/jolt/read-jolt';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { treeKinds } from '../../fixtures/kinds.ts';
import { startJolt, type HeldByJolt, type Jolt } from '../../fixtures/jolt-mesh.ts';
import { expectRefusedOrRead, refusalOf } from '../../fixtures/changed-bytes.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, named, placed, soup } from '../../fixtures/shapes.ts';
import { inputOf, treeOf } from './bake-input.ts';
import { f32Mesh } from './three-mesh-bvh-rays.ts';

const one = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);

function bytesOf(mesh: TriangleMesh, trees = [treeOf(mesh)]): Uint8Array {
  return bakeMesh('jolt', inputOf(mesh, trees)).bytes;
}

describe('a .jolt file in Jolt', () => {
  let jolt: Jolt;
  beforeAll(async () => {
    jolt = await startJolt();
    process.stdout.write(`${jolt.version} restores the files\n`);
  });
  const created = (mesh: TriangleMesh): HeldByJolt => {
    const shape = jolt.create(f32Mesh(mesh), true);
    if (typeof shape === 'string') throw new Error(shape);
    return shape;
  };

  it.each<[string, TriangleMesh]>([
    ['one triangle', one],
    ['a box, in two leaves', box()],
    ['a ball', ball()],
    ['a knot', knot()],
    ['a soup', soup(3000, seededRandom(5))],
    ['two parts', joined([knot(), placed(ball(), 2, [3, 0, 1])])],
    ['a mesh far from the origin', placed(ball(), 100, [12_345, 54_123, 120])],
    ['a mesh beyond the half floats', placed(knot(), 1000, [70_000, -90_000, 66_000])],
    ['more than 65,536 vertices', soup(30_000, seededRandom(6), 10)],
  ])('gives rays and sweeps on %s the hits of the same triangles built by Jolt', (_, mesh) => {
    const theirs = created(mesh);
    const size = mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (const tree of [treeOf(mesh), treeOf(mesh, { split: 'median', leafTriangles: 1 }), treeOf(mesh, { leafTriangles: 64 })]) {
      const ours = jolt.restore(bytesOf(mesh, [tree]));
      const far = 8 * size;
      const rays = seededRays(f32Mesh(mesh), 200, 7);
      const pairs = rays.map((ray) => [ours.ray(ray, far)?.distance ?? null, theirs.ray(ray, far)?.distance ?? null] as const);
      // Boxes of Jolt have no padding, so it misses some rays exactly along them.
      expect(pairs.filter(([a, b]) => b !== null && !isClose(a, b, 1e-6 * far))).toEqual([]);
      expect(pairs.filter(([a, b]) => a !== null && b === null).length).toBeLessThan(20);
      expect(pairs.filter(([a, b]) => a === b).length).toBeGreaterThan(175);
      expect(pairs.filter(([a]) => a !== null).length).toBeGreaterThan(50);
      const sweeps = rays.slice(0, 50).map((ray) => [ours.sweep(ray, 0.01 * size, far), theirs.sweep(ray, 0.01 * size, far)] as const);
      expect(sweeps.filter(([a, b]) => !isClose(a, b, tolerance * far))).toEqual([]);
    }
  });

  it('names the source triangle of each hit', () => {
    const ours = jolt.restore(bytesOf(knot()));
    const theirs = created(knot());
    const hits = seededRays(f32Mesh(knot()), 300, 9).map((ray) => [ours.ray(ray, 100), theirs.ray(ray, 100)]);
    const inside = hits.filter(([a, b]) => a != null && b != null);
    expect(inside.length).toBeGreaterThan(100);
    // Rays through a shared edge may name either triangle.
    expect(inside.filter(([a, b]) => a!.source !== b!.source).length).toBeLessThan(inside.length / 3);
  });

  it('restores the tree of each kind', () => {
    expect(treeKinds.length).toBeGreaterThan(10);
    const theirs = created(knot());
    const rays = seededRays(f32Mesh(knot()), 100, 3);
    for (const kind of treeKinds) {
      const ours = jolt.restore(bytesOf(knot(), [treeOf(knot(), { kind })]));
      expect(
        rays.filter((ray) => ours.ray(ray, 100)?.distance !== theirs.ray(ray, 100)?.distance),
        kind,
      ).toEqual([]);
    }
  });

  it.each<[string, TriangleMesh]>([
    ['one triangle', one],
    ['a box', box()],
    ['a knot', knot()],
    ['a soup', soup(3000, seededRandom(5))],
  ])('saved by Jolt is read: %s', async (_, mesh) => {
    const state = created(mesh).state();
    const { positions, index, sourceTriangles } = readJolt(state);
    expect(sourceTriangles).toBeNull();
    const ours = readJolt(bytesOf(mesh));
    const corners = (file: Pick<typeof ours, 'positions' | 'index'>): string[] =>
      Array.from({ length: file.index.length / 3 }, (__, t) =>
        [...file.index.subarray(3 * t, 3 * t + 3)].map((vertex) => file.positions.subarray(3 * vertex, 3 * vertex + 3).join()).join(' '),
      ).toSorted();
    expect(corners({ positions, index })).toEqual(corners(ours));
    expect(await verifyBaked({ bytes: state, fileName: 'theirs.jolt', against: null, queries: 50, seed: 2 })).toMatchObject({
      format: 'jolt',
    });
  });

  it('has the active edges of Jolt', () => {
    const mesh = joined([box(), placed(ball(24, 16), 1, [4, 0, 0]), placed(knot(), 1, [9, 0, 0])]);
    const theirs = flagsOf(created(mesh).state());
    const ours = flagsOf(bytesOf(mesh));
    expect(ours.size).toBeGreaterThan(500);
    expect(ours).toEqual(theirs);
    const all = activeEdges(Float32Array.from(mesh.positions), mesh.indices, joltFlatSine);
    expect([...all].filter((bits) => bits !== 0 && bits !== 7).length).toBeGreaterThan(10);
  });

  it('leaves out what Jolt refuses, and nothing else', () => {
    const random = seededRandom(31);
    // From about 1e-7 to 1 in size, so that some are too small, and some collapse on the grid of the whole.
    const small = Array.from({ length: 3000 }, () => {
      const size = 10 ** (-7 * random());
      return placed(meshOf([0, 0, 0, random(), random(), 0, 0, random(), random()], [0, 1, 2]), size, [9 * random(), 0, 5 * random()]);
    });
    const mesh = f32Mesh(joined(small));
    const kept = joltTriangles(mesh);
    const count = kept.reduce((sum, value) => sum + value, 0);
    expect(count).toBeGreaterThan(500);
    expect(count).toBeLessThan(2500);
    const only = (isKept: number): TriangleMesh => ({
      ...mesh,
      indices: mesh.indices.filter((_, i) => kept[Math.floor(i / 3)] === isKept),
    });
    expect(jolt.create(only(1), false)).toBeTypeOf('object');
    expect(jolt.create(mesh, false)).toMatch(/is degenerate/);
    expect(readJolt(bytesOf(mesh)).index.length / 3).toBe(count);
    const tiny = placed(box(), 1e-5, [0, 0, 0]);
    expect(() => bytesOf(tiny)).toThrow(/All triangles are degenerate to Jolt/);
  });
});

/** `CollideSettingsBase::mCollisionTolerance`, by which the casts of Jolt end, as a part of the motion. */
const tolerance = 1e-4;

function isClose(a: number | null, b: number | null, within: number): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) <= within;
}

/** Flags of each triangle by its user data. */
function flagsOf(state: Uint8Array): Map<number, number> {
  const view = new DataView(state.buffer, state.byteOffset + stateHeaderBytes);
  const flags = new Map<number, number>();
  const stack = [view.getUint32(24, true)];
  for (let link = stack.pop(); link !== undefined; link = stack.pop()) {
    const [count, at] = [link >>> 28, 4 * (link & 0xfff_ffff)];
    if (count === 15) continue;
    if (count === 0) stack.push(...[48, 52, 56, 60].map((i) => view.getUint32(at + i, true)));
    for (let i = 0; i < count; i++)
      flags.set(view.getUint32(at + 4 + 16 * Math.ceil(count / 4) + 4 * i, true), view.getUint8(at + 4 + 16 * (i >> 2) + 12 + (i & 3)));
  }
  return flags;
}

describe('a .jolt file', () => {
  it('is verified, and opened with its triangles in source order', async () => {
    const bad = meshOf([0, 0, 0, NaN, 0, 0, 0, 1, 0], [0, 1, 2]);
    const mesh = joined([named('a', box()), bad, named('b', ball())]);
    const input = inputOf(mesh);
    const { bytes, notes } = bakeMesh('jolt', input);
    expect(notes.map(({ code }) => code)).toEqual(['rounded', 'vertices-replaced', 'triangles-left-out', 'order-changed', 'parts-lost']);
    const found = await verifyBaked({ bytes, fileName: 'x.jolt', against: input, queries: 200, seed: 1 });
    expect(found).toMatchObject({ ok: true, problems: [], format: 'jolt', trees: 1, queries: 200 });
    const opened = importJolt(bytes);
    const step = 2 / 2 ** 21;
    const corner = (of: TriangleMesh, i: number): number[] => [0, 1, 2].map((k) => of.positions[3 * of.indices[i]! + k]!);
    const finite = { ...mesh, indices: mesh.indices.filter((_, i) => Math.floor(i / 3) !== box().indices.length / 3) };
    expect(opened.mesh.indices.length).toBe(finite.indices.length);
    for (let i = 0; i < finite.indices.length; i++)
      corner(opened.mesh, i).forEach((value, k) => expect(Math.abs(value - corner(finite, i)[k]!)).toBeLessThan(2 * step));
    expect(opened).toMatchObject({ format: 'jolt', dialect: 'Jolt 5.5 mesh shape', trees: [] });
  });

  it('is verified as damaged if a vertex moves by one step of the grid', async () => {
    const input = inputOf(knot());
    const bytes = bytesOf(knot()).slice();
    const view = new DataView(bytes.buffer);
    view.setUint32(bytes.length - 8, view.getUint32(bytes.length - 8, true) ^ 1, true);
    const found = await verifyBaked({ bytes, fileName: 'x.jolt', against: input, queries: 20, seed: 1 });
    expect(found.problems.join()).toMatch(/different from the mesh/);
  });

  it.each<[string, (bytes: Uint8Array, view: DataView) => void, RegExp, string, number]>([
    ['type', (bytes) => (bytes[0] = 11), /its shape type is 11, and that of a mesh shape of Jolt 5 is 12/, 'unsupported-dialect', 0],
    ['shorter tree', (_, view) => view.setUint32(9, 8, true), /bytes after its end/, 'invalid-bytes', 21],
    ['grid', (_, view) => view.setFloat32(stateHeaderBytes + 32, NaN, true), /grid of its vertices is not finite/, 'invalid-bytes', 45],
    ['box', (_, view) => view.setFloat32(stateHeaderBytes, Infinity, true), /its box is not finite/, 'invalid-bytes', 13],
    ['root', (_, view) => view.setUint32(stateHeaderBytes + 24, 0xffff, true), /leads out of it/, 'invalid-bytes', 37],
    [
      'leaf',
      (_, view) => view.setUint32(stateHeaderBytes + 24, 0x9000_000e, true),
      /a leaf has 9 triangles, and Jolt reads 8/,
      'invalid-bytes',
      37,
    ],
    [
      'a step that leads beyond 32-bit floats',
      (_, view) => view.setFloat32(stateHeaderBytes + 32 + 12, 3e38, true),
      /reaches beyond 32-bit floats/,
      'invalid-bytes',
      stateHeaderBytes + 32,
    ],
    [
      'an inverted box',
      (_, view) => view.setFloat32(stateHeaderBytes, 1e9, true),
      /its box has no inside/,
      'invalid-bytes',
      stateHeaderBytes,
    ],
    [
      'a box that is too small',
      (_, view) => view.setFloat32(stateHeaderBytes + 12, 0, true),
      /outside the box of the mesh/,
      'invalid-bytes',
      stateHeaderBytes,
    ],
    ['bits', (bytes) => (bytes[stateHeaderBytes + 28] = 3), /its leaf numbers have 3 bits/, 'invalid-bytes', 41],
    ['half', (_, view) => view.setUint16(stateHeaderBytes + nodesAt, 0x7bff, true), /has no inside/, 'invalid-bytes', 69],
  ])('is refused with its byte: %s', (_, change, message, code, byte) => {
    const bytes = bytesOf(knot()).slice();
    change(bytes, new DataView(bytes.buffer));
    const error = refusalOf(readJolt, bytes);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(error.location).toEqual({ byte });
  });

  it('is refused at any length', () => {
    const bytes = bytesOf(knot());
    for (let length = 0; length < bytes.length; length += 997)
      expect(refusalOf(readJolt, bytes.subarray(0, length)).code, String(length)).toMatch(/truncated/);
    expect(refusalOf(readJolt, Uint8Array.from([...bytes, 0])).message).toMatch(/bytes after its end/);
  });

  it('is the same for the same input', () => {
    expect(bytesOf(knot())).toEqual(bytesOf(knot()));
    expect(bytesOf(knot())[0]).toBe(meshShapeType);
  });
});

it('a .jolt file with changed bytes is refused or read, and nothing else', () => {
  expectRefusedOrRead([bytesOf(box()), bytesOf(ball(12, 8))], 1_000_000, readJolt);
});
