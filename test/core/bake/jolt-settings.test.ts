import { beforeAll, describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { importJoltSettings } from '#core/bake/jolt-settings/import-jolt-settings';
import { readJoltSettings } from '#core/bake/jolt-settings/read-jolt-settings';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { startJolt, type Jolt } from '../../fixtures/jolt-mesh.ts';
import { expectRefusedOrRead, refusalOf } from '../../fixtures/changed-bytes.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, named, placed, soup } from '../../fixtures/shapes.ts';
import { inputOf } from './bake-input.ts';
import { f32Mesh } from './three-mesh-bvh-rays.ts';

function bytesOf(mesh: TriangleMesh): Uint8Array {
  return bakeMesh('jolt-settings', inputOf(mesh, [])).bytes;
}

/** The stream that Jolt 5.5.0 itself wrote of two vertices more than it needs and one triangle. */
const byJolt = `TOS 1.00

declare MeshShapeSettings 8
  mUserData uint64
  mTriangleVertices array float3
  mIndexedTriangles array instance IndexedTriangle 
  mMaterials array instance PhysicsMaterial 
  mMaxTrianglesPerLeaf uint32
  mActiveEdgeCosThresholdAngle float
  mPerTriangleUserData bool
  mBuildQuality uint32

declare IndexedTriangle 3
  mIdx array uint32
  mMaterialIndex uint32
  mUserData uint32

declare PhysicsMaterial 0

object MeshShapeSettings 00000001
  0
  4
    0 0 0
    1 0 0.100000001
    0 1 0
    0 1 9.99999968e-21
  1
      3
        0
        1
        2
      0
      7
  0
  8
  0.996195018
  false
  0`.replaceAll('\n', '\r\n');

describe('an object stream of Jolt', () => {
  let jolt: Jolt;
  beforeAll(async () => {
    jolt = await startJolt();
  });

  it.each<[string, TriangleMesh]>([
    ['a box', box()],
    ['a knot', knot()],
    ['a soup', soup(3000, seededRandom(5))],
    ['a mesh far from the origin', placed(ball(), 100, [12_345, 54_123, 120])],
  ])('has settings of %s from which Jolt builds a shape without a change', (_, mesh) => {
    const { positions, index } = readJoltSettings(bytesOf(mesh));
    expect([...positions]).toEqual([...Float32Array.from(mesh.positions)]);
    expect(index).toEqual(mesh.indices);
    const built = jolt.create({ ...mesh, positions: Float64Array.from(positions), indices: index }, false);
    const wanted = jolt.create(f32Mesh(mesh), true);
    if (typeof built === 'string' || typeof wanted === 'string') throw new Error(`${String(built)} ${String(wanted)}`);
    const far = 8 * mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const pairs = seededRays(f32Mesh(mesh), 200, 7).map((ray) => [built.ray(ray, far)?.distance, wanted.ray(ray, far)?.distance]);
    expect(pairs.filter(([a]) => a !== undefined).length).toBeGreaterThan(50);
    // The order of triangles decides ties of rays along a box.
    expect(pairs.filter(([a, b]) => a !== b).length).toBeLessThanOrEqual(pairs.length / 20);
  });

  it('by Jolt is read, and ours has its form to the letter', () => {
    const { positions, index } = readJoltSettings(new TextEncoder().encode(byJolt));
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0.1, 0, 1, 0, 0, 1, 1e-20].map(Math.fround));
    expect([...index]).toEqual([0, 1, 2]);
    const ours = new TextDecoder().decode(bytesOf(meshOf([0, 0, 0, 1, 0, 0.1, 0, 1, 0, 0, 1, 1e-20], [0, 1, 2])));
    const plain = (text: string): string =>
      text.replace('0.100000001', '0.1').replace('9.99999968e-21', '1e-20').replace('false', 'true').trimEnd();
    expect(ours.trimEnd()).toBe(plain(byJolt).replace('      7\r\n', '      0\r\n'));
  });

  it('is verified, and opened; what Jolt refuses is left out', async () => {
    const bad = meshOf([0, 0, 0, NaN, 0, 0, 0, 1, 0], [0, 1, 2]);
    const mesh = joined([named('a', box()), bad, named('b', ball()), placed(box(), 1e-5, [9, 9, 9])]);
    const input = inputOf(mesh, []);
    const { bytes, notes } = bakeMesh('jolt-settings', input);
    expect(notes.map(({ code }) => code)).toEqual([
      'rounded',
      'vertices-replaced',
      'triangles-left-out',
      'triangles-left-out',
      'parts-lost',
    ]);
    const found = await verifyBaked({ bytes, fileName: 'x.tof', against: input, queries: 50, seed: 1 });
    expect(found).toMatchObject({ ok: true, problems: [], format: 'jolt-settings', trees: 0 });
    const opened = importJoltSettings(bytes).mesh;
    const built = jolt.create(opened, false);
    expect(built).toBeTypeOf('object');
    expect(opened.indices.length).toBe(box().indices.length + ball().indices.length);
    expect(() => bytesOf(placed(box(), 1e-5))).toThrow(/All triangles are degenerate to Jolt/);
  });

  it.each<[string, (text: string) => string, RegExp, string]>([
    ['letters', (text) => `x${text}`, /does not start with TOS 1\.00/, 'invalid-bytes'],
    ['version', (text) => text.replace('1.00', '2.00'), /is of version "2\.00"/, 'unsupported-dialect'],
    ['class', (text) => text.replace('object MeshShapeSettings', 'object Boat'), /the class "Boat" is not declared/, 'invalid-bytes'],
    ['type', (text) => text.replace('uint64', 'uint65'), /the type "uint65" is not known/, 'invalid-bytes'],
    ['vertex', (text) => text.replace('1 0 0.100000001', '1 0 nan'), /"nan" is no number, in its vertices/, 'invalid-bytes'],
    ['corner', (text) => text.replace('        2', '        9'), /triangle 0 names vertex 9 of 4/, 'invalid-bytes'],
    ['count', (text) => text.replace('\r\n  4\r\n', '\r\n  4000\r\n'), /4000 is no count of vertices/, 'invalid-bytes'],
    ['end', (text) => text.slice(0, -40), /it ends after \d+ bytes, within/, 'truncated'],
  ])('is refused with its byte: %s', (_, change, message, code) => {
    const error = refusalOf(readJoltSettings, new TextEncoder().encode(change(byJolt)));
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(error.location).toHaveProperty('byte');
  });
});

it('a .tof file keeps the sign of a zero', () => {
  const mesh = meshOf([-0, 0, 0, 1, -0, 0, 0, 1, -0], [0, 1, 2]);
  expect([...readJoltSettings(bytesOf(mesh)).positions]).toEqual([-0, 0, 0, 1, -0, 0, 0, 1, -0]);
});

it('a .tof file whose classes without words repeat each other is refused', () => {
  const fields = (to: number): string => Array.from({ length: 10 }, (_, i) => `  f${i} instance A${to}\n`).join('');
  const nested = Array.from({ length: 16 }, (_, i) => `declare A${i} 10\n${fields(i + 1)}\n`).join('');
  const text = `TOS 1.00\n\n${nested}declare A16 0\n\nobject A0 00000001\n`;
  expect(() => readJoltSettings(new TextEncoder().encode(text))).toThrow(/repeat more fields than it has bytes/);
});

it('a .tof file with changed bytes is refused or read, and nothing else', () => {
  expectRefusedOrRead([bytesOf(box()), new TextEncoder().encode(byJolt)], 1_000_000, readJoltSettings);
});
