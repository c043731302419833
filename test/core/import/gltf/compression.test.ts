import { describe, expect, it } from 'vitest';
import { InspectorError, type InspectorErrorData } from '#core/error';
import { dracoCounts } from '#core/import/draco/draco-counts';
import { importMesh } from '#core/import/import-mesh';
import type { DecodeDraco, ImportedMesh } from '#core/import/importer';
import { createDracoDecoder } from '../../../../main/worker/draco-decoder.ts';
import { encodeDraco } from '../../../fixtures/draco.ts';
import { bytesOf, codesOf, f32, findingOf, refusalOf, trianglesOf, u16, u32 } from '../import-bytes.ts';
import { dracoDocument, meshoptSections, type MeshoptView } from './compressed-fixture.ts';
import { gltfBytes } from './gltf-fixture.ts';

const indices = Uint32Array.of(0, 1, 2, 0, 2, 3);
const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const steps = Int16Array.from(square, (value) => 32767 * value);
const pointer = '/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression';

function read(document: Record<string, unknown>, decodeDraco?: DecodeDraco): Promise<ImportedMesh> {
  return importMesh(gltfBytes(document), { fileName: 'mesh.gltf', progress: () => {}, readSideFile: async () => null, decodeDraco });
}

/** Corner positions of each triangle, its least corner first: encoders renumber vertices and turn triangles round. */
function corners({ mesh }: ImportedMesh): readonly string[] {
  return Array.from({ length: mesh.indices.length / 3 }, (_, t) => {
    const points = [0, 1, 2].map((k) =>
      String(
        [...mesh.positions.subarray(3 * mesh.indices[3 * t + k]!, 3 * mesh.indices[3 * t + k]! + 3)].map(
          (value) => Math.round(value * 1e4) / 1e4 + 0,
        ),
      ),
    );
    const first = points.indexOf([...points].sort()[0]!);
    return [...points.slice(first), ...points.slice(0, first)].join(' ');
  }).sort();
}

const squareCorners = ['0,0,0 1,0,0 1,1,0', '0,0,0 1,1,0 0,1,0'];

describe('glTF compressed with Draco', () => {
  it.each([
    ['sequential', false],
    ['edgebreaker', false],
    ['edgebreaker', true],
    ['sequential', true],
  ] as const)('is read: %s, metadata %s', async (method, metadata) => {
    const stream = await encodeDraco({ positions: Float32Array.from(square), indices, method, metadata });
    expect(dracoCounts(stream)).toEqual({ faces: 2 });
    const imported = await read(dracoDocument(stream, 4, 6), createDracoDecoder());
    expect(corners(imported)).toEqual(squareCorners);
    expect(codesOf(imported)).toEqual([]);
  });

  it('makes fractions of normalised integers, and only of those', async () => {
    const stream = await encodeDraco({ positions: steps, indices, method: 'edgebreaker' });
    const quantised = { componentType: 5122, min: [0, 0, 0], max: [32767, 32767, 0] };
    const extensions = { extensionsUsed: ['KHR_draco_mesh_compression', 'KHR_mesh_quantization'] };
    const normalized = await read(
      { ...dracoDocument(stream, 4, 6, { ...quantised, normalized: true }), ...extensions },
      createDracoDecoder(),
    );
    expect(corners(normalized)).toEqual(squareCorners);
    const whole = await read({ ...dracoDocument(stream, 4, 6, quantised), ...extensions }, createDracoDecoder());
    expect(Math.max(...whole.mesh.positions)).toBe(32767);
  });

  it('reports decoded counts that differ from the declared ones, and uses the decoded ones', async () => {
    const stream = await encodeDraco({ positions: Float32Array.from(square), indices, method: 'edgebreaker' });
    const imported = await read(dracoDocument(stream, 7, 6), createDracoDecoder());
    expect(imported.mesh.positions).toHaveLength(12);
    expect(findingOf(imported, 'count-mismatch')?.locations).toEqual([{ file: 'mesh.gltf', pointer }]);
  });

  it('is refused without a decoder, with the name of the required extension', async () => {
    const stream = await encodeDraco({ positions: Float32Array.from(square), indices, method: 'edgebreaker' });
    expect(await refusalOf(read(dracoDocument(stream, 4, 6)))).toMatchObject({
      code: 'unsupported-feature',
      location: { pointer: '/extensionsRequired/0' },
    });
    const optional = { ...dracoDocument(stream, 4, 6), extensionsRequired: undefined };
    expect(await refusalOf(read(optional))).toMatchObject({ code: 'unsupported-feature', location: { pointer } });
  });

  it.each<[string, (stream: Uint8Array) => Uint8Array, InspectorErrorData['code']]>([
    ['that is cut off', (stream) => stream.subarray(0, stream.length - 9), 'malformed'],
    ['that is no Draco', (stream) => stream.map((byte, i) => (i === 0 ? 0 : byte)), 'malformed'],
    ['of another version', (stream) => stream.map((byte, i) => (i === 6 ? 9 : byte)), 'malformed'],
    ['that is a point cloud', (stream) => stream.map((byte, i) => (i === 7 ? 0 : byte)), 'malformed'],
    ['that ends in its header', (stream) => stream.subarray(0, 11), 'malformed'],
    [
      'that declares faces without end',
      (stream) => bytesOf(stream.subarray(0, 11), 255, 255, 255, 255, 7, stream.subarray(12)),
      'count-exceeds-file',
    ],
    [
      'whose metadata nest without end',
      (stream) => bytesOf(stream.subarray(0, 9), 0, 0x80, 0, 0, 255, 255, 255, 255, 15, ...new Array<number>(99).fill(0)),
      'malformed',
    ],
  ])('is refused for a stream %s, with the pointer', async (_, damage, code) => {
    const stream = damage(await encodeDraco({ positions: Float32Array.from(square), indices, method: 'sequential' }));
    expect(await refusalOf(read(dracoDocument(stream, 4, 6), createDracoDecoder()))).toMatchObject({ code, location: { pointer } });
  });

  it.each([
    ['an attribute that is not in it', { bufferView: 0, attributes: { POSITION: 7 } }],
    ['no attributes', { bufferView: 0 }],
    ['a view that is a text', { bufferView: 'x', attributes: { POSITION: 0 } }],
    ['nothing at all', 5],
  ])('is refused for an extension with %s', async (_, extension) => {
    const stream = await encodeDraco({ positions: Float32Array.from(square), indices, method: 'sequential' });
    const document = dracoDocument(stream, 4, 6);
    const meshes = [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, extensions: { KHR_draco_mesh_compression: extension } }] }];
    const refusal = await refusalOf(read({ ...document, meshes }, createDracoDecoder()));
    expect(refusal.code).toBe('malformed');
    expect(refusal.location.pointer).toContain('/meshes/0/primitives/0');
  });

  it('puts whatever a decoder throws into words, but for cancelling', async () => {
    const stream = await encodeDraco({ positions: Float32Array.from(square), indices, method: 'sequential' });
    const throwing = (error: unknown) => refusalOf(read(dracoDocument(stream, 4, 6), () => Promise.reject(error)));
    expect(await throwing(new TypeError('x is not a function'))).toMatchObject({
      code: 'malformed',
      detail: 'x is not a function',
      location: { pointer },
    });
    expect(await throwing(new Error('Aborted(OOM)'))).toMatchObject({ code: 'too-large' });
    expect(await throwing(new InspectorError({ code: 'cancelled', message: 'Cancelled', fix: 'x', location: {} }))).toMatchObject({
      code: 'cancelled',
    });
  });

  it('is read by a decoder that failed before', async () => {
    const decoder = createDracoDecoder();
    const stream = await encodeDraco({ positions: Float32Array.from(square), indices, method: 'edgebreaker' });
    await refusalOf(read(dracoDocument(stream.subarray(0, stream.length - 9), 4, 6), decoder));
    expect(corners(await read(dracoDocument(stream, 4, 6), decoder))).toEqual(squareCorners);
  });
});

const accessors = [
  { bufferView: 0, componentType: 5126, type: 'VEC3', count: 4, min: [0, 0, 0], max: [1, 1, 0] },
  { bufferView: 1, componentType: 5123, type: 'SCALAR', count: 6 },
];
const rest = {
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  accessors,
};
const positionView: MeshoptView = { bytes: f32(square), stride: 12, mode: 'ATTRIBUTES' };
const indexView: MeshoptView = { bytes: u16([...indices]), stride: 2, mode: 'TRIANGLES' };

describe('glTF compressed with meshopt', () => {
  it.each([
    ['EXT_meshopt_compression', 0, 'TRIANGLES'],
    ['KHR_meshopt_compression', 1, 'TRIANGLES'],
    ['KHR_meshopt_compression', 0, 'INDICES'],
  ] as const)('is read as %s, version %i, %s; its fallback is not requested', async (name, version, mode) => {
    const imported = await read({ ...rest, ...(await meshoptSections(name, [positionView, { ...indexView, mode }], version)) });
    expect([...imported.mesh.positions]).toEqual(square);
    expect(corners(imported)).toEqual(squareCorners);
    expect(codesOf(imported)).toEqual([]);
  });

  it('reads 32-bit indices and the filter of exponents', async () => {
    // One mantissa of 24 bits and an exponent of 8 for each number: 1 · 2^0 is 0x00000001.
    const ones = u32(square.map((value) => (value === 0 ? 0 : 1)));
    const views: MeshoptView[] = [
      { bytes: ones, stride: 12, mode: 'ATTRIBUTES', fields: { filter: 'EXPONENTIAL' } },
      { bytes: u32([...indices]), stride: 4, mode: 'TRIANGLES' },
    ];
    const wide = [accessors[0], { ...accessors[1], componentType: 5125 }];
    const imported = await read({ ...rest, ...(await meshoptSections('EXT_meshopt_compression', views)), accessors: wide });
    expect(corners(imported)).toEqual(squareCorners);
  });

  it.each<[string, Record<string, unknown>, InspectorErrorData['code'], string]>([
    ['a stride that no codec has', { byteStride: 6 }, 'malformed', '/byteStride'],
    ['a count that does not fill the view', { count: 5 }, 'malformed', '/count'],
    ['a mode that is unknown', { mode: 'LINES' }, 'malformed', '/mode'],
    ['a filter that is unknown', { filter: 'BLUR' }, 'malformed', '/filter'],
    ['a filter for another stride', { filter: 'QUATERNION' }, 'malformed', '/filter'],
    ['a buffer that is not there', { buffer: 9 }, 'index-out-of-range', '/buffer'],
    ['bytes that the buffer has not', { byteOffset: 1e6 }, 'count-exceeds-file', ''],
    ['a length that is negative', { byteLength: -1 }, 'malformed', '/byteLength'],
    ['too few bytes', { byteLength: 0 }, 'count-exceeds-file', '/count'],
    ['bytes that are cut off', { byteLength: 30 }, 'malformed', ''],
    ['the fallback as its source', { buffer: 1 }, 'missing-file', ''],
  ])('is refused with %s', async (_, fields, code, field) => {
    const sections = await meshoptSections('EXT_meshopt_compression', [{ ...positionView, fields }, indexView]);
    const refusal = await refusalOf(read({ ...rest, ...sections }));
    expect(refusal).toMatchObject({ code, location: { pointer: `/bufferViews/0/extensions/EXT_meshopt_compression${field}` } });
  });

  it('is refused when a view declares more than its bytes could ever hold', async () => {
    const sections = await meshoptSections('KHR_meshopt_compression', [{ ...positionView, fields: { count: 1e8 } }, indexView]);
    const [first, second] = sections['bufferViews'] as [Record<string, unknown>, Record<string, unknown>];
    const [compressed, fallback] = sections['buffers'] as [Record<string, unknown>, Record<string, unknown>];
    const views = [
      { ...first, byteLength: 1.2e9 },
      { ...second, byteOffset: 1.2e9 },
    ];
    const huge = { ...rest, ...sections, bufferViews: views, buffers: [compressed, { ...fallback, byteLength: 1.2e9 + 12 }] };
    expect(await refusalOf(read(huge))).toMatchObject({ code: 'count-exceeds-file' });
  });

  it('leaves alone what no geometry needs', async () => {
    const sections = await meshoptSections('EXT_meshopt_compression', [
      positionView,
      indexView,
      { ...positionView, fields: { mode: 'LINES' } },
    ]);
    const normals = { bufferView: 2, componentType: 5126, type: 'VEC3', count: 4 };
    const meshes = [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 2 }, indices: 1 }] }];
    const imported = await read({ ...rest, ...sections, meshes, accessors: [...accessors, normals] });
    expect(trianglesOf(imported)).toHaveLength(2);
  });
});
