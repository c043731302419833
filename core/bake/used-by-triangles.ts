import { isFiniteTriangle, triangleCount, vertexCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Returns (V) 1 for each vertex that a triangle uses, or that a finite triangle uses; else 0. */
export function usedByTriangles(mesh: TriangleMesh, by: 'all' | 'finite'): Uint8Array {
  const used = new Uint8Array(vertexCount(mesh));
  for (let t = 0; t < triangleCount(mesh); t++) {
    if (by === 'finite' && !isFiniteTriangle(mesh, t)) continue;
    for (let i = 3 * t; i < 3 * t + 3; i++) used[mesh.indices[i]] = 1;
  }
  return used;
}
