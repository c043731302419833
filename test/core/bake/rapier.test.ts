import { beforeAll, describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { importRapier } from '#core/bake/rapier/import-rapier';
import { readRapier } from '#core/bake/rapier/read-rapier';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { tessellate } from '#core/mesh/tessellate-shape';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { raycast } from '#core/query/ray/ray';
import { expectRefusedOrRead, refusalOf } from '../../fixtures/changed-bytes.ts';
import { colliderRole, eachCollider } from '../../fixtures/collider-parts.ts';
import { startRapier, type RapierHost } from '../../fixtures/held-by-rapier.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, knot, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { inputOf, treeOf } from './bake-input.ts';
import { f32Mesh } from './three-mesh-bvh-rays.ts';

const shapes = eachCollider;

describe('a .rapier.bin file in Rapier', () => {
  let rapier: RapierHost;
  beforeAll(async () => {
    rapier = await startRapier();
    process.stdout.write(`${rapier.version} loads the files\n`);
  });

  it.each<[string, TriangleMesh]>([
    ['one triangle', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])],
    ['a ball', ball()],
    ['a knot', knot()],
    ['a soup', soup(3000, seededRandom(5))],
    ['a mesh far from the origin', placed(ball(), 100, [12_345, 54_123, 120])],
  ])('gives rays and sweeps on %s the hits of the same triangles in Rapier', (_, mesh) => {
    const ours = rapier.load(bakeMesh('rapier', inputOf(mesh)).bytes);
    const theirs = rapier.create(mesh);
    expect(ours.kinds).toEqual(['TriMesh']);
    const size = mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const rays = seededRays(f32Mesh(mesh), 200, 7);
    const pairs = rays.map((ray) => [ours.ray(ray, 8 * size), theirs.ray(ray, 8 * size)] as const);
    expect(pairs.filter(([a]) => a !== null).length).toBeGreaterThan(50);
    // Rays at an edge may pass on either side of it in f32.
    const isSame = (a: number | null, b: number | null): boolean => (a === null || b === null ? a === b : Math.abs(a - b) <= 1e-5 * size);
    expect(pairs.filter(([a, b]) => !isSame(a, b)).length).toBeLessThanOrEqual(8);
    const inside = rays.filter((_ray, i) => i % 4 === 0);
    expect(inside.filter((ray) => !isSame(ours.ray(ray, 8 * size), theirs.ray(ray, 8 * size)))).toEqual([]);
    expect(inside.filter((ray) => ours.triangle(ray, 8 * size) !== theirs.triangle(ray, 8 * size)).length).toBeLessThanOrEqual(1);
    const tree = treeOf(mesh);
    const exact = inside.map((ray) => raycast(tree, mesh, ray, { mode: 'first', cull: false }).hits[0]?.distance ?? null);
    expect(inside.filter((ray, i) => !isSame(ours.ray(ray, 8 * size), exact[i] ?? null)).length).toBeLessThanOrEqual(1);
    for (const ray of inside.slice(0, 20)) {
      const [a, b] = [ours.sweep(ray, 0.01 * size, 8 * size), theirs.sweep(ray, 0.01 * size, 8 * size)];
      expect(a === null || b === null ? a === b : Math.abs(a - b) <= 1e-3 * size).toBe(true);
    }
  });

  it('keeps primitives, hulls, triggers and triangles, where they are', () => {
    const ours = rapier.load(bakeMesh('rapier', inputOf(shapes)).bytes);
    // The floor is only rendered, since other parts are colliders.
    expect(ours.names).toEqual(['crate', 'ball', 'limb', 'drum', 'zone', 'rock']);
    expect(ours.kinds).toEqual(['Cuboid', 'Ball', 'Capsule', 'Cylinder', 'Ball', 'ConvexPolyhedron']);
    expect(ours.sensors).toEqual([false, false, false, false, true, false]);
    const tree = treeOf(shapes);
    let hits = 0;
    for (const ray of seededRays(shapes, 400, 11)) {
      const [first] = raycast(tree, shapes, ray, { mode: 'all', cull: false }).hits.filter(({ triangle }) => triangle < floorFrom);
      const found = ours.ray(ray, 100);
      // Tessellated shapes lie inside round ones by up to 0.5 % of the radius, more along a grazing ray.
      if (first === undefined || found === null) continue;
      hits++;
      expect(found - first.distance).toBeLessThan(1e-4);
      expect(first.distance - found).toBeLessThan(0.2);
    }
    expect(hits).toBeGreaterThan(150);
  });

  it('keeps friction and restitution', () => {
    const material = {
      staticFriction: 0.9,
      dynamicFriction: 0.25,
      restitution: 0.5,
      frictionCombine: 'average',
      restitutionCombine: 'average',
    } as const;
    const part = { ...box().parts[0]!, role: colliderRole({ physics: { material, filter: null } }) };
    const { bytes, notes } = bakeMesh('rapier', inputOf({ ...box(), parts: [part] }));
    expect(rapier.load(bytes).frictions).toEqual([0.25]);
    expect(notes.map(({ code }) => code)).toEqual(['physics-lost']);
  });
});

const floorFrom = shapes.parts.at(-1)!.firstTriangle;

describe('a .rapier.bin file', () => {
  it('is verified, and opened with its exact shapes', async () => {
    const input = inputOf(shapes);
    const { bytes } = bakeMesh('rapier', input);
    const found = await verifyBaked({ bytes, fileName: 'x.rapier.bin', against: input, queries: 20, seed: 1 });
    expect(found).toMatchObject({ ok: true, problems: [], format: 'rapier', trees: 0 });
    const { parts } = importRapier(bytes).mesh;
    expect(parts.map(({ role }) => role?.exact?.kind ?? role?.shape)).toEqual(['box', 'sphere', 'capsule', 'cylinder', 'sphere', 'hull']);
    const positions = shapes.positions.map((value, i) => (i === shapes.indices[3 * parts[5]!.firstTriangle]! * 3 ? value + 0.01 : value));
    const changed = { ...input, mesh: { ...shapes, positions } };
    const moved = await verifyBaked({ bytes, fileName: 'x.rapier.bin', against: changed, queries: 20, seed: 1 });
    expect(moved.ok).toBe(false);
  });

  it('with a flat hull is refused by its name', () => {
    const part = { ...meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]).parts[0]!, name: 'sheet', role: colliderRole({ shape: 'hull' }) };
    const mesh = { ...meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), parts: [part] };
    expect(() => bakeMesh('rapier', inputOf(mesh))).toThrow(/The 3 vertices of the hull "sheet" lie in one plane/);
  });

  it.each<[string, (bytes: Uint8Array, view: DataView) => void, RegExp, string, number]>([
    ['letters', (bytes) => (bytes[0] = 0), /does not start with the letters RAPB/, 'invalid-bytes', 0],
    ['version', (_, view) => view.setUint32(4, 2, true), /is of version 2; version 1 is read/, 'unsupported-dialect', 4],
    ['JSON', (bytes) => (bytes[12] = 0), /its JSON cannot be read/, 'invalid-bytes', 12],
    [
      'vertex',
      (_, view) => view.setFloat32(12 + view.getUint32(8, true), NaN, true),
      /vertex 0 of collider 0 is not finite/,
      'invalid-bytes',
      -1,
    ],
    ['triangle', (bytes, view) => view.setUint32(bytes.length - 4, 1e6, true), /names vertex 1000000 of/, 'invalid-bytes', -1],
  ])('is refused with its byte: %s', (_, change, message, code, byte) => {
    const bytes = bakeMesh('rapier', inputOf(knot())).bytes.slice();
    change(bytes, new DataView(bytes.buffer));
    const error = refusalOf(readRapier, bytes);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    if (byte >= 0) expect(error.location).toEqual({ byte });
  });

  /** A file of equal primitives. */
  function primitivesFile(count: number, shape: string): Uint8Array {
    const one = `{"name":"b","shape":${shape},"translation":[0,0,0],"rotation":[0,0,0,1],"isSensor":false}`;
    const json = `{"colliders":[${Array.from({ length: count }, () => one).join()}]}`;
    const text = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
    const bytes = new Uint8Array(12 + text.length);
    bytes.set(new TextEncoder().encode('RAPB'));
    new DataView(bytes.buffer).setUint32(4, 1, true);
    new DataView(bytes.buffer).setUint32(8, text.length, true);
    bytes.set(text, 12);
    return bytes;
  }

  it('with 40,000 boxes is opened: they have few triangles', () => {
    const { mesh } = importRapier(primitivesFile(40_000, '{"kind":"cuboid","halfExtents":[1,1,1]}'));
    expect(mesh.indices).toHaveLength(3 * 12 * 40_000);
  });

  it('with more primitives than fit into memory as triangles is refused before any is tessellated', () => {
    const bytes = primitivesFile(40_000, '{"kind":"ball","radius":1}');
    const each = tessellate({ kind: 'sphere', radius: 1 }).triangles.length / 3;
    let error: unknown = null;
    try {
      importRapier(bytes);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      code: 'too-large',
      message: expect.stringContaining(`40000 primitives and copies, which are ${40_000 * each} triangles`),
    });
  });

  it('is refused at any length, and is the same for the same input', () => {
    const { bytes } = bakeMesh('rapier', inputOf(knot()));
    for (let length = 0; length < bytes.length; length += 997)
      expect(refusalOf(readRapier, bytes.subarray(0, length)).message).toMatch(/damaged/);
    expect(bakeMesh('rapier', inputOf(knot())).bytes).toEqual(bytes);
  });
});

it('a .rapier.bin file with changed bytes is refused or read, and nothing else', () => {
  const files = [bakeMesh('rapier', inputOf(box())).bytes, bakeMesh('rapier', inputOf(shapes)).bytes];
  expectRefusedOrRead(files, 1_000_000, (bytes) => {
    const { positions, indices } = importRapier(bytes).mesh;
    return { positions, index: indices };
  });
});
