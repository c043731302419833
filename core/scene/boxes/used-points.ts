import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** Returns (3·p) the vertices that finite triangles of a mesh use, each once. Others are in no box and no query. */
export function usedPoints(mesh: TriangleMesh): Float64Array {
  const { positions, indices } = mesh;
  const isUsed = new Uint8Array(positions.length / 3);
  let count = 0;
  for (let t = 0; t < triangleCount(mesh); t++) {
    if (!isFiniteTriangle(mesh, t)) continue;
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      count += 1 - isUsed[indices[i]];
      isUsed[indices[i]] = 1;
    }
  }
  const points = new Float64Array(3 * count);
  let at = 0;
  for (let vertex = 0; vertex < isUsed.length; vertex++) {
    if (isUsed[vertex] === 0) continue;
    for (let axis = 0; axis < 3; axis++) points[at++] = positions[3 * vertex + axis];
  }
  return points;
}
