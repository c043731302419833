import { describe, expect, test } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import type { BakeFormatName } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import type { BakeInput } from '#core/bake/bake-input';
import { writeBoxwood } from '#core/bake/boxwood/write-boxwood';
import { fileVersion } from '#core/bake/three-mesh-bvh/layout';
import { verifyBaked, type Verification } from '#core/bake/verify/verify-baked';
import { crc32 } from '#core/crc32';
import { unknownSpace } from '#core/mesh/source-space';
import type { MeshPart, TriangleMesh } from '#core/mesh/triangle-mesh';
import { box, ball, joined, meshOf, named, placed } from '../../fixtures/shapes.ts';
import { inputOf, treeOf, triangleFormats } from './bake-input.ts';

const turned = Array.from({ length: 16 }, (_, i) => (i === 12 ? -0 : i / 7));

/** Two parts, two trees, and vertices of every kind: shared, unused, NaN, zero. */
function difficult(): BakeInput {
  const shapes = joined([named('one', box()), named('two', box([2, 0, 0], [3, 1, 1]))]);
  const vertices = shapes.positions.length / 3;
  const positions = Float64Array.from([...shapes.positions, 9, 9, 9, NaN, 0, 0, 0, 0, 0]);
  const indices = Uint32Array.from([...shapes.indices, 0, 1, vertices + 1, 0, 1, vertices + 2]);
  const [one, two] = shapes.parts as readonly [MeshPart, MeshPart];
  const mesh = {
    positions,
    indices,
    parts: [
      { ...one, worldFromPart: turned },
      { ...two, triangleCount: two.triangleCount + 2 },
    ],
  };
  return inputOf(mesh, [treeOf(mesh), treeOf(mesh, { leafTriangles: 1 })]);
}

const input = difficult();
const { mesh } = input;

function verify(bytes: Uint8Array, format: BakeFormatName, against: BakeInput = input): Promise<Verification> {
  return verifyBaked({ bytes, fileName: `x.${bakeFormats[format].extension}`, against, queries: 8, seed: 1 });
}

/** A writer that changes something on the way. */
function wrongly(change: Partial<BakeInput>): Uint8Array {
  return writeBoxwood({ ...input, ...change, trees: (change.trees ?? input.trees).map(({ bytes }) => new Uint8Array(bytes)) });
}

function withPosition(at: number, value: number): TriangleMesh {
  return { ...mesh, positions: mesh.positions.with(at, value) };
}

describe('a .boxwood file differs from its input', () => {
  const wrong = (found: Promise<Verification>, problem: RegExp): Promise<void> =>
    expect(found).resolves.toMatchObject({ ok: false, problems: [expect.stringMatching(problem)] });
  const unused = 3 * (mesh.positions.length / 3 - 3);

  test('unless all of it is there', async () => {
    expect(await verify(wrongly({}), 'boxwood')).toMatchObject({ ok: true, trees: 2, problems: [], mismatches: 0 });
  });

  test('when its trees were dropped', () => wrong(verify(wrongly({ trees: [] }), 'boxwood'), /0 of 2 trees/));
  test('when one tree was dropped', () => wrong(verify(wrongly({ trees: input.trees.slice(1) }), 'boxwood'), /1 of 2 trees/));
  test('when another tree took the place of one', () =>
    wrong(verify(wrongly({ trees: [input.trees[1]!, input.trees[1]!] }), 'boxwood'), /Tree 1 is different/));
  test('when the trees changed places', async () => {
    expect((await verify(wrongly({ trees: input.trees.toReversed() }), 'boxwood')).problems).toHaveLength(2);
  });
  test('when the unit was changed', () =>
    wrong(verify(wrongly({ space: { ...input.space, metresPerUnit: 0.0254 } }), 'boxwood'), /Unit and axes/));
  test('when an axis was lost', () => wrong(verify(wrongly({ space: { ...input.space, up: null } }), 'boxwood'), /Unit and axes/));
  test('when its source was lost', () => wrong(verify(wrongly({ source: null }), 'boxwood'), /source/));
  test('when the hash of its source was changed', () =>
    wrong(verify(wrongly({ source: { ...input.source!, sha256: 'cd'.repeat(32) } }), 'boxwood'), /source/));
  test('when its findings were lost', () => wrong(verify(wrongly({ findings: [] }), 'boxwood'), /findings/));
  test('when the place of a finding was lost', () =>
    wrong(verify(wrongly({ findings: input.findings.map((finding) => ({ ...finding, locations: [] })) }), 'boxwood'), /findings/));
  test('when an unused vertex was moved', () =>
    wrong(verify(wrongly({ mesh: withPosition(unused, -7) }), 'boxwood'), /^1 vertex is different/));
  test('when NaN became Infinity', () =>
    wrong(verify(wrongly({ mesh: withPosition(unused + 3, Infinity) }), 'boxwood'), /^1 vertex is different/));
  test('when 0 became -0', () => wrong(verify(wrongly({ mesh: withPosition(unused + 7, -0) }), 'boxwood'), /^1 vertex is different/));
  test('when the bits of a NaN were changed', () => {
    const changed = { ...mesh, positions: mesh.positions.slice() };
    new Uint32Array(changed.positions.buffer)[2 * (unused + 3)]! ^= 1;
    return wrong(verify(wrongly({ mesh: changed }), 'boxwood'), /^1 vertex is different/);
  });
  test('when a vertex was lost', () =>
    wrong(
      verify(wrongly({ mesh: { ...mesh, positions: Float64Array.from([...mesh.positions, 1, 1, 1]) } }), 'boxwood'),
      /vertices, the mesh/,
    ));
  test('when a shared vertex was doubled', () => {
    const positions = mesh.positions.slice();
    positions.set(positions.subarray(3, 6), unused);
    const source = { ...mesh, positions };
    const indices = mesh.indices.slice();
    indices[indices.indexOf(1)] = unused / 3;
    const trees = [treeOf(source)];
    const bytes = writeBoxwood({ ...input, mesh: { ...source, indices }, trees: trees.map((tree) => new Uint8Array(tree.bytes)) });
    return wrong(verify(bytes, 'boxwood', { ...input, mesh: source, trees }), /^1 triangle is different/);
  });
  test('when a transform was changed in the sign of a zero', () => {
    const [one, two] = mesh.parts as readonly [MeshPart, MeshPart];
    return wrong(verify(wrongly({ mesh: { ...mesh, parts: [{ ...one, worldFromPart: turned.with(12, 0) }, two] } }), 'boxwood'), /parts/);
  });
});

test('a bake differs from one whose part lost its role', async () => {
  const role = { shape: 'hull', isRendered: false, isTrigger: false, of: 'one', from: 'name', exact: null } as const;
  const withRole = inputOf({ ...mesh, parts: mesh.parts.map((part, i) => (i === 0 ? { ...part, role } : part)) }, input.trees);
  expect((await verify(bakeMesh('boxwood', withRole).bytes, 'boxwood', withRole)).problems).toEqual([]);
  expect((await verify(bakeMesh('boxwood', input).bytes, 'boxwood', withRole)).problems).toEqual(['The parts are different from the mesh']);
});

describe('unknown data is not compared', () => {
  test('but the mesh is', async () => {
    const bytes = wrongly({ trees: [], source: null, space: unknownSpace, findings: [] });
    expect((await verifyBaked({ bytes, fileName: 'x.boxwood', against: { mesh }, queries: 8, seed: 1 })).ok).toBe(true);
  });
});

describe('a mesh file differs from the mesh', () => {
  const text = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
  const bytesOf = (changed: string): Uint8Array<ArrayBuffer> => Uint8Array.from(changed, (letter) => letter.charCodeAt(0));
  const problems = async (changed: string, format: BakeFormatName, against = input): Promise<readonly string[]> =>
    (await verify(bytesOf(changed), format, against)).problems;
  const parts = 'The parts are different from the mesh';

  test.each(triangleFormats)('%s, unless all is there', async (format) => {
    expect(await problems(text(bakeMesh(format, input).bytes), format)).toEqual([]);
  });

  test('as OBJ without its parts', async () => {
    expect(await problems(text(bakeMesh('obj', input).bytes).replace(/^o .*\n/gm, ''), 'obj')).toEqual([parts]);
  });
  test('as OBJ with an unused vertex moved', async () => {
    expect(await problems(text(bakeMesh('obj', input).bytes).replace('v 9 9 9', 'v 9 9 9.000000000000002'), 'obj')).toEqual([
      '1 vertex is different from the mesh',
    ]);
  });
  test('as OBJ with a coordinate that became finite', async () => {
    expect(await problems(text(bakeMesh('obj', input).bytes).replace('v nan', 'v 0'), 'obj')).toEqual([
      '1 vertex is different from the mesh',
    ]);
  });
  test('as PLY without the comments of its parts', async () => {
    expect(await problems(text(bakeMesh('ply', input).bytes).replace(/^comment part .*\n/gm, ''), 'ply')).toEqual([parts]);
  });
  test('as GLB with a part renamed', async () => {
    expect(await problems(text(bakeMesh('glb', input).bytes).replaceAll('"name":"one"', '"name":"On6"'), 'glb')).toEqual([parts]);
  });
  test('as .bvh.bin with a part renamed', async () => {
    const bytes = bytesOf(text(bakeMesh('three-mesh-bvh', input).bytes).replace('"name":"one"', '"name":"on6"'));
    expect((await verify(withBvhChecksums(bytes), 'three-mesh-bvh')).problems).toEqual([parts]);
  });
  test('as .bvh.bin in the order of another tree', async () => {
    const found = await verify(
      bakeMesh('three-mesh-bvh', { ...input, trees: [treeOf(mesh, { split: 'morton' })] }).bytes,
      'three-mesh-bvh',
    );
    expect(found.problems).toEqual([expect.stringMatching(/not in the leaf order of the tree/)]);
  });
  test('as .bvh.bin whose table of source triangles has two exchanged', async () => {
    const bytes = bakeMesh('three-mesh-bvh', input).bytes.slice();
    const words = new Uint32Array(bytes.buffer, sourceTrianglesAt(bytes), 2);
    [words[0], words[1]] = [words[1]!, words[0]!];
    const found = await verifyBaked({ bytes: withBvhChecksums(bytes), fileName: 'x.bvh.bin', against: { mesh }, queries: 8, seed: 1 });
    expect(found.problems).toEqual(['2 triangles are different from the mesh']);
  });

  test('as .bvh.bin whose table of source triangles names one that is not finite', async () => {
    const bytes = bakeMesh('three-mesh-bvh', input).bytes.slice();
    new Uint32Array(bytes.buffer, sourceTrianglesAt(bytes), 1)[0] = 24;
    const found = await verifyBaked({ bytes: withBvhChecksums(bytes), fileName: 'x.bvh.bin', against: { mesh }, queries: 8, seed: 1 });
    expect(found.problems).toEqual(['The table of source triangles does not name each triangle once']);
  });

  const smooth = joined([named('one', ball(8, 5)), named('two', placed(ball(8, 5), 1, [4, 0, 0]))]);
  const plain = inputOf({ ...smooth, positions: smooth.positions.map(Math.fround) });

  test.each<[string, BakeFormatName, BakeInput]>([
    ['GLB about zero', 'glb', plain],
    ['GLB about its middle', 'glb', inputOf(smooth)],
    ['STL', 'stl', plain],
    ['.bvh.bin', 'three-mesh-bvh', plain],
    ['PLY', 'ply', plain],
  ])('as %s with the last bit of one coordinate changed', async (_, format, against) => {
    const { bytes } = bakeMesh(format, against);
    const view = new DataView(bytes.buffer);
    const at =
      format === 'glb'
        ? 20 + view.getUint32(12, true) + 8
        : format === 'stl'
          ? 84 + 12
          : format === 'ply'
            ? text(bytes).indexOf('end_header\n') + 11
            : 16 + view.getUint32(4, true);
    bytes[at + (format === 'glb' || format === 'three-mesh-bvh' ? 12 : 0)]! ^= 1;
    const changed = format === 'three-mesh-bvh' ? withBvhChecksums(bytes) : bytes;
    const found = await verify(changed, format, against).catch((error: unknown) => error);
    expect(found).toMatchObject({ ok: false });
  });

  test('as GLB whose triangles share no vertex any more, and as one with a vertex too many', async () => {
    const triangles = plain.mesh.indices.length / 3;
    const soup = meshOf(
      [...plain.mesh.indices].flatMap((v) => [...plain.mesh.positions.subarray(3 * v, 3 * v + 3)]),
      [...plain.mesh.indices.keys()],
    );
    const apart = { ...soup, parts: plain.mesh.parts };
    expect(apart.indices).toHaveLength(3 * triangles);
    expect(await problems(text(bakeMesh('glb', inputOf(apart)).bytes), 'glb', plain)).toEqual([
      expect.stringMatching(/corners are not shared as/),
    ]);
  });

  test('when two vertices at one place became one', async () => {
    const doubled = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1], [0, 1, 2, 3, 4, 5]);
    const welded = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1], [0, 1, 2, 2, 1, 3]);
    expect(await problems(text(bakeMesh('glb', inputOf(welded)).bytes), 'glb', inputOf(doubled))).toEqual([
      expect.stringMatching(/corners are not shared as/),
    ]);
  });
});

test('names that readers cut still name their parts', async () => {
  const long = 'ä'.repeat(700);
  const named2 = inputOf(
    joined([named(`${long}a`, box()), named(`${long}b`, box([2, 0, 0], [3, 1, 1])), named('\\ ', box([4, 0, 0], [5, 1, 1]))]),
  );
  for (const format of triangleFormats) expect((await verify(bakeMesh(format, named2).bytes, format, named2)).problems, format).toEqual([]);
});

function sourceTrianglesAt(bytes: Uint8Array): number {
  const dataAt = 16 + new DataView(bytes.buffer).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(16, dataAt))) as { version: number; sourceTriangles: number };
  expect(header.version).toBe(fileVersion);
  return dataAt + header.sourceTriangles;
}

function withBvhChecksums(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer);
  const dataAt = 16 + view.getUint32(4, true);
  view.setUint32(8, crc32(bytes, 16, dataAt), true);
  view.setUint32(12, crc32(bytes, dataAt), true);
  return bytes;
}
