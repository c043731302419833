import type { Vec3 } from '../../math/vec3.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { triangleNormal } from '../../shape/triangle-normal.ts';

/** A point where a ray hits a triangle. */
export interface RayHit {
  /** Import index. */
  readonly triangle: number;
  /** Euclidean distance from the origin, in mesh units. */
  readonly distance: number;
  readonly position: Vec3;
  /** Unit normal by the winding; never flipped towards the ray's origin. */
  readonly normal: Vec3;
  /** Weights of the three vertices, in their order; their sum is 1 up to rounding. */
  readonly barycentric: Vec3;
  /** Index of the part; `null` where no part has the triangle. */
  readonly part: number | null;
}

/** Returns the record of a hit. The position is the weighted sum of the vertices: it stays on the triangle however far the origin is. */
export function rayHit(mesh: TriangleMesh, triangle: number, distance: number, barycentric: Vec3): RayHit {
  const [a, b, c] = triangleVertices(mesh, triangle);
  const [u, v, w] = barycentric;
  const position: Vec3 = [u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1], u * a[2] + v * b[2] + w * c[2]];
  // Only triangles with area are hit, so there is a normal.
  const normal = triangleNormal(a, b, c)!;
  return { triangle, distance, position, normal, barycentric, part: partOfTriangle(mesh, triangle) };
}

/** Compares hits by (distance, triangle), for sorting. */
export function compareHits(p: RayHit, q: RayHit): number {
  return p.distance === q.distance ? p.triangle - q.triangle : p.distance - q.distance;
}
