import { describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import { importMesh } from '#core/import/import-mesh';
import { openMeshBytes, writeMeshBytes } from '#core/mesh/mesh-bytes';
import { beginMaterial, materialCounts, materialOf, materialRuns, readMaterials, takeMaterials } from '#core/mesh/surface-materials';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { bytesOf } from '../import/import-bytes.ts';
import { inputOf, treeOf } from '../bake/bake-input.ts';

const all = ({ materials, indices }: TriangleMesh) => Array.from({ length: indices.length / 3 }, (_, t) => materialOf(materials, t));
const read = async (text: string, name = 'a.obj', options = {}): Promise<TriangleMesh> => {
  return (await importMesh(bytesOf(text), { fileName: name, progress: () => {}, readSideFile: async () => null, options })).mesh;
};
const points = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\n';

describe('materials of a surface', () => {
  it('come from usemtl, whose empty name ends one, over objects and quads', async () => {
    const mesh = await read(
      `${points}f 1 2 3\nusemtl stone wall\nf 1 2 3 4\no b\nf 2 3 4\nusemtl\nf 1 2 4\nusemtl ice\nusemtl mud\nf 1 2 3\nusemtl stone wall\nf 1 3 4\nusemtl ice\n`,
    );
    expect(all(mesh)).toEqual([null, 'stone wall', 'stone wall', 'stone wall', null, 'mud', 'stone wall']);
    expect(mesh.materials).toEqual({ names: ['stone wall', 'mud'], runs: [0, -1, 1, 0, 4, -1, 5, 1, 6, 0] });
    expect(materialCounts(mesh.materials!, 7)).toEqual([4, 1]);
    expect((await read(`${points}f 1 2 3\n`)).materials).toBeUndefined();
  });

  it('stay with their triangles when faces of missing vertices go, and when only colliders stay', async () => {
    const mesh = await read(
      `${points}usemtl a\nf 1 2 99\nusemtl b\nf 1 2 3\nf 1 99 3\no UCX_x\nusemtl c\nf 2 3 4\nf 1 2 98\nusemtl d\nf 1 2 4\n`,
    );
    expect(all(mesh)).toEqual(['b', 'c', 'd']);
    expect(mesh.materials?.names).toEqual(['b', 'c', 'd']);
    const file = `${points}usemtl b\nf 1 2 3\no UCX_x\nusemtl c\nf 2 3 4\nusemtl d\nf 1 2 4\n`;
    expect(all(await read(file, 'a.obj', { colliders: 'only' }))).toEqual(['c', 'd']);
  });

  it('come from the primitives of a glTF, by name or number', async () => {
    const primitive = (material?: number): object => ({ attributes: { POSITION: 0 }, ...(material !== undefined && { material }) });
    const document = {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [primitive(1), primitive(), primitive(0)] }],
      materials: [{}, { name: 'grass' }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0] }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${Buffer.alloc(36).toString('base64')}` }],
    };
    expect(all(await read(JSON.stringify(document), 'a.gltf'))).toEqual(['grass', null, 'material 0']);
  });

  it('are kept by messages, by .boxwood and by OBJ', async () => {
    const mesh = await read(`${points}f 1 2 3\nusemtl a\\b\nf 1 2 3 4\nusemtl c\nf 2 3 4\n`);
    expect(openMeshBytes(writeMeshBytes(mesh, (size) => new ArrayBuffer(size))).materials).toEqual(mesh.materials);
    expect(readBoxwoodFile(bakeMesh('boxwood', inputOf(mesh, [treeOf(mesh)])).bytes).mesh.materials).toEqual(mesh.materials);
    expect(all(await read(new TextDecoder().decode(bakeMesh('obj', inputOf(mesh, [])).bytes)))).toEqual([null, 'a_b', 'a_b', 'c']);
  });

  it('are found by run, and only sound runs are read', () => {
    const made = materialRuns();
    for (let t = 0; t < 100; t++) beginMaterial(made, t, ['x', 'y', null][Math.floor(t / 7) % 3]!);
    const { materials } = takeMaterials(made, 100);
    for (let t = 0; t < 100; t++) expect(materialOf(materials, t)).toBe(['x', 'y', null][Math.floor(t / 7) % 3]);
    expect(materialOf(undefined, 3)).toBeNull();
    expect(readMaterials(JSON.parse(JSON.stringify(materials)), 100)).toEqual(materials);
    for (const wrong of [
      null,
      {},
      { names: [1], runs: [] },
      { names: [], runs: [0] },
      { names: [], runs: [0, 0] },
      { names: ['a'], runs: [1, 0] },
      { names: ['a'], runs: [0, 0, 0, -1] },
      { names: ['a'], runs: [0, 0, 100, -1] },
      { names: ['a'], runs: [0, 0.5] },
    ]) {
      expect(readMaterials(wrong, 100)).toBeNull();
    }
  });
});
