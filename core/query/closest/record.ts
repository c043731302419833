import { normalized, type Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { closestPointTriangleExact, roundedClosestPoint } from '../../shape/closest-point-triangle-exact.ts';
import { firstVertexCode } from '../../shape/triangle-feature.ts';

/** The closest point of one triangle. */
export interface ClosestOfTriangle {
  /** Code of the feature that the point lies on. */
  readonly code: number;
  readonly point: Vec3;
  readonly distance: number;
  /** Unit vector towards p; `null` if p is the closest point. */
  readonly direction: Vec3 | null;
}

/**
 * Returns the point of a triangle closest to p. The feature is that of exact arithmetic. Point and distance are accurate to 1e-12 of
 * the distance from p to the triangle's farthest vertex, the direction to 1e-11; mostly far better. `scratch` has 4 numbers.
 */
export function closestOfTriangle(mesh: TriangleMesh, triangle: number, p: Vec3, scratch: Float64Array): ClosestOfTriangle {
  const { positions, indices } = mesh;
  const [i, j, k] = [3 * indices[3 * triangle], 3 * indices[3 * triangle + 1], 3 * indices[3 * triangle + 2]];
  const code = closestPointTriangle(p[0], p[1], p[2], positions, i, j, k, scratch);
  const corners = triangleVertices(mesh, triangle);
  if (scratch[3] !== 1) {
    const exact = closestPointTriangleExact(p, ...corners);
    return { code: exact.feature, ...roundedClosestPoint(exact, p) };
  }
  const x = scratch[0];
  const y = scratch[1];
  const z = scratch[2];
  return {
    code,
    point: code >= firstVertexCode ? corners[code - firstVertexCode]! : [p[0] + x, p[1] + y, p[2] + z],
    distance: Math.hypot(x, y, z),
    direction: normalized([0 - x, 0 - y, 0 - z]),
  };
}
