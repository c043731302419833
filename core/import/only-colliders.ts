import { beginMaterial, materialOf, materialRuns, takeMaterials } from '../mesh/surface-materials.ts';
import type { MeshPart, TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Returns the collider parts of a mesh with the vertices that they use, in the same order. */
export function onlyColliders(mesh: TriangleMesh): TriangleMesh {
  const newIndex = new Int32Array(mesh.positions.length / 3).fill(-1);
  const corners: number[] = [];
  const vertices: number[] = [];
  const parts: MeshPart[] = [];
  const from = mesh.polygons ?? [];
  const polygons: number[] = [];
  let at = 0;
  const materials = materialRuns();
  for (const part of mesh.parts) {
    if (part.role === undefined) continue;
    const moved = corners.length / 3 - part.firstTriangle;
    parts.push({ ...part, firstTriangle: part.firstTriangle + moved });
    for (; at < from.length && from[at] < part.firstTriangle + part.triangleCount; at += 2) {
      if (from[at] >= part.firstTriangle) polygons.push(from[at] + moved, from[at + 1]);
    }
    for (let t = part.firstTriangle; t < part.firstTriangle + part.triangleCount; t++)
      beginMaterial(materials, t + moved, materialOf(mesh.materials, t));
    for (let i = 3 * part.firstTriangle; i < 3 * (part.firstTriangle + part.triangleCount); i++) {
      const vertex = mesh.indices[i];
      if (newIndex[vertex] < 0) newIndex[vertex] = vertices.push(vertex) - 1;
      corners.push(newIndex[vertex]);
    }
  }
  const positions = new Float64Array(3 * vertices.length);
  vertices.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = mesh.positions[3 * vertex + k];
  });
  return {
    positions,
    indices: Uint32Array.from(corners),
    parts,
    ...(polygons.length > 0 && { polygons: Uint32Array.from(polygons) }),
    ...takeMaterials(materials, corners.length / 3),
  };
}
