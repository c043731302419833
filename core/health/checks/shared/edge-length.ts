import type { MeshTopology } from '../../../mesh/topology.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';

/** Returns the length of an edge in mesh units. */
export function edgeLength({ positions }: TriangleMesh, { edgeVertices }: MeshTopology, edge: number): number {
  const a = 3 * edgeVertices[2 * edge];
  const b = 3 * edgeVertices[2 * edge + 1];
  return Math.hypot(positions[b] - positions[a], positions[b + 1] - positions[a + 1], positions[b + 2] - positions[a + 2]);
}
