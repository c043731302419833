import { beforeAll, describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { importAnyJoltStream, importJoltShapes } from '#core/bake/jolt-shapes/import-jolt-shapes';
import { readJoltShapes } from '#core/bake/jolt-shapes/read-jolt-shapes';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { expectRefusedOrRead, refusalOf } from '../../fixtures/changed-bytes.ts';
import { colliderRole, eachCollider, hullPart, joinedParts, primitivePart } from '../../fixtures/collider-parts.ts';
import { startRapier } from '../../fixtures/held-by-rapier.ts';
import { type CompoundHeldByJolt, startJoltCompound } from '../../fixtures/jolt-shapes.ts';
import { ball, box, knot, meshOf, named, placed } from '../../fixtures/shapes.ts';
import { judgeSolidRays } from '../../fixtures/solid-rays.ts';
import { inputOf, treeOf } from './bake-input.ts';

function bytesOf(mesh: TriangleMesh): Uint8Array {
  return bakeMesh('jolt-shapes', inputOf(mesh, [])).bytes;
}

function trianglesPart(name: string, mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, parts: [{ ...named(name, mesh).parts[0]!, role: colliderRole({ shape: 'triangles' }) }] };
}

const solids = [
  primitivePart('crate', { kind: 'box', size: [1, 2, 0.5] }, [0, 0, 0]),
  hullPart('rock', placed(ball(9, 6), 0.8, [-3, 0, 3])),
];
const flatSided = joinedParts([...solids, trianglesPart('knot', placed(knot(), 0.5, [4, 0, 0]))]);

describe('a .shapes.tof file in Jolt', () => {
  let build: Awaited<ReturnType<typeof startJoltCompound>>;
  const loaded = (mesh: TriangleMesh): CompoundHeldByJolt => build(readJoltShapes(bytesOf(mesh)));
  beforeAll(async () => {
    build = await startJoltCompound();
  });

  it('has one compound whose shapes are what the parts are', () => {
    expect(loaded(eachCollider).kinds).toEqual(['Box', 'Sphere', 'Capsule', 'Cylinder', 'Sphere', 'ConvexHull']);
    expect(loaded(flatSided).kinds).toEqual(['Box', 'ConvexHull', 'Mesh']);
  });

  it('returns hits on boxes, hulls and triangles as brute force', () => {
    const jolt = loaded(flatSided);
    const { mesh } = importJoltShapes(bytesOf(flatSided));
    // Through an edge between two triangles of a mesh Jolt may pass in f32: only the inner points of triangles are aimed at.
    const rays = seededRays(mesh, 800, 3).filter((_, i) => i % 4 === 0);
    const judged = judgeSolidRays(treeOf(mesh), mesh, rays, (ray) => jolt.ray(ray, 60), { rounding: 1e-4, chord: 0.01 });
    expect(judged.wrong).toEqual([]);
    expect(judged.hits).toBeGreaterThan(100);
    expect(judged.beside).toBeLessThan(20);
    const solid = importJoltShapes(bytesOf(joinedParts(solids))).mesh;
    const compound = loaded(joinedParts(solids));
    const all = judgeSolidRays(treeOf(solid), solid, seededRays(solid, 400, 8), (ray) => compound.ray(ray, 60), {
      rounding: 1e-4,
      chord: 0.01,
    });
    expect(all.wrong).toEqual([]);
    expect(all.hits).toBeGreaterThan(100);
  });

  it('returns hits of rays and sweeps on primitives and hulls as Rapier', async () => {
    const jolt = loaded(eachCollider);
    const rapier = (await startRapier()).load(bakeMesh('rapier', inputOf(eachCollider, [])).bytes);
    const rays = seededRays(importJoltShapes(bytesOf(eachCollider)).mesh, 300, 5);
    const differ = (a: number | null, b: number | null, within: number): boolean =>
      a === null || b === null ? a !== b : Math.abs(a - b) > within;
    const pairs = rays.map((ray) => [jolt.ray(ray, 60), rapier.ray(ray, 60)] as const);
    expect(pairs.filter(([a]) => a !== null).length).toBeGreaterThan(80);
    // Rays that graze a round shape may pass it in f32.
    expect(pairs.filter(([a, b]) => differ(a, b, 0.011)).length).toBeLessThanOrEqual(3);
    const swept = rays.slice(0, 80).filter((ray) => differ(jolt.sweep(ray, 0.1, 60), rapier.sweep(ray, 0.1, 60), 0.02));
    expect(swept.length).toBeLessThanOrEqual(2);
  });
});

/** A box and a sphere in a compound, as `ObjectStreamOut::sWriteObject` of Jolt 5.5.0 wrote them. */
const writtenByJolt = `TOS 1.00

declare StaticCompoundShapeSettings 2
  mUserData uint64
  mSubShapes array instance CompoundShapeSettings::SubShapeSettings 

declare CompoundShapeSettings::SubShapeSettings 4
  mShape instance ShapeSettings 
  mPosition vec3
  mRotation quat
  mUserData uint32

declare ShapeSettings 1
  mUserData uint64

object StaticCompoundShapeSettings 00000001
  0
  2
      00000002
      1 2 3
      0 0 0 1
      0
      00000003
      -1 2 3
      0 0 0 1
      0

declare BoxShapeSettings 5
  mUserData uint64
  mDensity float
  mMaterial instance PhysicsMaterial 
  mHalfExtent vec3
  mConvexRadius float

declare PhysicsMaterial 0

object BoxShapeSettings 00000002
  0
  1000
  00000000
  1 1 1
  0.0500000007

declare SphereShapeSettings 4
  mUserData uint64
  mDensity float
  mMaterial instance PhysicsMaterial 
  mRadius float

object SphereShapeSettings 00000003
  0
  1000
  00000000
  2`.replaceAll('\n', '\r\n');

/** A moved sphere in a compound, by hand, with pointers as Jolt declares those that count no references. */
const byJolt = `TOS 1.00

declare StaticCompoundShapeSettings 2
  mUserData uint64
  mSubShapes array instance CompoundShapeSettings::SubShapeSettings 

declare CompoundShapeSettings::SubShapeSettings 4
  mShape pointer ShapeSettings 
  mPosition vec3
  mRotation quat
  mUserData uint32

declare ShapeSettings 1
  mUserData uint64

object StaticCompoundShapeSettings 00000001
  0
  1
    00000002
    1 0 0
    0 0 0 1
    0

declare RotatedTranslatedShapeSettings 4
  mUserData uint64
  mInnerShape pointer ShapeSettings 
  mPosition vec3
  mRotation quat

object RotatedTranslatedShapeSettings 00000002
  0
  00000003
  0 2 0
  0 0 0 1

declare SphereShapeSettings 4
  mUserData uint64
  mDensity float
  mMaterial pointer PhysicsMaterial 
  mRadius float

declare PhysicsMaterial 0

object SphereShapeSettings 00000003
  0
  1000
  00000000
  0.75
`.replaceAll('\n', '\r\n');

describe('a .shapes.tof file', () => {
  it('is verified, and opened with its exact shapes', async () => {
    for (const mesh of [eachCollider, flatSided, knot(), placed(flatSided, 1, [12_345, 54_123, 120])]) {
      const input = inputOf(mesh, []);
      const found = await verifyBaked({
        bytes: bakeMesh('jolt-shapes', input).bytes,
        fileName: 'x.shapes.tof',
        against: input,
        queries: 20,
        seed: 1,
      });
      expect(found).toMatchObject({ ok: true, problems: [], format: 'jolt-shapes', trees: 0 });
    }
    const { notes } = bakeMesh('jolt-shapes', inputOf(eachCollider, []));
    expect(notes.map(({ code }) => code)).toEqual(['parts-left-out', 'names-changed', 'physics-lost']);
    const other = await verifyBaked({
      bytes: bytesOf(flatSided),
      fileName: 'x.tof',
      against: inputOf(eachCollider, []),
      queries: 20,
      seed: 1,
    });
    expect(other).toMatchObject({ ok: false, format: 'jolt-shapes' });
  });

  it('that Jolt 5.5.0 wrote is read, and ours declares the same fields', () => {
    const { mesh } = importAnyJoltStream(new TextEncoder().encode(writtenByJolt));
    expect(mesh.parts.map(({ role, worldFromPart }) => [role?.exact, worldFromPart?.slice(12, 15)])).toEqual([
      [{ kind: 'box', size: [2, 2, 2] }, [1, 2, 3]],
      [{ kind: 'sphere', radius: 2 }, [-1, 2, 3]],
    ]);
    const ours = new TextDecoder().decode(bytesOf(eachCollider));
    const classes = writtenByJolt.split('\r\n\r\n').filter((text) => text.startsWith('declare'));
    expect(classes.length).toBe(6);
    for (const text of classes) expect(ours).toContain(`\r\n\r\n${text}\r\n`);
  });

  it('with moved shapes in compounds is read', () => {
    const { format, mesh } = importAnyJoltStream(new TextEncoder().encode(byJolt));
    expect(format).toBe('jolt-shapes');
    expect(mesh.parts.map(({ name, role, worldFromPart }) => [name, role?.exact, worldFromPart?.slice(12, 15)])).toEqual([
      ['sphere 1', { kind: 'sphere', radius: 0.75 }, [1, 2, 0]],
    ]);
    expect(importAnyJoltStream(bakeMesh('jolt-settings', inputOf(box(), [])).bytes).format).toBe('jolt-settings');
  });

  it('is refused where a hull is flat or has more points than Jolt holds, and without an area', () => {
    const flat = hullPart('flat', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], [0, 1, 2, 1, 3, 2]));
    expect(() => bytesOf(flat)).toThrow(/vertices of the hull "flat" lie in one plane/);
    expect(() => bytesOf(hullPart('round', ball(24, 16)))).toThrow(
      /The hull of the part "round" has \d+ vertices, and a hull of Jolt has at most 256/,
    );
    expect(() => bytesOf(placed(box(), 1e-5))).toThrow(/All triangles are degenerate to Jolt/);
  });

  it.each<[string, (text: string) => string, RegExp, string]>([
    ['version', (text) => text.replace('1.00', '2.00'), /is of version "2\.00"/, 'unsupported-dialect'],
    ['pointer', (text) => text.replace('    00000002', '    00000009'), /its field mShape leads to no object/, 'invalid-bytes'],
    ['loop', (text) => text.replace('00000003\r\n  0 2 0', '00000002\r\n  0 2 0'), /nested deeper than 16/, 'too-large'],
    ['rotation', (text) => text.replace('0 0 0 1', '0 0 0 9'), /no unit quaternion/, 'invalid-bytes'],
    ['radius', (text) => text.replace('  0.75', '  -1'), /the mRadius of its SphereShapeSettings is -1/, 'invalid-bytes'],
    [
      'number',
      (text) => text.replace('SphereShapeSettings 00000003', 'SphereShapeSettings 00000002'),
      /two objects have the number/,
      'invalid-bytes',
    ],
    ['end', (text) => text.slice(0, -20), /it ends after \d+ bytes, within/, 'truncated'],
  ])('is refused with its byte: %s', (_, change, message, code) => {
    expect(refusalOf(readJoltShapes, new TextEncoder().encode(change(byJolt)))).toMatchObject({
      code,
      message: expect.stringMatching(message),
      location: { byte: expect.any(Number) },
    });
  });
});

const subShapeClass = 'CompoundShapeSettings::SubShapeSettings';
const subShapesField = `mSubShapes array instance ${subShapeClass}`;
const placedShape = `declare ${subShapeClass} 3 mShape pointer ShapeSettings mPosition vec3 mRotation quat`;
const compoundClass = `declare StaticCompoundShapeSettings 1 ${subShapesField}`;

/** A compound that names an object a number of times. */
function compoundOf(id: number, named: number, times: number): string {
  return `object StaticCompoundShapeSettings ${id} ${times}\n${`${named} 0 0 0 0 0 0 1\n`.repeat(times)}`;
}

function streamOf(...lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(['TOS 1.00', ...lines].join('\n'));
}

describe('a .shapes.tof file that repeats itself', () => {
  it.each<[string, Uint8Array, RegExp, string]>([
    [
      'children without fields',
      streamOf(
        `declare ${subShapeClass} 0`,
        `declare StaticCompoundShapeSettings 2 ${subShapesField} ${subShapesField}`,
        'object StaticCompoundShapeSettings 1 5 5',
        ' '.repeat(9),
      ),
      /the class CompoundShapeSettings::SubShapeSettings has no fields/,
      'invalid-bytes',
    ],
    [
      'children with fields without words',
      streamOf(
        'declare Empty 0',
        `declare ${subShapeClass} 9${' mEmpty instance Empty'.repeat(9)}`,
        compoundClass,
        'object StaticCompoundShapeSettings 1 300',
        ' '.repeat(300),
      ),
      /its classes repeat more fields than it has bytes/,
      'invalid-bytes',
    ],
    [
      'children in children',
      streamOf(`declare ${subShapeClass} 1 ${subShapesField}`, compoundClass, `object StaticCompoundShapeSettings 1 ${'1 '.repeat(40)}0`),
      /instances are nested deeper than 16/,
      'invalid-bytes',
    ],
    [
      'more children than shapes are read',
      streamOf(placedShape, compoundClass, 'object StaticCompoundShapeSettings 1 65537', ' '.repeat(1 << 17)),
      /it has more than 65536 shapes/,
      'too-large',
    ],
  ])('is refused with its byte: %s', (_, bytes, message, code) => {
    expect(refusalOf(readJoltShapes, bytes)).toMatchObject({
      code,
      message: expect.stringMatching(message),
      location: { byte: expect.any(Number) },
    });
  });

  it('is read with one surface for each hull and mesh, however often it is named', () => {
    const hull = 'declare ConvexHullShapeSettings 1 mPoints array vec3\nobject ConvexHullShapeSettings 2 4  0 0 0  1 0 0  0 1 0  0 0 1';
    const shapes = readJoltShapes(streamOf(placedShape, compoundClass, compoundOf(1, 2, 3), hull));
    expect(shapes).toHaveLength(3);
    expect(new Set(shapes.map(({ surface }) => surface)).size).toBe(1);
  });

  it('is refused with more triangles of copies than are shown', () => {
    const mesh = [
      'declare IndexedTriangle 1 mIdx array uint32',
      'declare MeshShapeSettings 2 mTriangleVertices array float3 mIndexedTriangles array instance IndexedTriangle',
      `object MeshShapeSettings 3 3  0 0 0  1 0 0  0 1 0  900 ${'3 0 1 2 '.repeat(900)}`,
    ];
    const bytes = streamOf(placedShape, compoundClass, compoundOf(1, 2, 200), compoundOf(2, 3, 200), ...mesh);
    expect(refusalOf(importJoltShapes, bytes)).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/39999 primitives and copies/),
    });
  });
});

it('a .shapes.tof file with changed bytes is refused or read, and nothing else', () => {
  const small = joinedParts([
    primitivePart('crate', { kind: 'box', size: [1, 2, 4] }, [0, 0, 0]),
    hullPart('rock', box()),
    trianglesPart('mesh', box()),
  ]);
  expectRefusedOrRead([bytesOf(small), new TextEncoder().encode(byJolt)], 1_000_000, (bytes) => {
    const { positions, indices } = importJoltShapes(bytes).mesh;
    return { positions, index: indices };
  });
});
