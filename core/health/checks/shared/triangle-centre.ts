import type { Vec3 } from '../../../math/vec3.ts';
import { triangleVertices } from '../../../mesh/triangle-vertices.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';

/** Returns the centroid of a triangle. Divides before it adds, so that large coordinates do not overflow. */
export function triangleCentre(mesh: TriangleMesh, triangle: number): Vec3 {
  const [a, b, c] = triangleVertices(mesh, triangle);
  return [a[0] / 3 + b[0] / 3 + c[0] / 3, a[1] / 3 + b[1] / 3 + c[1] / 3, a[2] / 3 + b[2] / 3 + c[2] / 3];
}
