import { quickTree } from '#core/options/build-options';
import { buildTree } from '#core/tree/build-tree';
import { buildTreeParallel } from '#core/tree/build-tree-parallel';
import { expect, it } from 'vitest';
import { startBuildPool } from '../../main/worker/start-build-pool.ts';
import { corpusFiles, describeCorpus } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';

const helperScript = new URL('../../dist/main/worker/build-helper.js', import.meta.url);
/** Smaller ones are built by one thread. */
const min = 1 << 15;

describeCorpus('large meshes of the corpus', () => {
  const large = corpusFiles().filter(({ path, triangles }) => triangles !== null && triangles >= min && !path.startsWith('malformed/'));

  it.each(large.map(({ path }) => path))('%s has the tree by two threads that it has by one', async (path) => {
    const mesh = (await corpusMesh(path))!;
    const { pool, end } = startBuildPool(1, helperScript);
    const { bytes } = await buildTreeParallel(mesh, quickTree, pool);
    end();
    expect(Buffer.compare(new Uint8Array(bytes), new Uint8Array(buildTree(mesh, quickTree)))).toBe(0);
  });
});
