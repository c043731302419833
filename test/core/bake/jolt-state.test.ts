import { beforeAll, describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { readJoltShapes } from '#core/bake/jolt-shapes/read-jolt-shapes';
import { ByteReader } from '#core/bake/byte-reader';
import { damagedState } from '#core/bake/jolt-state/layout';
import { readHullState } from '#core/bake/jolt-state/read-hull-state';
import { importAnyJoltState, importJoltState } from '#core/bake/jolt-state/import-jolt-state';
import { readJoltState } from '#core/bake/jolt-state/read-jolt-state';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { joinMeshes } from '#core/convex/collider/join-meshes';
import { seededRandom } from '#core/math/seeded-random';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { expectRefusedOrRead, refusalOf } from '../../fixtures/changed-bytes.ts';
import { colliderRole, eachCollider, hullPart, joinedParts, primitivePart, spheres } from '../../fixtures/collider-parts.ts';
import { startJoltCompound } from '../../fixtures/jolt-shapes.ts';
import { type JoltStates, type NestedShape, startJoltStates } from '../../fixtures/jolt-state.ts';
import { ball, box, knot, meshOf, named, placed, soup } from '../../fixtures/shapes.ts';
import { inputOf, treeOf } from './bake-input.ts';

function bytesOf(mesh: TriangleMesh): Uint8Array<ArrayBuffer> {
  return bakeMesh('jolt-state', inputOf(mesh, [])).bytes;
}

function trianglesPart(name: string, mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, parts: [{ ...named(name, mesh).parts[0]!, role: colliderRole({ shape: 'triangles' }) }] };
}

const crate = primitivePart('crate', { kind: 'box', size: [1, 2, 0.5] }, [1, 2, 3]);
const rock = hullPart('rock', placed(ball(9, 6), 0.8, [-3, 0, 3]));
const flatSided = joinedParts([crate, rock, trianglesPart('knot', placed(knot(), 0.5, [4, 0, 0]))]);
/** More children than a node has slots. */
const row = joinedParts(
  Array.from({ length: 23 }, (_, i) => hullPart(`h${i}`, placed(ball(5, 4), 0.4, [1.5 * (i % 7), 2 * Math.floor(i / 7), i / 5]))),
);

describe('a .shapes.jolt file in Jolt', () => {
  let jolt: JoltStates;
  let build: Awaited<ReturnType<typeof startJoltCompound>>;
  beforeAll(async () => {
    [jolt, build] = [await startJoltStates(), await startJoltCompound()];
  });

  it.each<[string, TriangleMesh]>([
    ['one of each', eachCollider],
    ['flat sides', flatSided],
    ['many', row],
    ['far away', placed(flatSided, 1, [12_345, 5_123, 120])],
    ['a box', crate],
    ['a hull', rock],
    ['a mesh', trianglesPart('knot', knot())],
  ])('is restored and saved by its own functions, and returns the same hits as built from settings: %s', (_, mesh) => {
    const bytes = bytesOf(mesh);
    const { held, read, saved } = jolt.restore(bytes);
    const built = build(readJoltShapes(bakeMesh('jolt-shapes', inputOf(mesh, [])).bytes));
    expect(held.kinds).toEqual(built.kinds);
    expect(read.length).toBeGreaterThan(bytes.length - 20 * (mesh.parts.length + 1));
    expect(Buffer.from(saved()).equals(read)).toBe(true);
    const far = 8 * mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    // A ray that grazes a round shape is solved in f32; at a distance its error is larger than that of the numbers.
    const within = 1e-4 * far;
    const rays = seededRays(importJoltState(bytes).mesh, 400, 5);
    const hits = rays.map((ray) => [held.ray(ray, far), built.ray(ray, far)] as const);
    const differ = ([a, b]: readonly [number | null, number | null]): boolean =>
      a === null || b === null ? a !== b : Math.abs(a - b) > within;
    expect(hits.filter(([a]) => a !== null).length).toBeGreaterThan(50);
    // Jolt in f32 may pass through an edge or a vertex at which a ray is aimed, or hit it, from one tree to another.
    expect(hits.filter((pair, i) => differ(pair) && (i % 4 === 0 || i % 4 === 3))).toEqual([]);
    expect(hits.filter(differ).length).toBeLessThan(20);
    // Casts of Jolt end within 1e-4 of the motion, each by itself.
    const swept = rays.slice(0, 100).map((ray) => [held.sweep(ray, 0.1, far), built.sweep(ray, 0.1, far)] as const);
    expect(swept.filter(([a, b]) => (a === null || b === null ? a !== b : Math.abs(a - b) > 2e-4 * far))).toEqual([]);
  });
});

it('a mutable compound that Jolt saves is read, and refused with a child out of its box', async () => {
  const jolt = await startJoltStates();
  const centres = [0, 1, 2, 3, 4, 5].map((i) => [3 * i, i % 2, 0 - i] as const);
  const bytes = jolt.mutableCompound(centres);
  const shapes = readJoltState(bytes);
  expect(
    shapes.map(({ role, worldFromPart }) => [role?.exact, ...worldFromPart.slice(12, 15).map((value) => Math.round(value) + 0)]),
  ).toEqual(centres.map((centre) => [{ kind: 'sphere', radius: 1 }, ...centre]));
  // The largest x of the first child.
  const boxes = 4 + 9 + 40 + 4 + 28 * centres.length;
  new DataView(bytes.buffer).setFloat32(boxes + 48, -99, true);
  expect(refusalOf(readJoltState, bytes)).toMatchObject({ code: 'invalid-bytes', location: { byte: boxes } });
});

it('compounds in compounds that Jolt saves are read, where the places of two levels cancel', async () => {
  const jolt = await startJoltStates();
  const random = seededRandom(7);
  for (let round = 0; round < 40; round++) {
    // More than 10 children: Jolt transforms the box around all of them.
    const spheres = Array.from({ length: 12 }, (_, i) => ({
      at: [i % 2 === 0 ? -100 : 100, 5 * random(), 5 * random()] as const,
      of: { radius: 0.05 + 0.05 * random() },
    }));
    const inner = { at: [100, 0, 0] as const, of: { children: spheres } };
    const bytes = jolt.nested({ children: [inner, { at: [0, 0, 0], of: { half: [0.04, 30, 30] } }] });
    expect(readJoltState(bytes)).toHaveLength(13);
  }
});

it('compounds that Jolt saves are read with rotations of any angle, also by half a turn', async () => {
  const jolt = await startJoltStates();
  const random = seededRandom(8);
  const signed = (): number => 2 * random() - 1;
  for (let round = 0; round < 60; round++) {
    const placed = (of: NestedShape, far: number): { at: Vec3; rotation: readonly [number, number, number, number]; of: NestedShape } => {
      const w = [1e-3, 1e-4, 0, 1][round % 4]! * signed();
      const [x, y, z] = [signed(), signed(), signed()];
      const length = Math.hypot(x, y, z, w);
      return { at: [far * signed(), far * signed(), far * signed()], rotation: [x / length, y / length, z / length, w / length], of };
    };
    const leaves = Array.from({ length: 12 }, () => placed({ half: [0.1 + random(), 0.1 + random(), 30 * random() + 0.1] }, 5));
    const inner = placed({ children: leaves }, 100);
    expect(readJoltState(jolt.nested({ children: [inner, placed({ radius: 1 }, 1)] }))).toHaveLength(13);
  }
});

it('a hull that Jolt saves is read, and refused with bounds that do not hold its points, which Jolt itself restores', async () => {
  const jolt = await startJoltStates();
  const random = seededRandom(12);
  const wedge: readonly Vec3[] = [
    [0, 0, 0],
    [4, 0, 0],
    [0, 2, 0],
    [0, 0, 1],
    [4, 0, 1],
    [0, 2, 1],
  ]; // prettier-ignore
  const round = Array.from({ length: 40 }, (): Vec3 => [5e3 + random(), random() - 7e3, 1e-3 * random()]);
  for (const points of [wedge, round]) {
    const bytes = jolt.nested({ points });
    expect(readJoltState(bytes)).toHaveLength(1);
    const [min, max] = jolt.restore(bytes).bounds;
    const stored = new Uint8Array(Float32Array.from([...min, ...max]).buffer);
    const at = Buffer.from(bytes).indexOf(stored);
    expect(at).toBeGreaterThan(0);
    for (const k of [0, 1, 2, 3, 4, 5]) {
      const changed = bytes.slice();
      const middle = (min[k % 3]! + max[k % 3]!) / 2;
      new DataView(changed.buffer).setFloat32(at + 4 * k, middle, true);
      // Jolt bounds the body by them from then on.
      expect(jolt.restore(changed).bounds.flat()[k]).toBe(Math.fround(middle));
      const refusal = refusalOf(readJoltState, changed);
      expect(refusal).toMatchObject({ code: 'invalid-bytes', location: { byte: at + 4 * k } });
      expect(refusal.message).toMatch(
        new RegExp(`the bounds of a hull ${k < 3 ? 'start' : 'end'} at .* along ${'xyz'[k % 3]}, and point \\d+ is at `),
      );
      new DataView(changed.buffer).setFloat32(at + 4 * k, NaN, true);
      expect(refusalOf(readJoltState, changed)).toMatchObject({ code: 'invalid-bytes', location: { byte: at + 4 * k } });
    }
  }
});

describe('a .shapes.jolt file', () => {
  it('is verified, and opened with its exact shapes', async () => {
    for (const mesh of [eachCollider, flatSided, row, crate, rock, knot(), placed(flatSided, 1, [12_345, 54_123, 120])]) {
      const input = inputOf(mesh, []);
      const found = await verifyBaked({ bytes: bytesOf(mesh), fileName: 'x.shapes.jolt', against: input, queries: 20, seed: 1 });
      expect(found).toMatchObject({ ok: true, problems: [], format: 'jolt-state', trees: 0 });
    }
    const other = await verifyBaked({
      bytes: bytesOf(flatSided),
      fileName: 'x.jolt',
      against: inputOf(eachCollider, []),
      queries: 20,
      seed: 1,
    });
    expect(other).toMatchObject({ ok: false, format: 'jolt-state' });
    expect(importAnyJoltState(bytesOf(crate)).mesh.parts.map(({ role }) => role?.exact?.kind)).toEqual(['box']);
    const { notes } = bakeMesh('jolt-state', inputOf(eachCollider, []));
    expect(notes.map(({ code }) => code)).toEqual(['parts-left-out', 'names-changed', 'physics-lost']);
  });

  it('has the same bytes each time', () => {
    expect(Buffer.from(bytesOf(flatSided)).equals(bytesOf(flatSided))).toBe(true);
  });

  it('by Jolt is read with scaled, shared and moved shapes', () => {
    // A compound of one scaled sphere, used twice; by hand, as `Shape::SaveWithChildren` writes it.
    const head = (type: number): readonly number[] => [type, ...Array.from({ length: 8 }, () => 0)];
    const u32 = (...values: readonly number[]): readonly number[] => [...new Uint8Array(Uint32Array.from(values).buffer)];
    const f32 = (...values: readonly number[]): readonly number[] => [...new Uint8Array(Float32Array.from(values).buffer)];
    const bounds = [...f32(0, 0, 0), ...f32(-9, -9, -9), ...f32(9, 9, 9), ...f32(1)];
    const child = (x: number): readonly number[] => [...u32(0), ...f32(x, 0, 0), ...f32(0, 0, 0)];
    const halves = (value: number): readonly number[] =>
      [value, value, 0xff, 0x7b].flatMap((low, i) => (i < 2 ? [0, low] : i === 2 ? [0xff, 0x7b] : [0xff, 0x7b]));
    const node = [...Array.from({ length: 3 }, () => halves(0xc9)), ...Array.from({ length: 3 }, () => halves(0x49))].flat();
    const nodes = [...u32(1), ...node, ...u32(0x8000_0000, 0x8000_0001, 0x7fff_ffff, 0x7fff_ffff)];
    const sphere = [...u32(2), ...head(0), ...f32(1000), ...f32(0.5), ...u32(0), ...u32(1, 0xffff_ffff)];
    const scaled = [...u32(1), ...head(10), ...f32(2, 2, 2), ...u32(1), ...sphere, ...u32(0)];
    const file = [
      ...u32(0),
      ...head(7),
      ...bounds,
      ...u32(2),
      ...child(-3),
      ...child(3),
      ...nodes,
      ...u32(2),
      ...scaled,
      ...u32(1),
      ...u32(0),
    ];
    const shapes = readJoltState(Uint8Array.from(file));
    expect(shapes.map(({ role, worldFromPart }) => [role?.exact, worldFromPart[0], worldFromPart[12]])).toEqual([
      [{ kind: 'sphere', radius: 0.5 }, 2, -3],
      [{ kind: 'sphere', radius: 0.5 }, 2, 3],
    ]);
  });

  it('is refused where a child reaches out of the box of its leaf, or of its compound', () => {
    const bytes = bytesOf(flatSided);
    // Number, type, user data; centre, bounds, radius, children with their places; number of nodes.
    const [boundsAt, nodesAt] = [4 + 9 + 12, 4 + 9 + 40 + 4 + 28 * 3 + 4];
    const view = new DataView(bytes.buffer);
    const changes: (() => void)[] = [];
    for (let k = 0; k < 3; k++) {
      const [min, max] = [boundsAt + 4 * k, boundsAt + 12 + 4 * k];
      const middle = (view.getFloat32(min, true) + view.getFloat32(max, true)) / 2;
      for (const at of [min, max]) changes.push(() => view.setFloat32(at, middle, true));
      for (const slot of [0, 1, 2]) {
        const [low, high] = [nodesAt + 8 * k + 2 * slot, nodesAt + 8 * (k + 3) + 2 * slot];
        expect(view.getUint32(nodesAt + 48 + 4 * slot, true)).toBeGreaterThanOrEqual(0x8000_0000);
        changes.push(() => view.setUint16(low, view.getUint16(high, true), true));
        changes.push(() => view.setUint16(high, view.getUint16(low, true), true));
      }
    }
    expect(changes).toHaveLength(24);
    const whole = bytes.slice();
    for (const change of changes) {
      bytes.set(whole);
      change();
      expect(refusalOf(readJoltState, bytes)).toMatchObject({
        code: 'invalid-bytes',
        message: expect.stringMatching(/child \d of a compound reaches from .* outside its box from/),
        location: { byte: expect.any(Number) },
      });
    }
  });

  it('is refused with more vertices of copies than are checked in boxes, or kept', () => {
    const u32 = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
    const f32 = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
    const head = (type: number): Uint8Array => Uint8Array.from([type, 0, 0, 0, 0, 0, 0, 0, 0]);
    /** Scaled shapes in each other, around a mutable compound of copies. */
    const fileOf = (mesh: Uint8Array, copies: number, levels: number): Uint8Array => {
      const numbers = Array.from({ length: levels }, (_, i) => [u32(i), head(10), f32(1, 1, 1), u32(1)]).flat();
      const places = Array.from({ length: copies }, () => [u32(0), f32(0, 0, 0, 0, 0, 0)]).flat();
      const boxes = Array.from({ length: Math.ceil(copies / 4) }, () => f32(...Array.from({ length: 24 }, (_, i) => (i < 12 ? -99 : 99))));
      const compound = [u32(levels), head(8), f32(0, 0, 0, -99, -99, -99, 99, 99, 99, 1), u32(copies), ...places, ...boxes, u32(copies)];
      const children = [u32(levels + 1), mesh, u32(0, 0), ...Array.from({ length: copies - 1 }, () => u32(levels + 1))];
      const ends = Array.from({ length: levels + 1 }, () => u32(0));
      return Uint8Array.from(Buffer.concat([...numbers, ...compound, ...children, ...ends]));
    };
    const meshBytes = (mesh: TriangleMesh): Uint8Array => bakeMesh('jolt', inputOf(mesh, [treeOf(mesh)])).bytes;
    const large = meshBytes(knot(2, 3, 400, 16));
    expect(readJoltState(fileOf(large, 3, 14))).toHaveLength(3);
    expect(refusalOf(readJoltState, fileOf(large, 2000, 14))).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/its copies in compounds have 192000000 vertices to check in their boxes/),
    });
    // More vertices than triangles.
    const loose = meshBytes(soup(6000, seededRandom(4)));
    expect(refusalOf(readJoltState, fileOf(loose, 2000, 0))).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/1999 primitives and copies, which are 35\d{6} triangles or vertices/),
    });
    // Vertices of no triangle are not kept.
    const small = meshBytes(meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]));
    const padded = Uint8Array.from([...small, ...new Uint8Array(8 * 40_000).map((_, i) => i * i)]);
    new DataView(padded.buffer).setUint32(9, padded.length - 13, true);
    const copies = readJoltState(fileOf(padded, 4000, 0));
    expect(copies).toHaveLength(4000);
    expect(copies[0]!.surface!.positions).toHaveLength(9);
  });

  it('is refused with more bits in the number of a triangle than Jolt has, before it is written', () => {
    const large = trianglesPart('large', knot(2, 3, 400, 16));
    expect(() => bytesOf(joinMeshes([large, spheres(40_000)]))).toThrow(
      /The number of a triangle takes 3[3-9] bits, 16 for 40001 parts and \d+ in the largest mesh, and Jolt has 32/,
    );
  });

  it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array, RegExp, string]>([
    ['end', (bytes) => bytes.subarray(0, -3), /it ends after \d+ bytes, within /, 'truncated'],
    ['more', (bytes) => Uint8Array.from([...bytes, 0]), /bytes after its end/, 'invalid-bytes'],
    ['type', (bytes) => bytes.with(4, 13), /The shape type 13 of Jolt is not read/, 'unsupported-dialect'],
    ['number', (bytes) => bytes.with(0, 7), /it has shape 7 after 0 shapes/, 'invalid-bytes'],
    ['children', (bytes) => bytes.with(53, 2), /./, 'invalid-bytes'],
  ])('is refused with its byte: %s', (_, change, message, code) => {
    expect(refusalOf(readJoltState, change(bytesOf(flatSided)))).toMatchObject({
      code,
      message: expect.stringMatching(message),
      location: { byte: expect.any(Number) },
    });
  });

  const crowd = inputOf(spheres(65_536), []);
  it.each(['jolt-state', 'jolt-shapes', 'bullet-shapes'] as const)('of %s is refused with more parts than are read again', (format) => {
    expect(() => bakeMesh(format, crowd)).toThrow(/has 65536 parts that collide, and a file of shapes for \w+ has at most 65535/);
  });

  it('is refused where a hull has more points than Jolt holds', () => {
    expect(() => bytesOf(hullPart('round', ball(24, 16)))).toThrow(/has \d+ vertices, and a hull of Jolt has at most 256/);
  });
});

it('a .shapes.jolt file with changed bytes is refused or read, and nothing else', () => {
  const small = joinedParts([crate, hullPart('rock', box()), trianglesPart('mesh', box())]);
  const read = (bytes: Uint8Array): { readonly positions: Float64Array; readonly index: Uint32Array } => {
    const { positions, indices } = importJoltState(bytes).mesh;
    return { positions, index: indices };
  };
  // The second one has round primitives, whose triangles take most of the time.
  expectRefusedOrRead([bytesOf(small), bytesOf(eachCollider)], 1_000_000, read, { shares: [5, 1] });
});

it('a .shapes.jolt file with a shape that is its own child is refused', () => {
  const bytes = new Uint8Array(4 + 1 + 8 + 12 + 4 + 4 + 4);
  const view = new DataView(bytes.buffer);
  view.setUint8(4, 10);
  for (const at of [13, 17, 21]) view.setFloat32(at, 1, true);
  view.setUint32(25, 1, true);
  expect(refusalOf(readJoltState, bytes)).toMatchObject({ code: 'invalid-bytes', location: { byte: 29 } });
});

it('a hull of Jolt whose faces share corners is refused: a small file would have millions of triangles', () => {
  const third = Math.sqrt(1 / 3);
  const hull = (firsts: readonly number[]): ByteReader => {
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const planes = [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, third, third, third, -third];
    const bytes = new Uint8Array(12 + 88 + 4 + 4 * 32 + 4 + 16 + 4 + 64 + 4 + 12 + 12);
    const view = new DataView(bytes.buffer);
    [0, 0, 0, 1, 1, 1].forEach((value, i) => view.setFloat32(76 + 4 * i, value, true));
    view.setUint32(100, 4, true);
    points.forEach((value, i) => view.setFloat32(104 + 32 * Math.floor(i / 3) + 4 * (i % 3), value, true));
    view.setUint32(232, 4, true);
    firsts.forEach((first, face) => {
      view.setUint16(236 + 4 * face, first, true);
      view.setUint16(238 + 4 * face, 3, true);
    });
    view.setUint32(252, 4, true);
    planes.forEach((value, i) => view.setFloat32(256 + 4 * i, value, true));
    view.setUint32(320, 12, true);
    bytes.set([0, 2, 3, 0, 3, 1, 0, 1, 2, 1, 3, 2], 324);
    return new ByteReader(bytes, damagedState);
  };
  expect(readHullState(hull([0, 3, 6, 9])).surface.triangles).toHaveLength(12);
  expect(() => readHullState(hull([0, 3, 3, 6]))).toThrow('face 2 of a hull has 3 corners from 3 on, after 6 of 12');
});
