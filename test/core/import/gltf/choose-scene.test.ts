import { describe, expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh } from '#core/import/importer';
import { twoScenes } from '../../../fixtures/scenes.ts';
import { bytesOf, findingOf, partsOf, refusalOf } from '../import-bytes.ts';

function read(scene: string, text = twoScenes(), fileName = 'yard.gltf'): Promise<ImportedMesh> {
  return importMesh(bytesOf(text), { fileName, progress: () => {}, readSideFile: async () => null, options: { scene } });
}

const namesOf = (imported: ImportedMesh): readonly string[] => partsOf(imported).map(([name]) => name);

describe('a file of several scenes', () => {
  it('opens its default scene, and lists the others', async () => {
    const imported = await read('');
    expect(namesOf(imported)).toEqual(['leaf']);
    expect(imported.scenes).toEqual({ names: ['Summer', 'Winter'], chosen: 0 });
    expect(findingOf(imported, 'not-applied')).toMatchObject({
      message: expect.stringContaining('other scenes') as unknown,
      locations: [{ pointer: '/scenes/1' }],
    });
  });

  it.each(['1', 'Winter'])('opens the scene %s if it is selected', async (scene) => {
    const imported = await read(scene);
    expect(namesOf(imported)).toEqual(['snow', 'ice']);
    expect(imported.scenes?.chosen).toBe(1);
    expect(findingOf(imported, 'not-applied')?.locations).toEqual([{ file: 'yard.gltf', pointer: '/scenes/0' }]);
  });

  it.each(['2', 'Spring', '-1'])('has no scene %s, and says which it has', async (scene) => {
    expect(await refusalOf(read(scene))).toMatchObject({
      code: 'invalid-argument',
      fix: 'Choose one of 0 (Summer), 1 (Winter)',
      location: { pointer: '/scenes' },
    });
  });

  it('is refused a scene where there are none, in glTF and in other formats', async () => {
    expect(await refusalOf(read('0', '{"asset":{"version":"2.0"}}'))).toMatchObject({ code: 'invalid-argument' });
    expect(await refusalOf(read('0', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'a.obj'))).toMatchObject({ code: 'invalid-argument' });
    expect((await read('', '{"asset":{"version":"2.0"}}')).scenes).toBeNull();
  });
});
