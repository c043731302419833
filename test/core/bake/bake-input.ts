import { bakeFormatNames, type BakeFormatName } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { bakeMesh } from '#core/bake/bake-mesh';
import type { BakeInput } from '#core/bake/bake-input';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { box, joined, named, placed } from '../../fixtures/shapes.ts';

/** Formats that store triangles. The others store shapes and have tests of their own. */
export const triangleFormats = bakeFormatNames.filter((name) => bakeFormats[name].shapes === undefined);

/** Boxes in a row, as parts. */
export function smallHulls(count: number): TriangleMesh {
  return joined(Array.from({ length: count }, (_, i) => named(`box ${i}`, placed(box(), 1, [3 * i, 0, 0]))));
}

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
