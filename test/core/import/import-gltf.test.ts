import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '#core/import/importer';
import { dataSections, glbBytes, gltfBytes, type Data } from './gltf/gltf-fixture.ts';
import { bytesOf, codesOf, f32, findingOf, importBytes, partsOf, refusalOf, trianglesOf, u16, u32 } from './import-bytes.ts';

/** Corners of the unit square, and two more points. */
const points = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0];
const positions: Data = { bytes: f32(points), componentType: 5126, type: 'VEC3', count: 6, accessor: { min: [-1, -1, 0], max: [1, 1, 0] } };
const indicesOf = (...values: number[]): Data => ({ bytes: u16(values), componentType: 5123, type: 'SCALAR', count: values.length });

const scene = { scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }] };
const meshOf = (primitive: Record<string, unknown>): Record<string, unknown> => ({
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...primitive }] }],
});
const triangle: Record<string, unknown> = { ...dataSections([positions, indicesOf(0, 1, 2)]), ...meshOf({ indices: 1 }) };

const read = (document: Record<string, unknown>): Promise<ImportedMesh> => importBytes(gltfBytes(document), 'mesh.gltf');
const pointOf = ({ mesh }: ImportedMesh, vertex: number): number[] => [...mesh.positions.subarray(3 * vertex, 3 * vertex + 3)];

describe('glTF', () => {
  it('reads a triangle from JSON with a data URI, from a side file, and from a GLB', async () => {
    const { bufferViews, accessors, meshes } = triangle;
    const rest = { ...scene, bufferViews, accessors, meshes };
    const binary = bytesOf(f32(points), u16([0, 1, 2]), 0, 0);
    const nextTo = gltfBytes({ ...rest, buffers: [{ byteLength: 80, uri: 'sub%20folder/a.bin' }] });
    for (const [reading, dialect] of [
      [read({ ...scene, ...triangle }), 'glTF 2.0, JSON'],
      [importBytes(nextTo, 'mesh.gltf', { 'sub folder/a.bin': binary }), 'glTF 2.0, JSON'],
      [importBytes(glbBytes({ ...rest, buffers: [{ byteLength: 80 }] }, binary), 'mesh.glb'), 'glTF 2.0, GLB'],
    ] as const) {
      const imported = await reading;
      expect(imported.dialect).toBe(dialect);
      expect(imported.units).toBe('metre');
      expect([...imported.mesh.positions]).toEqual(points);
      expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
      expect(imported.findings).toEqual([]);
    }
  });

  it.each([
    [
      'triangles',
      4,
      [0, 1, 2, 0, 2, 3],
      [
        [0, 1, 2],
        [0, 2, 3],
      ],
    ],
    [
      'a strip, every second triangle turned',
      5,
      [0, 1, 3, 2, 5],
      [
        [0, 1, 3],
        [1, 2, 3],
        [3, 2, 5],
      ],
    ],
    [
      'a fan',
      6,
      [0, 1, 2, 3],
      [
        [1, 2, 0],
        [2, 3, 0],
      ],
    ],
    [
      'a strip that repeats vertices: such triangles count',
      5,
      [0, 1, 2, 2, 3],
      [
        [0, 1, 2],
        [1, 2, 2],
        [2, 2, 3],
      ],
    ],
  ])('winds %s as the specification says', async (_, mode, corners, wanted) => {
    const imported = await read({ ...scene, ...dataSections([positions, indicesOf(...corners)]), ...meshOf({ indices: 1, mode }) });
    expect(trianglesOf(imported)).toEqual(wanted);
  });

  it('reads primitives without indices, and passes over points and lines', async () => {
    const without = await read({ ...scene, ...dataSections([positions]), ...meshOf({}) });
    expect(trianglesOf(without)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    for (const mode of [0, 1, 2, 3]) {
      const imported = await read({ ...scene, ...dataSections([positions]), ...meshOf({ mode }) });
      expect(codesOf(imported)).toEqual(['ignored-elements', 'no-triangles']);
    }
  });

  it('places nested nodes by parent times local, one copy an instance', async () => {
    const nodes = [
      { name: 'root', translation: [10, 0, 0], children: [1, 2] },
      { name: 'twice', scale: [2, 2, 2], mesh: 0 },
      { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], mesh: 0 },
    ];
    const imported = await read({ ...triangle, scenes: [{ nodes: [0] }], nodes });
    expect(partsOf(imported)).toEqual([
      ['twice', 0, 1],
      ['node 2', 1, 1],
    ]);
    expect(pointOf(imported, 2)).toEqual([12, 2, 0]);
    // A quarter turn about z takes (1, 1) to (-1, 1); the quaternion is f64 and off by one part in 2^53.
    expect(pointOf(imported, 8)).toEqual([9, expect.closeTo(1, 15), 0]);
    expect(imported.mesh.parts[0]?.worldFromPart).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 10, 0, 0, 1]);
    expect(trianglesOf(imported)).toEqual([
      [0, 1, 2],
      [6, 7, 8],
    ]);
  });

  it('has names and messages without control characters, which a terminal would obey', async () => {
    const imported = await read({ ...triangle, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, name: 'a\u001b[31m\u0007b' }] });
    expect(partsOf(imported)).toEqual([['a[31mb', 0, 1]]);
    const refusal = await refusalOf(read({ ...scene, ...triangle, extensionsUsed: ['X_\u001bx'], extensionsRequired: ['X_\u001bx'] }));
    expect(JSON.stringify([refusal.message, refusal.location])).not.toMatch(/\\u00/);
  });

  it('takes a quaternion as written, without normalising it', async () => {
    const imported = await read({ ...triangle, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, rotation: [0, 0, 0.5, 0.5] }] });
    // x' = (1 - 2·0.25)·1 - 0.5·1: the turned diagonal is shorter than it was.
    expect(pointOf(imported, 2)).toEqual([0, 1, 0]);
    expect(findingOf(imported, 'format-violation')?.detail).toBe('ROTATION_NON_UNIT');
  });

  it('takes a matrix as it is, sheared ones too', async () => {
    const matrix = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 7, 1];
    const imported = await read({ ...triangle, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0, matrix }] });
    expect(pointOf(imported, 2)).toEqual([1.5, 1, 7]);
    // A matrix that flattens breaks a rule of glTF, and still places every point.
    const flat = await read({
      ...triangle,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, matrix: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }],
    });
    expect(pointOf(flat, 2)).toEqual([1, 0, 0]);
    expect(findingOf(flat, 'format-violation')?.detail).toBe('NODE_MATRIX_NON_TRS');
  });

  it('turns the winding when the world transform mirrors, and only then', async () => {
    const mirrored = { ...triangle, scenes: [{ nodes: [0] }], nodes: [{ scale: [-1, 1, 1], children: [1] }, { mesh: 0 }] };
    expect(trianglesOf(await read(mirrored))).toEqual([[0, 2, 1]]);
    const twice = {
      ...mirrored,
      nodes: [
        { scale: [-1, 1, 1], children: [1] },
        { scale: [1, -1, 1], mesh: 0 },
      ],
    };
    expect(trianglesOf(await read(twice))).toEqual([[0, 1, 2]]);
  });

  it('shows the default scene, else scene 0, else all root nodes', async () => {
    const nodes = [
      { mesh: 0, name: 'a' },
      { mesh: 0, name: 'b' },
      { children: [1], name: 'c' },
    ];
    const scenes = [{ nodes: [0] }, { nodes: [2] }];
    const names = async (document: Record<string, unknown>) =>
      partsOf(await read({ ...triangle, nodes, ...document })).map(([name]) => name);
    expect(await names({ scenes, scene: 1 })).toEqual(['b']);
    expect(await names({ scenes })).toEqual(['a']);
    expect(await names({})).toEqual(['a', 'b']);
    expect(findingOf(await read({ ...triangle, nodes, scenes }), 'not-applied')?.locations).toContainEqual({
      file: 'mesh.gltf',
      pointer: '/scenes/1',
    });
  });

  it('drops triangles with an index that no vertex has', async () => {
    const imported = await read({
      ...scene,
      ...dataSections([positions, indicesOf(0, 1, 2, 0, 6, 2, 65535, 0, 1)]),
      ...meshOf({ indices: 1 }),
    });
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect(imported.findings.map(({ code, detail, locations }) => [code, detail, locations[0]?.index])).toEqual([
      ['unusable-faces', 'ACCESSOR_INDEX_OOB', 4],
      ['unusable-faces', 'ACCESSOR_INDEX_PRIMITIVE_RESTART', 6],
    ]);
  });

  it('is refused when it declares far more zeros than it has bytes', async () => {
    const zeros = (count: number) => read({ ...scene, ...meshOf({}), accessors: [{ componentType: 5126, type: 'VEC3', count }] });
    expect((await zeros(3000)).mesh.indices).toHaveLength(3000);
    expect(await refusalOf(zeros(65_536))).toMatchObject({ code: 'count-exceeds-file', location: { pointer: '/accessors/0/count' } });
  });

  it('replaces elements of a sparse accessor, on data and on zeros', async () => {
    const sparse = { count: 1, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 2 } };
    const sections = dataSections([positions, indicesOf(2), { bytes: f32([5, 6, 7]), componentType: 5126, type: 'VEC3', count: 1 }]);
    const accessors = sections['accessors'] as Record<string, unknown>[];
    const onData = await read({ ...scene, ...meshOf({}), ...sections, accessors: [{ ...accessors[0], sparse }] });
    expect([pointOf(onData, 1), pointOf(onData, 2)]).toEqual([
      [1, 0, 0],
      [5, 6, 7],
    ]);
    const onZeros = await read({
      ...scene,
      ...meshOf({}),
      ...sections,
      accessors: [{ componentType: 5126, type: 'VEC3', count: 3, min: [0, 0, 0], max: [5, 6, 7], sparse }],
    });
    expect([...onZeros.mesh.positions]).toEqual([0, 0, 0, 0, 0, 0, 5, 6, 7]);
    const beyond = read({ ...scene, ...meshOf({}), ...sections, accessors: [{ componentType: 5126, type: 'VEC3', count: 2, sparse }] });
    expect(await refusalOf(beyond)).toMatchObject({ code: 'index-out-of-range', detail: 'ACCESSOR_SPARSE_INDEX_OOB' });
  });

  it('reads interleaved and quantised positions', async () => {
    const quantised: Data = {
      bytes: Uint8Array.of(127, 0, 129, 99, 0, 127, 128, 99, 64, 0, 0, 99),
      componentType: 5120,
      type: 'VEC3',
      count: 3,
      accessor: { normalized: true, min: [0, 0, -128], max: [127, 127, 0] },
    };
    const sections = dataSections([quantised]);
    const [view] = sections['bufferViews'] as Record<string, unknown>[];
    const extensions = { extensionsUsed: ['KHR_mesh_quantization'], extensionsRequired: ['KHR_mesh_quantization'] };
    const imported = await read({ ...scene, ...meshOf({}), ...sections, bufferViews: [{ ...view, byteStride: 4 }], ...extensions });
    expect([...imported.mesh.positions]).toEqual([1, 0, -1, 0, 1, -1, 64 / 127, 0, 0]);
  });

  it('reports wrong bounds, numbers that are not finite, and content that is not applied', async () => {
    const wrong = { ...positions, bytes: f32([...points.slice(0, 15), 0, NaN, 0]) };
    const sections = dataSections([{ ...wrong, accessor: { min: [-2, -1, 0], max: [1, 1, 0] } }, indicesOf(0, 1, 2)]);
    const meshes = [
      { primitives: [{ attributes: { POSITION: 0 }, indices: 1, targets: [{ POSITION: 0 }] }] },
      { primitives: [{ attributes: { POSITION: 0 } }] },
    ];
    const imported = await read({ ...scene, ...sections, meshes });
    const reported = imported.findings.map(({ code, detail, locations }) => [code, detail, locations[0]?.pointer ?? locations[0]?.index]);
    expect(reported).toContainEqual(['format-violation', 'ACCESSOR_INVALID_FLOAT', '/accessors/0']);
    expect(reported).toContainEqual(['format-violation', 'ACCESSOR_MIN_MISMATCH', '/accessors/0/min/0']);
    expect(reported).toContainEqual(['not-applied', undefined, '/meshes/0/primitives/0/targets']);
    expect(findingOf(imported, 'not-applied')?.locations).toContainEqual({ file: 'mesh.gltf', pointer: '/meshes/1' });
    expect(reported).toContainEqual(['non-finite-vertices', undefined, 5]);
  });

  it('reads the fallback of an optional compression, and refuses a required one', async () => {
    const draco = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } };
    const optional = {
      ...scene,
      ...triangle,
      ...meshOf({ indices: 1, extensions: draco }),
      extensionsUsed: ['KHR_draco_mesh_compression'],
    };
    expect(trianglesOf(await read(optional))).toEqual([[0, 1, 2]]);
    const required = {
      ...optional,
      extensionsUsed: ['KHR_materials_unlit', 'KHR_draco_mesh_compression'],
      extensionsRequired: ['KHR_materials_unlit', 'KHR_draco_mesh_compression'],
    };
    expect(await refusalOf(read(required))).toMatchObject({ code: 'unsupported-feature', location: { pointer: '/extensionsRequired/1' } });
    const bare = { componentType: 5126, type: 'VEC3', count: 3, min: [0, 0, 0], max: [1, 1, 1] };
    const without = { ...optional, accessors: [bare, { componentType: 5123, type: 'SCALAR', count: 3 }] };
    expect(await refusalOf(read(without))).toMatchObject({
      code: 'unsupported-feature',
      location: { pointer: '/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression' },
    });
  });

  it.each([
    [
      'a node that two parents share',
      { ...triangle, scenes: [{ nodes: [0, 1] }], nodes: [{ children: [2] }, { children: [2] }, { mesh: 0 }] },
      'cyclic',
      'NODE_PARENT_OVERRIDE',
    ],
    ['a node that is its own child', { nodes: [{ children: [0] }] }, 'cyclic', 'NODE_LOOP'],
    ['a mode that does not exist', { ...scene, ...triangle, ...meshOf({ mode: 7 }) }, 'malformed', 'VALUE_NOT_IN_RANGE'],
    [
      'a buffer that declares more than it has',
      { ...scene, ...triangle, buffers: [{ byteLength: 84, uri: 'data:;base64,AAAA' }] },
      'truncated',
      'BUFFER_BYTE_LENGTH_MISMATCH',
    ],
    ['a URI that is no text', { ...scene, ...triangle, buffers: [{ byteLength: 84, uri: 7 }] }, 'malformed', 'TYPE_MISMATCH'],
    [
      'zeros without end',
      { ...scene, ...meshOf({}), accessors: [{ componentType: 5126, type: 'VEC3', count: 2e9, min: [0, 0, 0], max: [0, 0, 0] }] },
      'count-exceeds-file',
      undefined,
    ],
  ])('is refused with %s', async (_, document, code, detail) => {
    const refusal = await refusalOf(read(document));
    expect([refusal.code, refusal.detail]).toEqual([code, detail]);
    expect(refusal.location).toMatchObject({ file: 'mesh.gltf', pointer: expect.stringContaining('/') as unknown });
  });

  it('is refused when its scene repeats a mesh beyond all memory', async () => {
    const zeros = { accessors: [{ componentType: 5126, type: 'VEC3', count: 1 << 12, min: [0, 0, 0], max: [0, 0, 0] }] };
    const nodes = Array.from({ length: (1 << 15) + 1 }, () => ({ mesh: 0 }));
    expect(await refusalOf(read({ ...zeros, ...meshOf({}), nodes }))).toMatchObject({ code: 'too-large' });
  });

  it('survives JSON that is nested without end, and chains of nodes', async () => {
    const deep = `{"asset":{"version":"2.0"},"extras":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await refusalOf(importBytes(bytesOf(deep), 'mesh.gltf'))).toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('nested deeper') as unknown,
    });
    const chain = (length: number) =>
      Array.from({ length }, (_, i) => (i < length - 1 ? { children: [i + 1], translation: [1, 0, 0] } : { mesh: 0 }));
    const imported = await read({ ...triangle, scenes: [{ nodes: [0] }], nodes: chain(500) });
    expect(pointOf(imported, 0)).toEqual([499, 0, 0]);
    // glTF-Validator alone would take minutes for these two.
    expect(await refusalOf(read({ ...triangle, scenes: [{ nodes: [0] }], nodes: chain(50_000) }))).toMatchObject({ code: 'too-large' });
    const ring = Array.from({ length: 50_000 }, (_, i) => ({ children: [(i + 1) % 50_000] }));
    expect(await refusalOf(read({ nodes: ring }))).toMatchObject({ code: 'cyclic', location: { pointer: '/nodes/0' } });
  });

  it('requests only side files inside its folder', async () => {
    for (const uri of ['../a.bin', '/etc/a.bin', 'http://host/a.bin', 'C:\\a.bin', '..%2fa.bin', '%2e%2e/a.bin', 'a\u0000.bin']) {
      const document = gltfBytes({ ...scene, ...triangle, buffers: [{ byteLength: 80, uri }] });
      expect(await refusalOf(importBytes(document, 'mesh.gltf')), uri).toMatchObject({
        code: 'unsafe-path',
        location: { pointer: '/buffers/0/uri' },
      });
    }
  });

  it('never requests images', async () => {
    const imported = await read({ ...scene, ...triangle, images: [{ uri: '../../secret.png' }], textures: [{ source: 0 }] });
    expect(imported.findings).toEqual([]);
  });

  it('reports the line and column of malformed JSON', async () => {
    expect(await refusalOf(importBytes(bytesOf('{\n "asset": ]\n}'), 'mesh.gltf'))).toMatchObject({
      detail: 'INVALID_JSON',
      location: { line: 2, column: 11 },
    });
  });

  it('reads 32-bit and 8-bit indices', async () => {
    for (const data of [
      { bytes: u32([2, 1, 0]), componentType: 5125, type: 'SCALAR', count: 3 },
      { bytes: Uint8Array.of(2, 1, 0), componentType: 5121, type: 'SCALAR', count: 3 },
    ]) {
      expect(trianglesOf(await read({ ...scene, ...dataSections([positions, data]), ...meshOf({ indices: 1 }) }))).toEqual([[2, 1, 0]]);
    }
  });
});
