import { MeshBVH, SAH } from 'three-mesh-bvh';
import { answerHash } from '../answer-hash.ts';
import type { BenchTask } from '../bench-task.ts';
import { rivalGeometry } from '../rival.ts';

/** Nodes and the map to the order of import, without the vertices; for the rival that is its form with an indirect buffer. */
export const bytes: BenchTask = {
  name: 'bytes',
  rival: 'three-mesh-bvh',
  unit: 'B/triangle',
  run: async ({ mesh, treed: { tree } }) => {
    const rival = new MeshBVH(rivalGeometry(mesh), { strategy: SAH, indirect: true });
    const { roots, indirectBuffer } = MeshBVH.serialize(rival, { cloneBuffers: false });
    const triangles = mesh.indices.length / 3;
    const theirs = roots.reduce((sum, root) => sum + root.byteLength, indirectBuffer?.byteLength ?? 0);
    return {
      ours: tree.bytes.byteLength / triangles,
      theirs: theirs / triangles,
      hash: answerHash(new Uint8Array(tree.bytes)),
      disagreement: indirectBuffer?.length === tree.triangles ? null : 'the maps have different lengths',
    };
  },
};
