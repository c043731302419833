import { triangleStates } from '../../../mesh/topology.ts';
import type { MeshStudy } from '../../study/mesh-study.ts';

/**
 * Calls `visit` once for each corner at the positions of vertices, in no particular order. It reads only the corners around these vertices, and the
 * triangles without edges. @param vertices in any order; they may have equal positions.
 */
export function visitCornersAt({ topology, vertexCorners }: MeshStudy, vertices: Uint32Array, visit: (corner: number) => void): void {
  const { welded, corners, states } = topology;
  const { first, corners: around } = vertexCorners();
  const isMeant = new Uint8Array(welded.length);
  for (let i = 0; i < vertices.length; i++) {
    const vertex = welded[vertices[i]];
    if (isMeant[vertex] === 1) continue;
    isMeant[vertex] = 1;
    for (let at = first[vertex]; at < first[vertex + 1]; at++) visit(around[at]);
  }
  if (around.length === corners.length) return;
  for (const state of [triangleStates.nonFinite, triangleStates.repeatedVertex]) {
    for (let triangle = states.indexOf(state); triangle >= 0; triangle = states.indexOf(state, triangle + 1)) {
      for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) if (isMeant[corners[corner]] === 1) visit(corner);
    }
  }
}
