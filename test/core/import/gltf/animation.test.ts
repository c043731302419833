import { describe, expect, it } from 'vitest';
import { openMeshAnimation, openMeshBytes, writeMeshBytes } from '#core/mesh/mesh-bytes';
import { poseAt } from '#core/mesh/animation/pose-at';
import type { ImportedMesh } from '#core/import/importer';
import { f32, findingOf, importBytes, u16 } from '../import-bytes.ts';
import { dataSections, gltfBytes, type Data } from './gltf-fixture.ts';

const corners: Data = {
  bytes: f32([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  componentType: 5126,
  type: 'VEC3',
  count: 3,
  accessor: { min: [0, 0, 0], max: [1, 1, 0] },
};
const floats = (values: readonly number[], type: string, components: number): Data => ({
  bytes: f32(values),
  componentType: 5126,
  type,
  count: values.length / components,
});
const times = floats([0, 1], 'SCALAR', 1);
const channel = (node: number, path: string, sampler = 0): unknown => ({ sampler, target: { node, path } });
const read = (document: Record<string, unknown>): Promise<ImportedMesh> =>
  importBytes(gltfBytes({ scenes: [{ nodes: [0] }], ...document }), 'mesh.gltf');

/** Corner `vertex` of the mesh at a time of its first clip. */
function cornerAt({ mesh, animation }: ImportedMesh, seconds: number, vertex: number): number[] {
  const positions = mesh.positions.slice();
  if (animation != null) poseAt(animation, animation.clips[0]!, seconds, positions);
  return [...positions.subarray(3 * vertex, 3 * vertex + 3)];
}

describe('animations of glTF', () => {
  it('move what lies at a node and below it, and nothing else', async () => {
    const imported = await read({
      scenes: [{ nodes: [0, 2] }],
      nodes: [
        { translation: [5, 0, 0], children: [1] },
        { mesh: 0, translation: [0, 1, 0] },
        { mesh: 0, translation: [0, 0, 7] },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      animations: [{ name: 'Go', samplers: [{ input: 1, output: 2 }], channels: [channel(0, 'translation')] }],
      ...dataSections([corners, times, floats([5, 0, 0, 9, 0, 0], 'VEC3', 3)]),
    });
    expect(imported.animation?.clips.map(({ name, seconds }) => [name, seconds])).toEqual([['Go', 1]]);
    expect(imported.animation?.runs).toHaveLength(1);
    expect(cornerAt(imported, 0, 1)).toEqual([6, 1, 0]);
    expect(cornerAt(imported, 0.5, 1)).toEqual([8, 1, 0]);
    expect(cornerAt(imported, 0.5, 3)).toEqual([0, 0, 7]);
  });

  it('add morph targets by their weights, from the node’s own on', async () => {
    const imported = await read({
      nodes: [{ mesh: 0, weights: [0, 0.5] }],
      meshes: [{ weights: [1, 1], primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 3 }, { POSITION: 4 }] }] }],
      animations: [
        { samplers: [{ input: 1, output: 2 }], channels: [channel(0, 'weights')] },
        { name: 'still', samplers: [{ input: 1, output: 5 }], channels: [channel(0, 'scale')] },
      ],
      ...dataSections([
        corners,
        times,
        floats([0, 0.5, 1, 0.5], 'SCALAR', 1),
        floats([0, 0, 4, 0, 0, 0, 0, 0, 0], 'VEC3', 3),
        floats([0, 2, 0, 0, 0, 0, 0, 0, 0], 'VEC3', 3),
        floats([1, 1, 1, 1, 1, 1], 'VEC3', 3),
      ]),
    });
    expect([0, 0.5, 1].map((seconds) => cornerAt(imported, seconds, 0))).toEqual([
      [0, 1, 0],
      [0, 1, 2],
      [0, 1, 4],
    ]);
    const positions = imported.mesh.positions.slice();
    poseAt(imported.animation!, imported.animation!.clips[1]!, 0, positions);
    expect([...positions.subarray(0, 3)]).toEqual([0, 1, 0]);
  });

  const skinned = (
    change: Record<string, unknown> = {},
    joints = [0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 9, 9],
    weights = [0.5, 0.5, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0],
  ): Record<string, unknown> => ({
    scenes: [{ nodes: [0, 1, 2] }],
    nodes: [{ mesh: 0, skin: 0, translation: [100, 0, 0] }, { name: 'a' }, { name: 'b', translation: [0, 0, 1] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 3, WEIGHTS_0: 4 } }] }],
    skins: [{ joints: [1, 2], inverseBindMatrices: 5 }],
    animations: [{ samplers: [{ input: 1, output: 2 }], channels: [channel(2, 'translation')] }],
    ...dataSections([
      corners,
      times,
      floats([0, 0, 1, 0, 6, 1], 'VEC3', 3),
      { bytes: u16(joints), componentType: 5123, type: 'VEC4', count: 3 },
      floats(weights, 'VEC4', 4),
      floats([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -1, 1], 'MAT4', 16),
    ]),
    ...change,
  });

  it('place a skin by its joints alone, half by each where they weigh alike', async () => {
    const imported = await read(skinned());
    expect(cornerAt(imported, 0, 0)).toEqual([0, 0, 0]);
    expect([0, 1, 2].map((vertex) => cornerAt(imported, 1, vertex))).toEqual([
      [0, 3, 0],
      [1, 6, 0],
      [0, 7, 0],
    ]);
  });

  it('travel with the mesh through bytes', async () => {
    const { mesh, animation } = await read(skinned());
    const bytes = writeMeshBytes(mesh, (length) => new SharedArrayBuffer(length), animation);
    expect(openMeshBytes(bytes)).toEqual(mesh);
    expect(openMeshAnimation(bytes)).toEqual(animation);
    expect(openMeshAnimation(writeMeshBytes(mesh, (length) => new ArrayBuffer(length)))).toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ['a sampler that is not there', { animations: [{ samplers: [], channels: [channel(2, 'translation')] }] }],
    ['an accessor that is not there', { animations: [{ samplers: [{ input: 99, output: 2 }], channels: [channel(2, 'translation')] }] }],
    ['times that fall', { animations: [{ samplers: [{ input: 2, output: 2 }], channels: [channel(2, 'translation')] }] }],
    ['too few values', { animations: [{ samplers: [{ input: 1, output: 1 }], channels: [channel(2, 'translation')] }] }],
    [
      'an interpolation of no name',
      { animations: [{ samplers: [{ input: 1, output: 2, interpolation: 'CURVE' }], channels: [channel(2, 'translation')] }] },
    ],
    ['a node that is not there', { animations: [{ samplers: [{ input: 1, output: 2 }], channels: [channel(-1, 'translation')] }] }],
    ['no list of channels', { animations: [{ samplers: [{ input: 1, output: 2 }], channels: 5 }] }],
    ['an animation that is a number', { animations: [5] }],
    ['a skin that is not there', { skins: [] }],
    ['a joint outside the scene', { scenes: [{ nodes: [0, 2] }] }],
    ['joints beyond the list', skinned({}, [7, 1, 0, 0, 1, 0, 0, 0, 1, 1, 9, 9])],
    ['a weight below none', skinned({}, undefined, [-1, 0.5, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0])],
    ['too few matrices', { skins: [{ joints: [1, 2, 1], inverseBindMatrices: 5 }] }],
  ])('with %s leave the mesh at rest, and say so', async (_, change) => {
    const imported = await read(skinned(change));
    expect(imported.animation).toBeNull();
    expect(imported.findings.filter(({ message }) => message.startsWith('The animations cannot be played: '))).toMatchObject([
      { code: 'not-applied', severity: 'warning', count: 1 },
    ]);
    expect([...imported.mesh.positions.subarray(0, 3)]).toEqual([100, 0, 0]);
  });

  it('of a property that places nothing, or of no node, are none', async () => {
    for (const target of [{ node: 0, path: 'pointer' }, { path: 'translation' }]) {
      const imported = await read(skinned({ animations: [{ samplers: [{ input: 1, output: 2 }], channels: [{ sampler: 0, target }] }] }));
      expect(imported.animation).toBeNull();
      expect(findingOf(imported, 'not-applied')?.severity).toBe('info');
    }
  });
});
