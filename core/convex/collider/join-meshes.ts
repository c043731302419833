import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** Returns one mesh with the triangles and parts of all, in order. Of the other attributes it keeps the polygons. */
export function joinMeshes(meshes: readonly TriangleMesh[]): TriangleMesh {
  const sum = (of: (mesh: TriangleMesh) => number): number => meshes.reduce((total, mesh) => total + of(mesh), 0);
  const positions = new Float64Array(sum((mesh) => mesh.positions.length));
  const indices = new Uint32Array(sum((mesh) => mesh.indices.length));
  const parts: MeshPart[] = [];
  const polygons: number[] = [];
  let [atPosition, atIndex] = [0, 0];
  for (const mesh of meshes) {
    const [firstVertex, firstTriangle] = [atPosition / 3, atIndex / 3];
    positions.set(mesh.positions, atPosition);
    mesh.indices.forEach((vertex, i) => (indices[atIndex + i] = firstVertex + vertex));
    for (const part of mesh.parts) parts.push({ ...part, firstTriangle: firstTriangle + part.firstTriangle });
    mesh.polygons?.forEach((value, i) => polygons.push(i % 2 === 0 ? firstTriangle + value : value));
    atPosition += mesh.positions.length;
    atIndex += mesh.indices.length;
  }
  return { positions, indices, parts, ...(polygons.length > 0 && { polygons: Uint32Array.from(polygons) }) };
}
