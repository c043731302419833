import { InspectorError, invalidArgument } from '../error.ts';
import { meshBounds } from '../mesh/bounds.ts';
import { noProgress, type Progress } from '../progress.ts';
import type { BakeFormatName } from './bake-format.ts';
import { bakeFormats } from './bake-formats.ts';
import type { Baked, BakeInput } from './bake-input.ts';

/** @throws InspectorError `invalid-argument` for a name that is no format. */
export function checkFormat(name: string): asserts name is BakeFormatName {
  if (!Object.hasOwn(bakeFormats, name))
    throw invalidArgument(`There is no format ${JSON.stringify(name)} to write`, `Use one of ${Object.keys(bakeFormats).join(', ')}`);
}

/**
 * Returns the bytes of a file in the given format, with notes on what it does not keep. The same input returns the same bytes. The host
 * writes them to disk and checks them with `verifyBaked`.
 * @throws whatever `progress` throws; InspectorError `no-triangles`; `invalid-argument` if the format needs a tree and none is given, or a
 * tree belongs to another mesh. `too-large` for coordinates beyond the range of f32 in an f32 format.
 */
export function bakeMesh(name: BakeFormatName, input: BakeInput, progress: Progress = noProgress): Baked {
  checkFormat(name);
  const { title, hasTree, write } = bakeFormats[name];
  if (meshBounds(input.mesh) === null) {
    throw new InspectorError({
      code: 'no-triangles',
      message: 'The mesh has no finite triangle to bake',
      fix: 'Open a mesh with finite triangles',
      location: {},
    });
  }
  if (hasTree && input.trees.length === 0) throw invalidArgument(`${title} needs a tree`, 'Build a tree first');
  const triangles = input.mesh.indices.length / 3;
  if (input.trees.some(({ meshTriangles }) => meshTriangles !== triangles))
    throw invalidArgument('A tree belongs to another mesh', 'Build the tree again');
  progress(0);
  const baked = write(input, progress);
  progress(1);
  return baked;
}
