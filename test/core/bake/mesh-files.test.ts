import { validateBytes } from 'gltf-validator';
import { Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { describe, expect, test } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { bakeFormatNames, type BakeFormatName } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { importMesh } from '#core/import/import-mesh';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { noProgress } from '#core/progress';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, named, placed, soup } from '../../fixtures/shapes.ts';
import { cornersOf } from './corners.ts';
import { inputOf } from './bake-input.ts';

const meshes: readonly (readonly [string, TriangleMesh])[] = [
  ['a box', box()],
  ['a knot', knot()],
  ['several parts', joined([named('one', knot()), named('two', ball()), named('three', box())])],
  ['a soup far from the origin', soup(500, seededRandom(1), 1, 0.3, [512_345, 5_412_345, 120])],
  ['numbers of every size', meshOf([1e-300, -1e300, 5e-324, 0.1, 1 / 3, -0, 123456789.123456789, 1e21, 1e-7], [0, 1, 2])],
];
const inF32 = meshes.filter(([name]) => name !== 'numbers of every size');

async function readBack(format: BakeFormatName, mesh: TriangleMesh): Promise<TriangleMesh> {
  const imported = await importMesh(bakeMesh(format, inputOf(mesh)).bytes, {
    fileName: `model.${format}`,
    progress: noProgress,
    readSideFile: async () => null,
  });
  expect(imported.findings).toEqual([]);
  return imported.mesh;
}

/** glTF adds the origin back in f64; rounding is at most half a step of f32 at the half size. */
function recentredError(mesh: TriangleMesh): number {
  const size = [0, 1, 2].map((k) => mesh.positions.filter((_, i) => i % 3 === k)).map((axis) => Math.max(...axis) - Math.min(...axis));
  return (Math.max(...size) / 2) * 2 ** -24 * 1.001 + 2 ** -30;
}

describe('a mesh written and read back', () => {
  test.each(meshes)('as OBJ is equal to the last bit, parts and all: %s', async (_, mesh) => {
    const read = await readBack('obj', mesh);
    expect(read.positions).toEqual(mesh.positions);
    expect(read.indices).toEqual(mesh.indices);
    expect(read.parts).toEqual(mesh.parts);
  });

  test.each(meshes)('as PLY is equal to the last bit: %s', async (_, mesh) => {
    const read = await readBack('ply', mesh);
    expect(read.positions).toEqual(mesh.positions);
    expect(read.indices).toEqual(mesh.indices);
  });

  test.each(inF32)('as STL is its f32, triangle by triangle: %s', async (_, mesh) => {
    const read = await readBack('stl', mesh);
    expect(cornersOf(read)).toEqual(cornersOf(mesh).map(Math.fround));
    if (mesh.parts.length === 1) expect(read.parts).toEqual(mesh.parts);
  });

  test.each(inF32)('as GLB is within half a step of f32 at its own size, with its parts: %s', async (_, mesh) => {
    const read = await readBack('glb', mesh);
    const wanted = cornersOf(mesh);
    const max = recentredError(mesh);
    expect(Math.max(...cornersOf(read).map((value, i) => Math.abs(value - wanted[i]!)))).toBeLessThanOrEqual(max);
    expect(read.parts.map(({ name, firstTriangle, triangleCount }) => ({ name, firstTriangle, triangleCount }))).toEqual(
      mesh.parts.map(({ name, firstTriangle, triangleCount }) => ({ name, firstTriangle, triangleCount })),
    );
  });

  test('as GLB is equal to the last bit when f32 holds it', async () => {
    const mesh = { ...knot(), positions: knot().positions.map(Math.fround) };
    expect(cornersOf(await readBack('glb', mesh))).toEqual(cornersOf(mesh));
    expect(bakeMesh('glb', inputOf(mesh)).notes).toEqual([]);
  });
});

describe('a GLB', () => {
  test.each(inF32)('of %s has no error, warning or note of glTF-Validator', async (_, mesh) => {
    const report = await validateBytes(bakeMesh('glb', inputOf(mesh)).bytes, { maxIssues: 0, writeTimestamp: false });
    expect(report.issues.messages).toEqual([]);
  });

  test('has a primitive for each run of a material, and its vertices once', async () => {
    const materials = { names: ['stone', 'wood'], runs: [0, 1, 3, 0, 5, -1, 8, 1, 20, 0] };
    const mesh = { ...joined([box(), box([3, 0, 0], [4, 1, 1])]), materials };
    const { bytes, notes } = bakeMesh('glb', inputOf(mesh));
    expect(notes).toEqual([]);
    const { issues } = await validateBytes(bytes, { maxIssues: 0, writeTimestamp: false });
    expect(issues.messages).toEqual([]);
    const read = await readBack('glb', mesh);
    expect(read.materials).toEqual({ names: ['wood', 'stone'], runs: [0, 0, 3, 1, 5, -1, 8, 0, 20, 1] });
    expect(read.positions.length).toBe(mesh.positions.length);
    const verified = (against: TriangleMesh) => verifyBaked({ bytes, fileName: 'x.glb', against: inputOf(against), queries: 8, seed: 1 });
    expect(await verified(mesh)).toMatchObject({ ok: true, problems: [] });
    expect(await verified({ ...mesh, materials: { ...materials, names: ['stone', 'steel'] } })).toMatchObject({
      ok: false,
      problems: ['The materials are different from the mesh'],
    });
    expect(await verified({ ...mesh, materials: { ...materials, runs: [0, 1, 4, 0, 5, -1, 8, 1, 20, 0] } })).toMatchObject({ ok: false });
  });

  test('leaves out the materials of a part that changes them too often, and says so', async () => {
    const many = soup(3000, seededRandom(3));
    const runs = Array.from({ length: 6000 }, (_, i) => (i % 2 === 0 ? i / 2 : ((i - 1) / 2) % 2));
    const mesh = { ...joined([many, box()]), materials: { names: ['a', 'b'], runs: [...runs, 3000, 0] } };
    const { bytes, notes } = bakeMesh('glb', inputOf(mesh));
    expect(notes).toContainEqual(expect.objectContaining({ code: 'materials-left-out', count: 1 }));
    expect((await readBack('glb', mesh)).materials).toEqual({ names: ['a'], runs: [0, -1, 3000, 0] });
    expect((await verifyBaked({ bytes, fileName: 'x.glb', against: inputOf(mesh), queries: 4, seed: 1 })).problems).toEqual([]);
  });

  test('has 32-bit indices only where a part has more than 65,535 vertices', async () => {
    const large = soup(22_000, seededRandom(2));
    const read = await readBack('glb', joined([large, box()]));
    expect(read.positions.length / 3).toBe(66_000 + 8);
    const small = bakeMesh('glb', inputOf(box())).bytes.length;
    const json = JSON.parse(
      new TextDecoder()
        .decode(bakeMesh('glb', inputOf(joined([large, box()]))).bytes.slice(20))
        .split('\0')[0]!
        .replace(/}\s*[^}]*$/, '}'),
    ) as { accessors: { componentType: number }[] };
    expect(json.accessors.map(({ componentType }) => componentType)).toEqual([5126, 5125, 5126, 5123]);
    expect(small).toBeLessThan(1200);
  });

  test('leaves out triangles that are not finite, and says so', async () => {
    const mesh = joined([meshOf([NaN, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], 'bad'), box()]);
    const { bytes, notes } = bakeMesh('glb', inputOf(mesh));
    expect(notes).toContainEqual(expect.objectContaining({ code: 'triangles-left-out', count: 1 }));
    expect((await validateBytes(bytes, { maxIssues: 0, writeTimestamp: false })).issues.messages).toEqual([]);
    expect((await readBack('glb', mesh)).parts.map(({ name }) => name)).toEqual(['box']);
  });
});

describe('names of parts in OBJ', () => {
  const withNames = (...names: string[]): TriangleMesh => joined(names.map((name) => named(name, box())));

  test('that it cannot hold are changed, and counted', async () => {
    const mesh = withNames('a\nb', ' c ', 'd\\', '', 'e', 'e', 'Ü ⛩ # f');
    const { notes } = bakeMesh('obj', inputOf(mesh));
    expect((await readBack('obj', mesh)).parts.map(({ name }) => name)).toEqual(['a b', 'c', 'd', 'part 4', 'e', 'e (6)', 'Ü ⛩ # f']);
    expect(notes).toContainEqual(expect.objectContaining({ code: 'names-changed', count: 5 }));
  });
});

test('coordinates that are no numbers stay so in OBJ and PLY, and keep their triangles', async () => {
  const mesh = meshOf([NaN, Infinity, -Infinity, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 1, 2, 3], 'part');
  for (const format of ['obj', 'ply'] as const) {
    const { bytes } = bakeMesh(format, inputOf(mesh));
    const read = await importMesh(bytes, { fileName: `x.${format}`, progress: noProgress, readSideFile: async () => null });
    expect(read.findings.map(({ code }) => code)).toEqual(['non-finite-vertices']);
    expect(read.mesh.indices).toEqual(mesh.indices);
    expect([...read.mesh.positions.subarray(0, 3)].some(Number.isFinite)).toBe(false);
  }
});

describe('vertices that no triangle uses', () => {
  const unused = (...positions: readonly number[]): TriangleMesh => meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, ...positions], [0, 1, 2]);

  test.each(['glb', 'stl', 'three-mesh-bvh'] as const)('are no reason to refuse %s where f32 does not hold them', async (format) => {
    const mesh = unused(1e200, 0, 0, 0, -1e300, 1);
    expect(bakeMesh(format, inputOf(mesh)).notes.find(({ code }) => code === 'rounded')).toBeUndefined();
    const { bytes } = bakeMesh(format, inputOf(mesh));
    const { ok, problems } = await verifyBaked({
      bytes,
      fileName: `x.${bakeFormats[format].extension}`,
      against: inputOf(mesh),
      queries: 4,
      seed: 1,
    });
    expect({ ok, problems }).toEqual({ ok: true, problems: [] });
  });

  test.each([
    ['0.1', 0.1],
    ['NaN', NaN],
    ['1e200', 1e200],
  ])('do not have a GLB recentred by being %s, nor a note that something was rounded', (_, value) => {
    for (const format of ['glb', 'stl'] as const) {
      const { bytes, notes } = bakeMesh(format, inputOf(unused(value, 0.3, 0.1)));
      expect(notes.map(({ code }) => code)).toEqual(format === 'glb' ? [] : ['sharing-lost']);
      if (format === 'glb') expect(new TextDecoder('latin1').decode(bytes)).not.toContain('translation');
    }
  });
});

test('rounding is reported with its largest error', () => {
  const mesh = meshOf([0, 0, 0, 5_412_345.3, 0, 0, 0, 1, 0], [0, 1, 2]);
  const [note] = bakeMesh('stl', inputOf(mesh)).notes;
  expect(note).toMatchObject({ code: 'rounded', count: 1 });
  expect(note!.largest).toBeCloseTo(0.2, 6); // f32 has steps of 0.5 here
});

test('a mesh without a finite triangle is refused in every format', () => {
  const mesh = meshOf([NaN, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
  for (const format of bakeFormatNames) {
    expect(() => bakeMesh(format, inputOf(mesh))).toThrow(expect.objectContaining({ code: 'no-triangles' }));
  }
});

describe('three reads the same triangles', () => {
  const mesh = joined([named('one', knot()), named('two', placed(ball(), 1, [4, 0, 0]))]);
  const wanted = cornersOf(mesh).map(Math.fround);
  const buffer = (format: BakeFormatName): ArrayBuffer => bakeMesh(format, inputOf(mesh)).bytes.buffer;

  test('from OBJ', () => {
    const group = new OBJLoader().parse(new TextDecoder().decode(buffer('obj')));
    expect(group.children.map(({ name }) => name)).toEqual(['one', 'two']);
    const found: number[] = [];
    group.traverse(
      (object) =>
        'geometry' in object &&
        found.push(
          ...(object as unknown as { geometry: { attributes: { position: { array: Float32Array } } } }).geometry.attributes.position.array,
        ),
    );
    expect(Float64Array.from(found)).toEqual(wanted);
  });

  test('from PLY', () => {
    const geometry = new PLYLoader().parse(buffer('ply'));
    // It keeps 64 bits where the file has them.
    expect(Float64Array.from(geometry.toNonIndexed().getAttribute('position').array)).toEqual(cornersOf(mesh));
  });

  test('from STL', () => {
    const geometry = new STLLoader().parse(buffer('stl'));
    expect(Float64Array.from(geometry.getAttribute('position').array)).toEqual(wanted);
    const normal = new Vector3().fromBufferAttribute(geometry.getAttribute('normal'), 0);
    expect(normal.length()).toBeCloseTo(1, 6);
  });

  test('from GLB', async () => {
    const { scene } = await new GLTFLoader().parseAsync(buffer('glb'), '');
    scene.updateMatrixWorld(true);
    const found: number[] = [];
    scene.traverse((object) => {
      if (!('geometry' in object)) return;
      const { geometry } = object as unknown as { geometry: { toNonIndexed(): { getAttribute(name: string): { count: number } } } };
      const position = geometry.toNonIndexed().getAttribute('position');
      for (let i = 0; i < position.count; i++)
        found.push(...new Vector3().fromBufferAttribute(position as never, i).applyMatrix4(object.matrixWorld));
    });
    expect(scene.children.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(found).toHaveLength(wanted.length);
    const exact = cornersOf(mesh);
    const max = recentredError(mesh);
    expect(Math.max(...found.map((value, i) => Math.abs(value - exact[i]!)))).toBeLessThanOrEqual(max);
  });
});
