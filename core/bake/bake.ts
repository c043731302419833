import { InspectorError, invalidArgument } from '../error.ts';
import { meshBounds } from '../mesh/bounds.ts';
import { noProgress, type Progress } from '../progress.ts';
import { bakeFormats, type BakeFormatName } from './bake-formats.ts';
import type { Baked, BakeInput } from './bake-input.ts';

/**
 * The bytes of a file of the given format, and what it does not keep. The same input gives the same bytes; writing them
 * to disk, and reading them back with `verifyBaked`, is the host's.
 * @throws whatever `progress` throws; InspectorError `no-triangles`; `invalid-argument` when the format wants a tree and none is given, or one of
 *   another mesh; `too-large` for coordinates beyond f32 in a format of f32.
 */
export function bake(name: BakeFormatName, input: BakeInput, progress: Progress = noProgress): Baked {
  const { title, hasTree, write } = bakeFormats[name];
  if (meshBounds(input.mesh) === null) {
    throw new InspectorError({
      code: 'no-triangles',
      message: 'There is no triangle to bake',
      fix: 'Open a mesh with triangles whose vertices are finite',
      location: {},
    });
  }
  if (hasTree && input.trees.length === 0) throw invalidArgument(`${title} holds a tree, and none was given`, 'Build a tree first');
  const triangles = input.mesh.indices.length / 3;
  if (input.trees.some(({ meshTriangles }) => meshTriangles !== triangles))
    throw invalidArgument('A tree belongs to another mesh', 'Build the tree again');
  progress(0);
  const baked = write(input, progress);
  progress(1);
  return baked;
}
