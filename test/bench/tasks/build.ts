import type { BufferGeometry } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { resultHash } from '../result-hash.ts';
import { fastTree } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';
import { rivalGeometry } from '../rival.ts';
import { differingHits } from './rays.ts';

/** A tree with the surface area heuristic, ready for queries: bytes, and their copy for WebAssembly. The trees are compared by the results of rays. */
export const build: BenchTask = {
  name: 'build',
  rival: 'three-mesh-bvh',
  unit: 'ms',
  run: async ({ name, mesh }, rounds) => {
    let geometry: BufferGeometry;
    const result = await compare(
      { run: () => fastTree(mesh) },
      {
        prepare: () => {
          geometry = rivalGeometry(mesh);
        },
        run: () => new MeshBVH(geometry, { strategy: SAH }),
      },
      rounds,
    );
    const { ours: tree, theirs: rival } = result;
    const disagreement = await differingHits({ name, mesh, treed: { mesh, tree }, fast: { mesh, tree }, rival }, rounds);
    return { ...each(result), hash: resultHash(new Uint8Array(tree.bytes)), disagreement };
  },
};
