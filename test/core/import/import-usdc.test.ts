import { describe, expect, it } from 'vitest';
// @ts-expect-error three's types leave it out.
import { USDCParser } from 'three/examples/jsm/loaders/usd/USDCParser.js';
import { bytesOf, codesOf, f32, importBytes, partsOf, refusalOf, trianglesOf, u16 } from './import-bytes.ts';
import { f64s, packed, packedIntegers, u32s, u64s, UsdcFile } from './usdc-fixture.ts';
import { crateScene } from '../../fixtures/crate-scene.ts';

const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];

/** A square whose list of points is given. */
function pointsFile(points: (file: UsdcFile) => bigint, version = 8): Uint8Array {
  const file = new UsdcFile(version);
  file.spec('/', 7, {});
  file.spec('/a', 6, { specifier: file.inlined(42, 0), typeName: file.inlined(11, file.token('Mesh')) });
  file.spec('/a.points', 1, { default: points(file) });
  file.spec('/a.faceVertexCounts', 1, { default: file.array(3, 1, u32s(4)) });
  file.spec('/a.faceVertexIndices', 1, { default: file.array(3, 4, u32s(0, 1, 2, 3)) });
  return file.bytes();
}

describe('binary USD', () => {
  it('gives prims, poses, arcs, variants and colliders as text does', async () => {
    const imported = await importBytes(crateScene(), 'a.usdc');
    expect(imported).toMatchObject({ format: 'usd', dialect: 'USD, binary', units: 'metre', space: { up: '+z' }, findings: [] });
    expect(imported.mesh.parts.map(({ name, role, worldFromPart }) => [name, role?.shape, worldFromPart?.slice(12, 15)])).toEqual([
      ['mesh', 'hull', [1, -2, 3]],
      ['low', undefined, [1, -2, 3]],
      ['mesh', 'hull', [0.1, 0, 0]],
    ]);
    expect(imported.mesh.materials?.names).toEqual(['wood']);
  });

  it('is written by the tests so that another reader finds the same in it', () => {
    const { specsByPath } = new USDCParser().parseData(crateScene().slice().buffer) as {
      specsByPath: Record<string, { fields: Record<string, unknown> }>;
    };
    expect(specsByPath['/proto/mesh']?.fields['typeName']).toBe('Mesh');
    expect([...(specsByPath['/proto/mesh.points']?.fields['default'] as Float32Array)]).toEqual(square);
    expect(specsByPath['/two.xformOp:translate']?.fields['default']).toEqual([0.1, 0, 0]);
    expect(specsByPath['/proto/mesh.material:binding']?.fields['targetPaths']).toEqual(['/looks/wood']);
  });

  it.each([
    ['floats', (file: UsdcFile) => file.array(24, 4, f32(square))],
    ['doubles', (file: UsdcFile) => file.array(23, 4, f64s(...square))],
    ['halves', (file: UsdcFile) => file.array(25, 4, u16(square.map((value) => (value === 1 ? 0x3c00 : 0))))],
  ])('has points as %s', async (_, points) => {
    for (const version of [6, 7, 10])
      expect([...(await importBytes(pointsFile(points, version), 'a.usdc')).mesh.positions]).toEqual(square);
  });

  it('takes the real part of a quaternion from its end', async () => {
    const bytes = pointsFile((points) => {
      points.spec('/a.xformOp:orient', 1, { default: points.stored(17, f32([0, 0, 1, 0])) });
      points.spec('/a.xformOpOrder', 1, { default: points.array(11, 1, u32s(points.token('xformOp:orient'))) });
      return points.array(24, 4, f32(square));
    });
    const { mesh } = await importBytes(bytes, 'a.usdc');
    expect([...mesh.positions].map((value) => value + 0)).toEqual([0, 0, 0, -1, 0, 0, -1, -1, 0, 0, -1, 0]);
  });

  it('unpacks lists of whole numbers by their differences, and shorter ones as they are', async () => {
    const many = Array.from({ length: 30 }, (_, i) => i);
    const file = new UsdcFile();
    const integers = packedIntegers(many);
    file.spec('/', 7, {});
    file.spec('/a', 6, { specifier: file.inlined(42, 0), typeName: file.inlined(11, file.token('Mesh')) });
    file.spec('/a.points', 1, { default: file.array(24, 30, f32(many.flatMap((i) => [i, i * i, 0]))) });
    file.spec('/a.faceVertexIndices', 1, { default: file.array(3, 30, bytesOf(u64s(integers.length), integers), true) });
    file.spec('/a.faceVertexCounts', 1, { default: file.array(3, 10, u32s(...many.slice(0, 10).map(() => 3)), true) });
    expect(trianglesOf(await importBytes(file.bytes(), 'a.usdc')).flat()).toEqual(many);
  });

  it.each([
    ['a match that reaches before the start', bytesOf(0, 0x10, 7, 5, 0, 0)],
    // Of the right size, 29 bytes, and all zeros.
    ['a longer one', bytesOf(0, 0x4f, 0, 0, 0, 0, 5, 0, 6)],
    ['more than was declared', packed(new Uint8Array(4096))],
    ['literals that are not there', bytesOf(0, 0xf0, 255, 255, 1)],
    ['blocks that are not there', bytesOf(9, u32s(1000))],
  ])('is refused where a packed list has %s', async (_, list) => {
    const points = (file: UsdcFile): bigint => file.array(24, 4, f32(square));
    const file = new UsdcFile();
    file.spec('/', 7, {});
    file.spec('/a', 6, { specifier: file.inlined(42, 0), typeName: file.inlined(11, file.token('Mesh')) });
    file.spec('/a.points', 1, { default: points(file) });
    file.spec('/a.faceVertexCounts', 1, { default: file.array(3, 100, bytesOf(u64s(list.length), list), true) });
    const refusal = await refusalOf(importBytes(file.bytes(), 'a.usdc'));
    expect(refusal).toMatchObject({ code: 'malformed', location: { file: 'a.usdc' } });
    expect(refusal.location.byte).toBeGreaterThan(88);
  });

  it('refuses counts that the file has no bytes for, before it takes the memory', async () => {
    const huge =
      (type: number, isPacked: boolean) =>
      (file: UsdcFile): bigint =>
        file.stored(type, bytesOf(u64s(2 ** 40), u64s(8), new Uint8Array(8)), isPacked ? 0xa000 : 0x8000);
    for (const isPacked of [false, true])
      expect(await refusalOf(importBytes(pointsFile(huge(isPacked ? 3 : 24, isPacked)), 'a.usdc'))).toMatchObject({
        code: 'count-exceeds-file',
      });
  });

  it('refuses what ends early at every byte, or reads what no table needs', async () => {
    const whole = crateScene();
    for (let length = 8; length < whole.length; length += 7)
      expect((await refusalOf(importBytes(whole.slice(0, length), 'a.usdc'))).code).toMatch(/^(truncated|malformed|count-exceeds-file)$/);
  });

  it('is refused by name before version 0.4', async () => {
    const bytes = crateScene().slice();
    bytes[9] = 3;
    expect(await refusalOf(importBytes(bytes, 'a.usdc'))).toMatchObject({ code: 'unsupported-dialect', location: { byte: 8 } });
  });

  it('without a prim has no triangles', async () => {
    const imported = await importBytes(new UsdcFile().spec('/', 7, {}).bytes(), 'a.usdc');
    expect(codesOf(imported)).toEqual(['no-triangles']);
    expect(partsOf(imported)).toEqual([]);
  });
});
