import { components } from '../../mesh/components.ts';
import { pieces } from '../../mesh/pieces.ts';
import { meshTopology } from '../../mesh/topology.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { setDiagonals } from '../study/boxes/set-boxes.ts';
import { withoutTriangles } from './mesh-draft.ts';
import type { Repair } from './repair.ts';
import { signedVolumeOf } from './signed-volume.ts';

export const removeComponents: Repair = {
  name: 'remove-components',
  title: 'Remove small components',
  meaning: 'Removes components with few triangles, a short diagonal, or a small volume if they are closed',
  options: ['minSize', 'minTriangles', 'minVolume'],
  clears: ['tiny-components', 'floating-components'],
  isRequested: ({ minTriangles = 0, minSize = 0, minVolume = 0 }) => minTriangles > 0 || minSize > 0 || minVolume > 0,
  run: (mesh, { minTriangles, minSize, minVolume }, progress) => {
    const topology = meshTopology(mesh);
    const sets = components(topology);
    progress(0.5);
    const diagonals = setDiagonals(mesh, sets);
    const isClosed = minVolume > 0 ? closedSets(topology, sets) : null;
    const isDropped = new Uint8Array(triangleCount(mesh));
    let removed = 0;
    for (let set = 0; set < sets.count; set++) {
      const own = sets.triangles.subarray(sets.first[set], sets.first[set + 1]);
      const hasLittleVolume = isClosed?.[set] === 1 && Math.abs(volumeOf(mesh, own)) < minVolume;
      if (own.length >= minTriangles && diagonals[set] >= minSize && !hasLittleVolume) continue;
      removed++;
      for (const triangle of own) isDropped[triangle] = 1;
    }
    if (removed === 0) return null;
    const counts = [
      { what: 'components removed', count: removed },
      { what: 'triangles removed', count: isDropped.reduce((sum, dropped) => sum + dropped, 0) },
    ];
    return { draft: withoutTriangles(mesh, isDropped), counts };
  },
};

function volumeOf(mesh: TriangleMesh, triangles: Uint32Array): number {
  return signedVolumeOf(mesh, triangles, mesh.indices[3 * triangles[0]]);
}

/** Returns (S) 1 for components of closed pieces only. */
function closedSets(topology: ReturnType<typeof meshTopology>, sets: ReturnType<typeof components>): Uint8Array {
  const found = pieces(topology);
  const isClosed = new Uint8Array(sets.count).fill(1);
  for (let piece = 0; piece < found.sets.count; piece++) {
    if (found.isClosed[piece] === 0) isClosed[sets.setOf[found.sets.triangles[found.sets.first[piece]]]] = 0;
  }
  return isClosed;
}
