import { cross, dot, minus, type Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { TriangleFeature } from '../../shape/triangle-feature.ts';
import { triangleNormal } from '../../shape/triangle-normal.ts';
import { checkSphereQuery } from './check.ts';
import type { Sphere } from './query.ts';

/** Contact of a sphere and a triangle by the article's test. */
export interface ArticleTouch extends TriangleFeature {
  readonly triangle: number;
  /** Measured from the plane, as in the article, also at edges. */
  readonly depth: number;
  /** The plane's normal on the side of the centre; the reversed normal if the centre is in the plane. */
  readonly direction: Vec3;
}

/**
 * Returns the triangles that the camera article's test finds, ascending, for comparison with `sphereOverlap`. The test has three
 * differences: comparisons are strict, edges and corners are tested with a smaller sphere (`edgePercent` of the radius), and the
 * push is always along the plane's normal. Plain f64, all triangles in order, no tree.
 *
 * Source: "Checking camera collisions with a polygon", gamedev.ru, 2003. Changed: three signs instead of a sum of angles test
 * whether the foot of the perpendicular is inside the triangle. Triangles without area have no plane and are skipped.
 * @throws InspectorError `invalid-argument` as `sphereOverlap`.
 */
export function sphereOverlapArticle(mesh: TriangleMesh, sphere: Sphere, edgePercent: number): readonly ArticleTouch[] {
  checkSphereQuery(sphere);
  const touches: ArticleTouch[] = [];
  const triangles = triangleCount(mesh);
  for (let triangle = 0; triangle < triangles; triangle++) {
    const touch = articleTouch(mesh, triangle, sphere, edgePercent);
    if (touch !== null) touches.push(touch);
  }
  return touches;
}

/** Runs the article's test on one triangle; `null` if it does not touch. */
export function articleTouch(mesh: TriangleMesh, triangle: number, { center, radius }: Sphere, edgePercent: number): ArticleTouch | null {
  if (!isFiniteTriangle(mesh, triangle)) return null;
  const corners = triangleVertices(mesh, triangle);
  const normal = triangleNormal(...corners);
  if (normal === null) return null;
  const height = dot(normal, minus(center, corners[0]));
  if (!(Math.abs(height) < radius)) return null;
  const feature = touchedFeature(corners, normal, center, (radius * edgePercent) / 100);
  if (feature === null) return null;
  const isInFront = height > 0;
  const direction: Vec3 = isInFront ? normal : [0 - normal[0], 0 - normal[1], 0 - normal[2]];
  return { triangle, ...feature, depth: radius - Math.abs(height), direction };
}

/** Returns the face if the foot of the perpendicular is in it, else the first edge nearer than the edge radius. */
function touchedFeature(corners: readonly [Vec3, Vec3, Vec3], normal: Vec3, center: Vec3, edgeRadius: number): TriangleFeature | null {
  const isInside = corners.every((corner, i) => {
    const edge = minus(corners[(i + 1) % 3]!, corner);
    return dot(normal, cross(edge, minus(center, corner))) >= 0;
  });
  if (isInside) return { feature: 'face', featureIndex: null };
  for (const i of [0, 1, 2] as const) {
    if (distanceToSegment(center, corners[i], corners[(i + 1) % 3]!) < edgeRadius) return { feature: 'edge', featureIndex: i };
  }
  return null;
}

function distanceToSegment(p: Vec3, a: Vec3, b: Vec3): number {
  const edge = minus(b, a);
  const t = Math.min(1, Math.max(0, dot(edge, minus(p, a)) / dot(edge, edge)));
  return Math.hypot(a[0] + t * edge[0] - p[0], a[1] + t * edge[1] - p[1], a[2] + t * edge[2] - p[2]);
}
