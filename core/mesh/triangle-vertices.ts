import type { Vec3 } from '../math/vec3.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** Returns the three vertices of a triangle, f64, source space. */
export function triangleVertices(mesh: TriangleMesh, triangle: number): readonly [a: Vec3, b: Vec3, c: Vec3] {
  return [vertexOf(mesh, 3 * triangle), vertexOf(mesh, 3 * triangle + 1), vertexOf(mesh, 3 * triangle + 2)];
}

function vertexOf(mesh: TriangleMesh, corner: number): Vec3 {
  const at = 3 * mesh.indices[corner];
  return [mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]];
}

/** Whether two triangles have the same corners in the same order. Hot where many triangles coincide. */
export function sameCorners(mesh: TriangleMesh, triangle: number, other: number): boolean {
  const { positions, indices } = mesh;
  for (let corner = 0; corner < 3; corner++) {
    const at = 3 * indices[3 * triangle + corner];
    const otherAt = 3 * indices[3 * other + corner];
    if (at === otherAt) continue;
    for (let axis = 0; axis < 3; axis++) if (positions[at + axis] !== positions[otherAt + axis]) return false;
  }
  return true;
}
