import type { Vec3 } from '../../math/vec3.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { triangleNormal } from '../../shape/triangle-normal.ts';

/** Where a ray meets a triangle. */
export interface RayHit {
  /** Import index. */
  readonly triangle: number;
  /** Euclidean, from the origin, mesh units. */
  readonly distance: number;
  readonly position: Vec3;
  /** Unit normal by the winding, never flipped towards the origin. */
  readonly normal: Vec3;
  /** Weights of the three vertices, in their order; their sum is 1 but for rounding. */
  readonly barycentric: Vec3;
  /** Index of the part; `null` where no part holds the triangle. */
  readonly part: number | null;
}

/** The record of a hit. The position is the weighted vertices, which stays on the triangle however far the origin is. */
export function rayHit(mesh: TriangleMesh, triangle: number, distance: number, barycentric: Vec3): RayHit {
  const [a, b, c] = triangleVertices(mesh, triangle);
  const [u, v, w] = barycentric;
  const position: Vec3 = [u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1], u * a[2] + v * b[2] + w * c[2]];
  // A triangle that was hit has an area, and so a normal.
  const normal = triangleNormal(a, b, c)!;
  return { triangle, distance, position, normal, barycentric, part: partOfTriangle(mesh, triangle) };
}

/** By (distance, triangle). */
export function compareHits(p: RayHit, q: RayHit): number {
  return p.distance === q.distance ? p.triangle - q.triangle : p.distance - q.distance;
}
