import { expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh } from '#core/import/importer';
import type { ImportOptions } from '#core/options/import-options';
import { triangleCount } from '#core/mesh/triangle-mesh';
import { corpusContext, describeCorpus, readCorpus } from './corpus.ts';

const read = (path: string, colliders: ImportOptions['colliders'] = 'apart'): Promise<ImportedMesh> => {
  return importMesh(readCorpus(path), { ...corpusContext(path), options: { colliders } });
};

describeCorpus('colliders of real files', () => {
  it('of a level that only the extension refers to are listed, and read on request', async () => {
    const path = 'level/godot/town_model.gltf';
    const { mesh, colliders = [] } = await read(path);
    expect(triangleCount(mesh)).toBe(30_477);
    expect(colliders).toHaveLength(20);
    const meshes = colliders.filter(({ exact }) => exact === null);
    // 30,453 triangles in 15 meshes, of which that of the ramps (16) stands five times.
    expect(meshes.map(({ triangles }) => triangles).reduce((a, b) => a + b)).toBe(30_453 + 4 * 16);
    expect(colliders.filter(({ exact }) => exact !== null)).toMatchObject([
      { name: 'OuterGroundCollider', exact: { kind: 'box', size: [2048, 10, 2048] } },
    ]);
    expect(triangleCount((await read(path, 'only')).mesh)).toBe(30_453 + 4 * 16 + 12);
    expect(triangleCount((await read(path, 'with')).mesh)).toBe(30_477 + 30_453 + 4 * 16 + 12);
  });

  it('of the examples of OMI are found, triggers too', async () => {
    const reported = async (path: string) =>
      (await read(path)).colliders?.map(({ shape, triangles, isTrigger }) => [shape, triangles, isTrigger]);
    expect(await reported('gltf/omi/convex_hull_only.gltf')).toEqual([['hull', 8, false]]);
    expect(await reported('gltf/omi/box_collider.gltf')).toEqual([['box', 0, false]]);
    expect(await reported('gltf/omi/concave_trimesh.gltf')).toEqual([['triangles', 12, false]]);
    expect(await reported('gltf/omi/simple_car.gltf')).toEqual([...Array(2).fill(['box', 0, false]), ...Array(4).fill(['box', 0, true])]);
    expect(triangleCount((await read('gltf/omi/convex_hull_only.gltf', 'only')).mesh)).toBe(8);
  });

  it('of a car are found by the extras of its nodes', async () => {
    const { mesh } = await read('level/sketchbook/car.glb');
    const shapes = mesh.parts.flatMap(({ role }) => (role === undefined ? [] : [role.shape]));
    expect([shapes.filter((shape) => shape === 'box').length, shapes.filter((shape) => shape === 'sphere').length, shapes.length]).toEqual([
      2, 12, 14,
    ]);
  });
});
