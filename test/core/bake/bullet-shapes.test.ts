import { describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { importAnyBullet, importBulletShapes } from '#core/bake/bullet-shapes/import-bullet-shapes';
import { bulletShapeTypes } from '#core/bake/bullet-shapes/layout';
import { readBulletShapes } from '#core/bake/bullet-shapes/read-bullet-shapes';
import { bulletFileBytes, type WrittenChunk } from '#core/bake/bullet/chunks';
import { allBulletStructs } from '#core/bake/bullet/dna';
import { fourEach } from '#core/bake/bullet/write-bullet';
import { ByteWriter } from '#core/bake/byte-writer';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { Ray } from '#core/query/ray/ray';
import { expectRefusedOrRead, refusalOf } from '../../fixtures/changed-bytes.ts';
import { colliderRole, eachCollider, hullPart, joinedParts, primitivePart } from '../../fixtures/collider-parts.ts';
import { startRapier } from '../../fixtures/held-by-rapier.ts';
import { ball, box, knot, meshOf, named, placed } from '../../fixtures/shapes.ts';
import { judgeSolidRays } from '../../fixtures/solid-rays.ts';
import { withBullet } from '../../fixtures/with-bullet.ts';
import { inputOf, treeOf } from './bake-input.ts';

/** The ray casts of Bullet on convex shapes end at a squared distance of 1e-4: `btSubSimplexConvexCast.cpp`. */
const castTolerance = 0.0105;

function bytesOf(mesh: TriangleMesh): Uint8Array {
  return bakeMesh('bullet-shapes', inputOf(mesh, [])).bytes;
}

/** A mesh whose one part collides as triangles. */
function trianglesPart(name: string, mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, parts: [{ ...named(name, mesh).parts[0]!, role: colliderRole({ shape: 'triangles' }) }] };
}

const flatSided = joinedParts([
  primitivePart('crate', { kind: 'box', size: [1, 2, 0.5] }, [0, 0, 0]),
  hullPart('rock', placed(ball(9, 6), 0.8, [-3, 0, 3])),
  trianglesPart('knot', placed(knot(), 0.5, [4, 0, 0])),
]);

describe('a .shapes.bullet file in Bullet', () => {
  it('has one compound whose children are what the parts are', async () => {
    await withBullet(async (load) => {
      const bullet = await load(bytesOf(eachCollider));
      process.stdout.write(`${bullet.version} loads the files\n`);
      expect(await bullet.name()).toBe('Compound 31');
      // Box, sphere, capsule, cylinder, sphere and hull.
      expect(await bullet.children()).toEqual([0, 8, 10, 13, 8, 4]);
      expect(await (await load(bytesOf(flatSided))).children()).toEqual([0, 4, 21]);
    });
  });

  it('returns hits on boxes, hulls and triangles as brute force', async () => {
    await withBullet(async (load) => {
      const bullet = await load(bytesOf(flatSided));
      const mesh = importBulletShapes(bytesOf(flatSided)).mesh;
      const rays = seededRays(mesh, 400, 3);
      const hits = await bullet.rays(rays, 60);
      const found = new Map<Ray, number | null>(rays.map((ray, i) => [ray, hits[i]?.distance ?? null]));
      const judged = judgeSolidRays(treeOf(mesh), mesh, rays, (ray) => found.get(ray)!, { rounding: castTolerance, chord: 0.05 });
      expect(judged.wrong).toEqual([]);
      expect(judged.hits).toBeGreaterThan(150);
      expect(judged.beside).toBeLessThan(40);
    });
  });

  it('returns hits of rays and sweeps on primitives and hulls as Rapier', async () => {
    await withBullet(async (load) => {
      const bullet = await load(bytesOf(eachCollider));
      const rapier = (await startRapier()).load(bakeMesh('rapier', inputOf(eachCollider, [])).bytes);
      const rays = seededRays(importBulletShapes(bytesOf(eachCollider)).mesh, 300, 5);
      const [hits, sweeps] = [await bullet.rays(rays, 60), await bullet.sweeps(rays.slice(0, 80), 0.1, 60)];
      const differ = (a: number | null, b: number | null, within: number): boolean =>
        a === null || b === null ? a !== b : Math.abs(a - b) > within;
      const theirs = rays.map((ray) => rapier.ray(ray, 60));
      expect(theirs.filter((distance) => distance !== null).length).toBeGreaterThan(80);
      // Rays that graze a round shape may pass it in f32.
      expect(rays.filter((_, i) => differ(hits[i]?.distance ?? null, theirs[i]!, 2 * castTolerance)).length).toBeLessThanOrEqual(6);
      const swept = rays.slice(0, 80).filter((ray, i) => differ(sweeps[i]!, rapier.sweep(ray, 0.1, 60), 0.02));
      expect(swept.length).toBeLessThanOrEqual(4);
    });
  });

  it('by Bullet is read: nested compounds, axes along X and Z, margins and names', async () => {
    await withBullet(async (load) => {
      const theirs = await load(new TextEncoder().encode('SAMPLE'));
      const bytes = await theirs.save();
      const shapes = readBulletShapes(bytes);
      const sizes = shapes.map(({ name, role }) => [name, role?.exact ?? role?.shape]);
      const near = (value: number, digits: number): unknown => expect.closeTo(value, digits);
      expect(sizes).toEqual([
        ['the crate', { kind: 'box', size: [near(2, 5), near(4, 5), near(6, 5)] }],
        ['capsule 2', { kind: 'capsule', height: near(1.5, 5), radiusTop: near(0.25, 5), radiusBottom: near(0.25, 5) }],
        ['hull 3', 'hull'],
        ['sphere 4', { kind: 'sphere', radius: near(0.75, 5) }],
        ['cylinder 5', { kind: 'cylinder', height: near(2, 5), radiusTop: near(0.5, 5), radiusBottom: near(0.5, 5) }],
      ]);
      const mesh = importAnyBullet(bytes).mesh;
      const rays = seededRays(mesh, 300, 9);
      const hits = await theirs.rays(rays, 80);
      const found = new Map<Ray, number | null>(rays.map((ray, i) => [ray, hits[i]?.distance ?? null]));
      // Tessellated shapes lie inside round ones.
      const judged = judgeSolidRays(treeOf(mesh), mesh, rays, (ray) => found.get(ray)!, { rounding: 4 * castTolerance, chord: 0.4 });
      // After 32 steps a cast of Bullet ends with a hit, although it may be away from the shape.
      expect(judged.wrong.length).toBeLessThanOrEqual(3);
      expect(judged.hits).toBeGreaterThan(60);
    });
  });
});

describe('a .shapes.bullet file', () => {
  it('is verified, and opened with its exact shapes', async () => {
    for (const mesh of [eachCollider, flatSided, knot(), placed(flatSided, 1, [12_345, 54_123, 120])]) {
      const input = inputOf(mesh, []);
      const { bytes } = bakeMesh('bullet-shapes', input);
      const found = await verifyBaked({ bytes, fileName: 'x.shapes.bullet', against: input, queries: 20, seed: 1 });
      expect(found).toMatchObject({ ok: true, problems: [], format: 'bullet-shapes', trees: 0 });
    }
    const opened = importBulletShapes(bytesOf(eachCollider));
    expect(opened.mesh.parts.map(({ name, role }) => `${name} ${role?.shape}`)).toEqual([
      'crate box',
      'ball sphere',
      'limb capsule',
      'drum cylinder',
      'zone sphere',
      'rock hull',
    ]);
    const { notes } = bakeMesh('bullet-shapes', inputOf(eachCollider, []));
    expect(notes.map(({ code }) => code)).toEqual(['parts-left-out', 'physics-lost']);
    const other = await verifyBaked({
      bytes: bytesOf(flatSided),
      fileName: 'x.bullet',
      against: inputOf(eachCollider, []),
      queries: 20,
      seed: 1,
    });
    expect(other).toMatchObject({ ok: false, format: 'bullet-shapes' });
  });

  it('is refused where a hull is flat', () => {
    const flat = hullPart('flat', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], [0, 1, 2, 1, 3, 2]));
    expect(() => bytesOf(flat)).toThrow(/vertices of the hull "flat" lie in one plane/);
  });

  it('is refused with a damaged size, rotation or child', () => {
    const bytes = bytesOf(joinedParts([primitivePart('crate', { kind: 'box', size: [1, 2, 4] }, [0, 0, 0])]));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    // The name has 8 bytes; then a head, 16 bytes of the shape, 16 of its scaling and its half sizes.
    const sizeAt = 12 + 24 + 8 + 24 + 32;
    const basisAt = sizeAt + 24 + 24;
    expect(view.getFloat32(sizeAt, true)).toBeCloseTo(0.46);
    const changed = (at: number, value: number): Uint8Array => {
      const copy = bytes.slice();
      new DataView(copy.buffer).setFloat32(at, value, true);
      return copy;
    };
    expect(refusalOf(readBulletShapes, changed(sizeAt, -1)).message).toMatch(/sizes of a shape are not numbers of 0 or more/);
    expect(refusalOf(readBulletShapes, changed(basisAt, 7)).message).toMatch(/is not a rotation and translation/);
    const childless = bytes.slice();
    new DataView(childless.buffer).setUint32(basisAt + 64, 999, true);
    expect(refusalOf(readBulletShapes, childless)).toMatchObject({
      message: expect.stringMatching(/leads to no chunk/),
      location: { byte: expect.any(Number) },
    });
  });
});

/** Chunks of a compound: its children, each of them a shape at a pointer, and itself. */
function compoundChunks(pointer: number, children: readonly number[]): WrittenChunk[] {
  const list = new ByteWriter(allBulletStructs.btCompoundShapeChildData.bytes * children.length);
  for (const child of children) list.f32(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0).u32(child, 0, bulletShapeTypes.hull).f32(0);
  return [
    { code: 'ARAY', struct: 'btCompoundShapeChildData', pointer: pointer + 1, bytes: list.bytes },
    compoundChunk(pointer, pointer + 1, children.length),
  ];
}

function compoundChunk(pointer: number, list: number, children: number): WrittenChunk {
  const out = new ByteWriter(allBulletStructs.btCompoundShapeData.bytes);
  out.u32(0, 0, bulletShapeTypes.compound, 0, list, 0, children).f32(0);
  return { code: 'SHAP', struct: 'btCompoundShapeData', pointer, bytes: out.bytes };
}

/** A hull of points that other hulls may have too. */
function hullChunk(pointer: number, points: number, count: number, name = 0): WrittenChunk {
  const out = new ByteWriter(allBulletStructs.btConvexHullShapeData.bytes);
  out.u32(name, 0, bulletShapeTypes.hull, 0).f32(1, 1, 1, 0, 0, 0, 0, 0, 0).u32(0, points, 0, 0, 0, count, 0);
  return { code: 'ARAY', struct: 'btConvexHullShapeData', pointer, bytes: out.bytes };
}

function pointsChunk(pointer: number, positions: ArrayLike<number>): WrittenChunk {
  return { code: 'ARAY', struct: 'btVector3FloatData', pointer, bytes: fourEach(Float32Array.from(positions)) };
}

function fileOf(...chunks: readonly WrittenChunk[]): Uint8Array {
  return bulletFileBytes(chunks, allBulletStructs, 99_999);
}

describe('a .shapes.bullet file that repeats itself', () => {
  const corners = box().positions;

  it('is read with one surface for each hull, however often it is named', () => {
    const bytes = fileOf(pointsChunk(20, corners), hullChunk(10, 20, corners.length / 3), ...compoundChunks(1, [10, 10, 10]));
    const shapes = readBulletShapes(bytes);
    expect(shapes).toHaveLength(3);
    expect(new Set(shapes.map(({ surface }) => surface)).size).toBe(1);
  });

  it('is refused with more triangles of copies than are shown', () => {
    const { positions } = ball(24, 20);
    const outer = compoundChunks(1, new Array<number>(200).fill(3));
    const inner = compoundChunks(3, new Array<number>(200).fill(10));
    const bytes = fileOf(pointsChunk(20, positions), hullChunk(10, 20, positions.length / 3), ...outer, ...inner);
    expect(refusalOf(importBulletShapes, bytes)).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/39999 primitives and copies/),
    });
  });

  it('is refused where hulls share more points than it has bytes', () => {
    const points = new Float32Array(3 * 400).map((_, i) => Math.sin(i * i));
    const hulls = Array.from({ length: 60 }, (_, i) => hullChunk(100 + i, 20, 400));
    const bytes = fileOf(
      pointsChunk(20, points),
      ...hulls,
      ...compoundChunks(
        1,
        hulls.map(({ pointer }) => pointer),
      ),
    );
    expect(refusalOf(readBulletShapes, bytes)).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/its shapes repeat more points or triangles than it has bytes/),
      location: { byte: expect.any(Number) },
    });
  });

  it('is refused where compounds share more children than shapes are read, before any shape is', () => {
    // The hull is missing its points, which would be the refusal of the first shape.
    const shared = compoundChunks(1, new Array<number>(300).fill(10));
    const others = Array.from({ length: 300 }, (_, i) => compoundChunk(100 + i, 2, 300));
    expect(refusalOf(readBulletShapes, fileOf(hullChunk(10, 0, 0), ...shared, ...others))).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/it has more than 65536 shapes/),
      location: { byte: expect.any(Number) },
    });
  });

  it('is read with names of limited length, without control characters', () => {
    const name: WrittenChunk = {
      code: 'ARAY',
      struct: 'btIntIndexData',
      pointer: 30,
      bytes: new TextEncoder().encode(`\u001b[2J\n${'A'.repeat(8000)}\0`.padEnd(8008, '\0')),
    };
    const bytes = fileOf(name, pointsChunk(20, corners), hullChunk(10, 20, corners.length / 3, 30), ...compoundChunks(1, [10]));
    const [shape] = readBulletShapes(bytes);
    expect(shape!.name).toBe(`[2J${'A'.repeat(1019)}`);
  });
});

it('a .shapes.bullet file with changed bytes is refused or read, and nothing else', () => {
  const small = joinedParts([
    primitivePart('crate', { kind: 'box', size: [1, 2, 4] }, [0, 0, 0]),
    hullPart('rock', box()),
    trianglesPart('mesh', box()),
  ]);
  expectRefusedOrRead([bytesOf(small)], 1_000_000, (bytes) => {
    const { positions, indices } = importBulletShapes(bytes).mesh;
    return { positions, index: indices };
  });
});
