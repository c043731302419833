import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '#core/import/importer';
import { codesOf, f32, importBytes, partsOf, refusalOf, trianglesOf } from '../import-bytes.ts';
import { dataSections, gltfBytes, type Data } from './gltf-fixture.ts';

const triangle: Data = {
  bytes: f32([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  componentType: 5126,
  type: 'VEC3',
  count: 3,
  accessor: { min: [0, 0, 0], max: [1, 1, 0] },
};
const vectors = (...values: number[]): Data => ({ bytes: f32(values), componentType: 5126, type: 'VEC3', count: values.length / 3 });
/** No turn, and half a turn about z, as normalised bytes. */
const turns: Data = {
  bytes: Uint8Array.of(0, 0, 0, 127, 0, 0, 127, 0),
  componentType: 5120,
  type: 'VEC4',
  count: 2,
  accessor: { normalized: true },
};

const rest = {
  scenes: [{ nodes: [0] }],
  meshes: [{ name: 'leaf', primitives: [{ attributes: { POSITION: 0 } }] }],
  extensionsUsed: ['EXT_mesh_gpu_instancing'],
  extensionsRequired: ['EXT_mesh_gpu_instancing'],
};
const node = (attributes: unknown, more: Record<string, unknown> = {}) => ({
  name: 'tree',
  mesh: 0,
  ...more,
  extensions: { EXT_mesh_gpu_instancing: { attributes } },
});
const read = (document: Record<string, unknown>): Promise<ImportedMesh> => importBytes(gltfBytes({ ...rest, ...document }), 'mesh.gltf');
const pointOf = ({ mesh }: ImportedMesh, vertex: number): number[] =>
  [...mesh.positions.subarray(3 * vertex, 3 * vertex + 3)].map((value) => value + 0);

describe('the instances of EXT_mesh_gpu_instancing', () => {
  it('are one part each, placed by node · T · R · S, in the place of the node', async () => {
    const sections = dataSections([triangle, vectors(10, 0, 0, 20, 0, 0), turns, vectors(1, 1, 1, 2, 3, 1)]);
    const imported = await read({ ...sections, nodes: [node({ TRANSLATION: 1, ROTATION: 2, SCALE: 3 }, { scale: [2, 2, 2] })] });
    expect(partsOf(imported)).toEqual([
      ['tree[0]', 0, 1],
      ['tree[1]', 1, 1],
    ]);
    expect([pointOf(imported, 0), pointOf(imported, 1), pointOf(imported, 2)]).toEqual([
      [20, 0, 0],
      [22, 0, 0],
      [20, 2, 0],
    ]);
    // Scaled by (2, 3), turned half, moved by 20, and all of it twice as large.
    expect([pointOf(imported, 3), pointOf(imported, 4), pointOf(imported, 5)]).toEqual([
      [40, 0, 0],
      [36, 0, 0],
      [40, -6, 0],
    ]);
    expect(codesOf(imported)).toEqual([]);
  });

  it('turn their winding one by one when they mirror', async () => {
    const imported = await read({ ...dataSections([triangle, vectors(1, 1, 1, -1, 1, 1)]), nodes: [node({ SCALE: 1 })] });
    expect(trianglesOf(imported)).toEqual([
      [0, 1, 2],
      [3, 5, 4],
    ]);
  });

  it('are counted by an attribute of their own where they are not placed', async () => {
    const ids: Data = { bytes: Uint8Array.of(7, 8, 9), componentType: 5121, type: 'SCALAR', count: 3 };
    expect(partsOf(await read({ ...dataSections([triangle, ids]), nodes: [node({ _ID: 1 })] }))).toHaveLength(3);
  });

  it.each([
    ['no attributes', undefined, 'malformed', ''],
    ['an empty list of them', {}, 'malformed', ''],
    ['an accessor that is no number', { SCALE: 'x' }, 'malformed', '/attributes/SCALE'],
    ['an accessor that is not there', { SCALE: 99 }, 'index-out-of-range', '/attributes/SCALE'],
    ['too few components', { ROTATION: 1 }, 'malformed', '/attributes/ROTATION'],
    ['counts that differ', { TRANSLATION: 0, SCALE: 1 }, 'malformed', '/attributes/SCALE'],
    ['more copies than any memory', { TRANSLATION: 2 }, 'too-large', undefined],
  ])('are refused with %s', async (_, attributes, code, field) => {
    const sections = dataSections([triangle, vectors(1, 1, 1, 2, 2, 2)]);
    const zeros = { componentType: 5126, type: 'VEC3', count: 2 ** 21 };
    const accessors = [...(sections['accessors'] as unknown[]), zeros];
    const refusal = await refusalOf(read({ ...sections, accessors, nodes: [node(attributes)] }));
    expect(refusal.code).toBe(code);
    if (field !== undefined) expect(refusal.location.pointer).toBe(`/nodes/0/extensions/EXT_mesh_gpu_instancing${field}`);
  });
});
