import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { resultHash } from '../result-hash.ts';
import type { BenchTask } from '../bench-task.ts';
import { fixed } from '../rates.ts';
import { rivalGeometry } from '../rival.ts';
import { raysRandom } from './rays.ts';

/**
 * Nodes and the map to the order of import, without the vertices: our compressed kind with leaves as large as the manual advises,
 * the rival's form with an indirect buffer. The note has the rate of random rays.
 */
export const bytes: BenchTask = {
  name: 'bytes',
  rival: 'three-mesh-bvh',
  unit: 'B/triangle',
  run: async ({ name, mesh }, rounds) => {
    const tree = openTree(buildTree(mesh, { ...defaultValues(buildOptions), kind: 'compressed', leafTriangles: 16 }));
    const rival = new MeshBVH(rivalGeometry(mesh), { strategy: SAH, indirect: true });
    const { roots, indirectBuffer } = MeshBVH.serialize(rival, { cloneBuffers: false });
    const triangles = mesh.indices.length / 3;
    const rays = await raysRandom.run({ name, mesh, treed: { mesh, tree }, fast: { mesh, tree }, rival }, rounds);
    return {
      ...fixed(
        tree.bytes.byteLength / triangles,
        roots.reduce((sum, root) => sum + root.byteLength, indirectBuffer?.byteLength ?? 0) / triangles,
      ),
      hash: resultHash(new Uint8Array(tree.bytes)),
      disagreement: rays.disagreement,
      note: `with random rays at ${rays.ours.toPrecision(3)} M/s, theirs at ${rays.theirs.toPrecision(3)}`,
    };
  },
};
