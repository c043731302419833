import { isFiniteTriangle, triangleCount } from '#core/mesh/triangle-mesh';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import { expect, it } from 'vitest';
import { splitNames } from '../fixtures/kinds.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';

describeCorpus('trees of the corpus', () => {
  it.each(corpusMeshPaths())('%s is sound in every split, with leaves of one and of four', async (path) => {
    const mesh = await corpusMesh(path);
    if (mesh === null) return;
    let finite = 0;
    for (let triangle = 0; triangle < triangleCount(mesh); triangle++) if (isFiniteTriangle(mesh, triangle)) finite++;
    for (const split of splitNames) {
      for (const leafTriangles of [1, 4]) {
        const tree = openTree(buildTree(mesh, { split, leafTriangles, maxDepth: 0, minExtent: 0 }));
        expect(checkTree(tree, mesh)).toEqual([]);
        expect(tree.triangles).toBe(finite);
        expect(tree.depth).toBeLessThanOrEqual(3 * Math.ceil(Math.log2(Math.max(2, finite))) + 32);
      }
    }
  });
});
