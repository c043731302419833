import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { closestPointTriangleExact, isWithin } from '../../shape/closest-point-triangle-exact.ts';
import { sphereMisses, sphereTriangle, sphereUnsure } from '../../shape/sphere-triangle.ts';
import type { Sphere } from './query.ts';

/** Whether a sphere touches a triangle, exactly. `closest` (6) is scratch. Hot. */
export function touchesTriangle(mesh: TriangleMesh, triangle: number, sphere: Sphere, closest: Float64Array): boolean {
  const { positions, indices } = mesh;
  const { center, radius } = sphere;
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  const result = sphereTriangle(center[0], center[1], center[2], radius, positions, a, b, c, closest);
  return result !== sphereMisses && (result !== sphereUnsure || touchesExactly(mesh, triangle, sphere));
}

function touchesExactly(mesh: TriangleMesh, triangle: number, { center, radius }: Sphere): boolean {
  const [a, b, c] = triangleVertices(mesh, triangle);
  return isWithin(closestPointTriangleExact(center, a, b, c), radius);
}
