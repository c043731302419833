import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { safeSidePath } from '../gltf/side-path.ts';
import { importCollada } from '../import-collada.ts';
import { importObj } from '../import-obj.ts';
import { importStl } from '../import-stl.ts';
import type { ImportContext } from '../importer.ts';
import { refuse } from '../refuse.ts';
import { heldSource } from '../source/byte-source.ts';

/** Triangles of a mesh that a robot file names, in the unit of its own file. */
export type MeshAsset = Pick<TriangleMesh, 'positions' | 'indices'>;

/**
 * Reads a side file: OBJ, STL or COLLADA. A COLLADA file is scaled to metres.
 * @returns `null` for a format that is not read here.
 * @throws InspectorError `unsafe-path`, `missing-file` with the line; as the importers.
 */
export async function readMeshAsset(uri: string, line: number, context: ImportContext): Promise<MeshAsset | null> {
  const path = safeSidePath(uri);
  if (path === null)
    throw refuse('unsafe-path', `The mesh "${uri.slice(0, 200)}" is not inside the folder of the file`, 'Put it next to the file', {
      line,
    });
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (!['obj', 'stl', 'dae'].includes(extension)) return null;
  const bytes = await context.readSideFile(path);
  if (bytes === null)
    throw refuse('missing-file', `The file needs "${path.slice(0, 200)}", which was not supplied`, 'Open it together with its side files', {
      line,
    });
  const own: ImportContext = { ...context, fileName: path, allocateMesh: undefined, options: {} };
  if (extension === 'dae') {
    const { mesh, space } = await importCollada(bytes, own);
    const metres = space?.metresPerUnit ?? 1;
    return { positions: metres === 1 ? mesh.positions : mesh.positions.map((value) => value * metres), indices: mesh.indices };
  }
  const { mesh } = await (extension === 'obj' ? importObj : importStl)(heldSource(bytes), own);
  return { positions: mesh.positions, indices: mesh.indices };
}
