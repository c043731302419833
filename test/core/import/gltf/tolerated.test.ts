import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '#core/import/importer';
import { dataSections, dataUri, gltfBytes, type Data } from './gltf-fixture.ts';
import { bytesOf, codesOf, f32, findingOf, importBytes, partsOf, refusalOf, trianglesOf, u16, u32 } from '../import-bytes.ts';

const points = [0, 0, 0, 1, 0, 0, 0, 1, 0];
const bounds = { min: [0, 0, 0], max: [1, 1, 0] };
const positions: Data = { bytes: f32(points), componentType: 5126, type: 'VEC3', count: 3, accessor: bounds };
const indices: Data = { bytes: u16([0, 1, 2]), componentType: 5123, type: 'SCALAR', count: 3 };
const meshes = [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }];
const scene = { scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], meshes };

const read = (document: Record<string, unknown>): Promise<ImportedMesh> => importBytes(gltfBytes(document), 'mesh.gltf');

/** The triangle in one buffer, with members added to its views. */
function views(ofPositions: Record<string, unknown>, ofIndices: Record<string, unknown> = {}): Record<string, unknown> {
  const buffer = bytesOf(f32(points), u16([0, 1, 2]));
  return {
    buffers: [{ byteLength: buffer.length, uri: dataUri(buffer) }],
    bufferViews: [
      { buffer: 0, byteLength: 36, ...ofPositions },
      { buffer: 0, byteOffset: 36, byteLength: 6, ...ofIndices },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, type: 'VEC3', count: 3, ...bounds },
      { bufferView: 1, componentType: 5123, type: 'SCALAR', count: 3 },
    ],
  };
}

/** Chunks as written, without padding, and the declared length. */
function glb(chunks: readonly (readonly [type: string, bytes: Uint8Array])[], more = 0): Uint8Array {
  const body = bytesOf(...chunks.map(([type, bytes]) => bytesOf(u32([bytes.length]), type, bytes)), new Uint8Array(more));
  return bytesOf('glTF', u32([2, 12 + body.length]), body);
}

describe('a violation of glTF with one clear reading is a finding', () => {
  it('a scene that lists a node with a parent places it without the parent', async () => {
    const nodes = [{ name: 'tmpParent', children: [1], translation: [5, 0, 0] }, { mesh: 0 }];
    const imported = await read({ ...scene, ...dataSections([positions, indices]), nodes, scenes: [{ nodes: [1] }] });
    expect([...imported.mesh.positions]).toEqual(points);
    expect(imported.findings).toMatchObject([
      {
        code: 'format-violation',
        severity: 'warning',
        detail: 'SCENE_NON_ROOT_NODE',
        message: 'The scene lists nodes that have a parent: they are placed without the transforms of their parents',
        locations: [{ pointer: '/scenes/0/nodes/0' }],
      },
    ]);
  });

  it('a model as UniGLTF 1.27 exports it, whose scene lists the child of a temporary parent, is read whole', async () => {
    const identity = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
    const second: Data = { ...indices, bytes: u16([0, 2, 1]) };
    const normals: Data = { ...positions, bytes: f32([0, 0, 1, 0, 0, 1, 0, 0, 1]), accessor: { normalized: false } };
    const primitive = { mode: 4, attributes: { POSITION: 0, NORMAL: 1 } };
    const imported = await read({
      ...dataSections([positions, normals, indices, second]),
      asset: { generator: 'UniGLTF-1.27', version: '2.0' },
      materials: ['_defaultMat', 'metal'].map((name) => ({ name, doubleSided: false, pbrMetallicRoughness: { metallicFactor: 0 } })),
      meshes: [{ name: 'crate', primitives: [2, 3].map((at, material) => ({ ...primitive, indices: at, material })) }],
      nodes: [
        { name: 'tmpParent', children: [1], ...identity },
        { name: 'crate', children: [2, 3], ...identity },
        { name: 'lid', mesh: 0, ...identity, translation: [0, 0, 4] },
        { name: 'body', mesh: 0, ...identity, rotation: [0, 0, 1, 0], scale: [2, 2, 2] },
      ],
      scenes: [{ nodes: [1] }],
      scene: 0,
    });
    expect(codesOf(imported)).toEqual(['format-violation']);
    expect(partsOf(imported).map(([name]) => name)).toEqual(['lid/0', 'lid/1', 'body/0', 'body/1']);
    expect(trianglesOf(imported)).toHaveLength(4);
    const { positions: placed } = imported.mesh;
    const [min, max] = [Math.min, Math.max].map((end) => [0, 1, 2].map((axis) => end(...placed.filter((_, i) => i % 3 === axis))));
    expect([min, max].map((point) => point?.map((x) => Math.round(x) + 0))).toEqual([
      [-2, -2, 0],
      [1, 1, 4],
    ]);
  });

  it('but a scene that lists a node and its descendant would place it twice, and is refused', async () => {
    const nodes = [{ children: [1] }, { children: [2] }, { mesh: 0 }];
    const twice = read({ ...scene, ...dataSections([positions, indices]), nodes, scenes: [{ nodes: [2, 0] }] });
    expect(await refusalOf(twice)).toMatchObject({ code: 'malformed', detail: 'SCENE_NON_ROOT_NODE' });
  });

  it('chunks of a GLB whose lengths are not multiples of 4, if they fill the declared length', async () => {
    const buffer = bytesOf(f32(points), u16([0, 1, 2]));
    const { bufferViews, accessors } = views({});
    const document = { ...scene, bufferViews, accessors, buffers: [{ byteLength: 42 }] };
    // 1 or 2 blanks, so that the length is odd.
    const json = (odd: number): Uint8Array => {
      const bytes = gltfBytes(document);
      return bytesOf(bytes, ' '.repeat(1 + ((bytes.length + odd) % 2)));
    };
    const imported = await importBytes(
      glb([
        ['JSON', json(0)],
        ['BIN\0', buffer],
      ]),
      'a.glb',
    ); // prettier-ignore
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect([...imported.mesh.positions]).toEqual(points);
    expect(findingOf(imported, 'format-violation')).toMatchObject({
      count: 2,
      detail: 'GLB_CHUNK_LENGTH_UNALIGNED',
      locations: [{ byte: 12 }, {}],
    });
    // Padding that no length counts: the next chunk could begin at either byte.
    const padded = importBytes(
      glb(
        [
          ['JSON', json(0)],
          ['BIN\0', buffer],
        ],
        2,
      ),
      'a.glb',
    ); // prettier-ignore
    expect(await refusalOf(padded)).toMatchObject({ code: 'malformed', detail: 'GLB_CHUNK_LENGTH_UNALIGNED', location: { byte: 12 } });
  });

  it.each([
    ['too short', { min: [0, 0] }],
    ['too long', { max: [1, 1, 0, 0] }],
    ['empty', { max: [] }],
  ])('bounds of an accessor that are %s', async (_, accessor) => {
    const wrong = { ...positions, accessor: { ...bounds, ...accessor } };
    const imported = await read({ ...scene, ...dataSections([wrong, indices]) });
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect([...new Set(codesOf(imported))]).toEqual(['format-violation']);
  });

  it.each([
    ['0, as in OpenGL', { byteStride: 0 }, {}],
    ['2, the size of its elements', {}, { byteStride: 2 }],
  ])('a stride of %s', async (_, ofPositions, ofIndices) => {
    const imported = await read({ ...scene, ...views(ofPositions, ofIndices) });
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect([...imported.mesh.positions]).toEqual(points);
    expect(findingOf(imported, 'format-violation')?.locations[0]?.pointer).toMatch(/byteStride$|indices$/);
  });

  it('but a stride that overlaps its elements is refused', async () => {
    expect(await refusalOf(read({ ...scene, ...views({ byteStride: 2 }) }))).toMatchObject({
      code: 'malformed',
      location: { pointer: '/bufferViews/0/byteStride' },
    });
  });

  it('an accessor without elements', async () => {
    const none: Data = { ...indices, count: 0 };
    const empty = { primitives: [{ attributes: { POSITION: 0 }, indices: 2 }] };
    const document = {
      ...scene,
      ...dataSections([positions, indices, none]),
      meshes: [...meshes, empty],
      nodes: [{ mesh: 0 }, { mesh: 1 }],
    };
    const imported = await read({ ...document, scenes: [{ nodes: [0, 1] }] });
    expect(partsOf(imported)).toEqual([['node 0', 0, 1]]);
    expect(imported.findings).toMatchObject([{ code: 'format-violation', locations: [{ pointer: '/accessors/2/count' }] }]);
  });
});

describe('a required extension', () => {
  it.each([
    'KHR_technique_webgl',
    'KHR_techniques_webgl',
    'GOOGLE_texture_basis',
    'EXT_mesh_features',
    'EXT_structural_metadata',
    'VRM',
    'MSFT_lod',
  ])('%s does not touch the geometry, so the file is read with a finding', async (name) => {
    const imported = await read({ ...scene, ...dataSections([positions, indices]), extensionsUsed: [name], extensionsRequired: [name] });
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect(imported.findings).toMatchObject([
      { code: 'not-applied', severity: 'info', count: 1, locations: [{ pointer: '/extensionsRequired/0' }] },
    ]);
    expect(imported.findings[0]?.message).toContain(name);
  });
});

describe('glTF 1.0', () => {
  it.each([
    [1, 'glTF 1.0 is not read'],
    [1.1, 'glTF 1.1 is not read'],
    ['1.0', 'glTF 1.0 is not read'],
  ])('is refused by name, also with the version %j', async (version, message) => {
    const refused = importBytes(gltfBytes({ asset: { version }, meshes: {} }), 'a.gltf');
    expect(await refusalOf(refused)).toMatchObject({ code: 'unsupported-dialect', message, location: { pointer: '/asset/version' } });
  });
});
