import { edgeCount, isForward, type MeshTopology, meshTopology } from '../mesh/topology.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/**
 * Returns the directed edges (2·E) that no triangle cancels, as welded vertices; empty if the surface is closed. Four triangles at an edge are
 * closed if two of them run along it in each direction, as those of touching solids do. Winding numbers are then whole everywhere.
 */
export function openEdges(mesh: TriangleMesh): readonly (readonly [from: number, to: number])[] {
  const topology = meshTopology(mesh);
  const open: (readonly [from: number, to: number])[] = [];
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    const extra = surplus(topology, edge);
    const low = topology.edgeVertices[2 * edge];
    const high = topology.edgeVertices[2 * edge + 1];
    for (let i = 0; i < Math.abs(extra); i++) open.push(extra > 0 ? [low, high] : [high, low]);
  }
  return open;
}

/** Returns by how many sides more run from the lower vertex to the higher one than back. */
function surplus(topology: MeshTopology, edge: number): number {
  let sum = 0;
  for (let i = topology.edgeFirst[edge]; i < topology.edgeFirst[edge + 1]; i++) sum += isForward(topology, topology.edgeSides[i]) ? 1 : -1;
  return sum;
}
