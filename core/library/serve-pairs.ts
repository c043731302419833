import type { Transform } from '../math/transform.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import { serveWork } from '../serve-work.ts';
import { openTree } from '../tree/open-tree.ts';
import type { FromPairThread, PairResults, PairStart, PairStep, SharedSide, ToPairThread } from './pair-work.ts';
import { distance, intersect, overlaps } from './pairs.ts';

/**
 * Returns the receiver of messages in a thread that queries two meshes. The thread views meshes and trees in shared memory, and has a copy of
 * both trees in WebAssembly.
 * @throws InspectorError `invalid-bytes`, which ends the thread.
 */
export function servePairs(send: (message: FromPairThread) => void): (message: ToPairThread) => void {
  return serveWork((start: PairStart) => {
    const a = openSide(start.a);
    const b = start.b === null ? a : openSide(start.b);
    return (step: PairStep, placements: readonly Transform[]) => runStep(a, b, step, placements);
  }, send);
}

function openSide({ mesh, tree }: SharedSide): TreedMesh {
  return { mesh: openMeshBytes(mesh), tree: openTree(tree) };
}

function runStep(a: TreedMesh, b: TreedMesh, step: PairStep, placements: readonly Transform[]): PairResults {
  switch (step.kind) {
    case 'overlaps':
      return placements.map((aFromB) => overlaps(a, b, aFromB));
    case 'intersect':
      return placements.map((aFromB) => intersect(a, b, aFromB, step.options));
    case 'distance':
      return placements.map((aFromB) => distance(a, b, aFromB));
  }
}
