import type { Vec3 } from '../math/vec3.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** The three vertices of a triangle as records, f64, source space. */
export function triangleVertices(mesh: TriangleMesh, triangle: number): readonly [a: Vec3, b: Vec3, c: Vec3] {
  return [vertexOf(mesh, 3 * triangle), vertexOf(mesh, 3 * triangle + 1), vertexOf(mesh, 3 * triangle + 2)];
}

function vertexOf(mesh: TriangleMesh, corner: number): Vec3 {
  const at = 3 * mesh.indices[corner];
  return [mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]];
}
