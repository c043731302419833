import { posix } from 'node:path';
import { InspectorError } from '#core/error';
import type { FileSource } from './file-source.ts';
import { fileNextTo } from './side-files.ts';

/**
 * Returns the file of a mesh of a scene: one of those that were opened with the scene, or one in its folder. A path such as `a/../b.obj` is
 * `b.obj`.
 * @param index of the mesh in the scene; errors point to it
 * @throws InspectorError `missing-file`; `unsafe-path` for a file that is not in the folder of the scene.
 */
export async function findSceneMesh(
  scene: FileSource,
  set: readonly FileSource[],
  path: string,
  index: number,
  shownName: string,
): Promise<FileSource> {
  const location = { file: shownName, pointer: `/meshes/${index}` };
  const found = await fileNextTo(scene, set, path === '' ? path : posix.normalize(path)).catch((thrown: unknown) => {
    if (!(thrown instanceof InspectorError)) throw thrown;
    const outside = {
      code: 'unsafe-path',
      message: `The mesh ${JSON.stringify(path)} of the scene is outside of the folder of the scene`,
      fix: 'Put it into that folder or below it, and give its path relative to the scene',
    } as const;
    throw new InspectorError({ ...(thrown.code === 'unsafe-path' ? outside : thrown.toJSON()), location }, { cause: thrown });
  });
  if (found !== null) return found;
  const fix = path.includes('\\')
    ? 'Write / between the folders of its path'
    : scene.kind === 'disk'
      ? 'Put it into the folder of the scene, and give its path relative to the scene'
      : 'Open the scene together with its meshes: drop all files, or the folder, at once';
  throw new InspectorError({
    code: 'missing-file',
    message: `The mesh ${JSON.stringify(path)} of the scene does not exist`,
    fix,
    location,
  });
}
