import { bakeFormatNames, bakeFormats, type BakeFormatName } from '#core/bake/bake-formats';
import { bakeMesh } from '#core/bake/bake-mesh';
import type { BakeInput } from '#core/bake/bake-input';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';

/** Formats that store triangles. The others store shapes and have tests of their own. */
export const triangleFormats = bakeFormatNames.filter((name) => bakeFormats[name].shapes === undefined);

export function treeOf(mesh: TriangleMesh, options: Partial<BuildOptions> = {}): Tree {
  return openTree(buildTree(mesh, { ...defaultValues(buildOptions), ...options }));
}

/** A mesh with one tree, and all that can be known of its source. */
export function inputOf(mesh: TriangleMesh, trees: readonly Tree[] = [treeOf(mesh)]): BakeInput {
  return {
    mesh,
    trees,
    source: { file: 'model.obj', dialect: 'OBJ', byteLength: 1234, sha256: 'ab'.repeat(32) },
    space: { metresPerUnit: 1, up: '+y', handedness: 'right' },
    ignored: [
      { code: 'ghost-edges', detail: null, elements: [3, 7], reason: 'Nothing rolls here' },
      { code: 'ignored-elements', detail: null, elements: null, reason: 'Only guide lines' },
    ],
    findings: [
      { code: 'ignored-elements', severity: 'info', count: 2, message: 'Lines', fix: 'None', locations: [{ file: 'model.obj', line: 7 }] },
    ],
  };
}

/** Returns how many bytes a bake writes, side files included. */
export function bakedBytes(format: BakeFormatName, input: BakeInput): number {
  const baked = bakeMesh(format, input);
  return [baked, ...(baked.files ?? [])].reduce((sum, { bytes }) => sum + bytes.length, 0);
}
