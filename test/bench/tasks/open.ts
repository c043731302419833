import { openTree } from '#core/tree/open-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { MeshBVH } from 'three-mesh-bvh';
import { resultHash } from '../result-hash.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';
import { differingHits } from './rays.ts';

/** So that one measurement lasts long enough for the clock. */
const times = 200;

/** From trusted bytes to a tree ready for queries. The trees are compared by the results of rays. */
export const open: BenchTask = {
  name: 'open',
  rival: 'three-mesh-bvh',
  unit: 'ms',
  run: async ({ name, mesh, fast, rival }, rounds) => {
    const { bytes } = fast.tree;
    const serialized = MeshBVH.serialize(rival, { cloneBuffers: true });
    const result = await compare(
      { run: () => lastOf(() => openTree(bytes)) },
      // As it comes: the geometry's index is given the order of the tree.
      { run: () => lastOf(() => MeshBVH.deserialize(serialized, rival.geometry)) },
      rounds,
    );
    const start = performance.now();
    const tree = loadTree(result.ours, mesh);
    const note = `with its copy for WebAssembly, which is not counted, in ${(performance.now() - start).toFixed(1)} ms`;
    const disagreement = await differingHits({ name, mesh, treed: { mesh, tree }, fast: { mesh, tree }, rival: result.theirs }, rounds);
    return { ...each(result, times), hash: resultHash(new Uint8Array(tree.bytes)), disagreement, note };
  },
};

function lastOf<Opened>(openOnce: () => Opened): Opened {
  let opened = openOnce();
  for (let i = 1; i < times; i++) opened = openOnce();
  return opened;
}
