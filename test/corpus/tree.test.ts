import { isFiniteTriangle, triangleCount } from '#core/mesh/triangle-mesh';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import type { SplitName } from '#core/tree/layout';
import { expect, it } from 'vitest';
import { splitNames } from '../fixtures/kinds.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles, coveringSample } from './covering-sample.ts';

const variants = splitNames.flatMap((split) => [`${split} 1`, `${split} 4`] as const);
/** Triangles of the trees that one mesh gets in a short run. */
const budget = 20_000;

describeCorpus('trees of the corpus', () => {
  it.each(coveringFiles('tree', corpusMeshPaths()))('%s is sound in every split, with leaves of one and of four', async (path) => {
    const mesh = await corpusMesh(path);
    if (mesh === null) return;
    let finite = 0;
    for (let triangle = 0; triangle < triangleCount(mesh); triangle++) if (isFiniteTriangle(mesh, triangle)) finite++;
    for (const variant of coveringSample(path, variants, triangleCount(mesh), budget)) {
      const [split, leaf] = variant.split(' ') as [SplitName, string];
      const tree = openTree(buildTree(mesh, { split, leafTriangles: Number(leaf), maxDepth: 0, minExtent: 0 }));
      expect(checkTree(tree, mesh), variant).toEqual([]);
      expect(tree.triangles, variant).toBe(finite);
      expect(tree.depth, variant).toBeLessThanOrEqual(3 * Math.ceil(Math.log2(Math.max(2, finite))) + 32);
    }
  });
});
