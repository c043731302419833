import { boundsCenter, meshBounds } from '../../mesh/bounds.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { seededRandom } from '../../math/seeded-random.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Ray } from '../../query/ray/ray.ts';

/** Barycentric weights of the targets, in turn: an inner point, an edge midpoint, a vertex, and a point outside the triangle. */
const aims: readonly Vec3[] = [
  [1 / 3, 1 / 3, 1 / 3],
  [0.5, 0.5, 0],
  [1, 0, 0],
  [-0.5, 0.75, 0.75],
];

/**
 * Returns rays from around a mesh to its triangles; the same seed gives the same rays on every machine. The mesh has a finite
 * triangle, with coordinates up to the limit of f64.
 */
export function seededRays(mesh: TriangleMesh, count: number, seed: number): readonly Ray[] {
  const random = seededRandom(seed);
  const bounds = meshBounds(mesh)!;
  const centre = boundsCenter(bounds);
  const size = Math.max(...bounds.max.map((value, k) => value - bounds.min[k]), Number.MIN_VALUE);
  const radius = Math.min(size, Number.MAX_VALUE / 4);
  const triangles = triangleCount(mesh);
  return Array.from({ length: count }, (_, i) => {
    const origin = centre.map((value) => inRange(value + 2 * radius * (2 * random() - 1))) as unknown as Vec3; // three of three
    const target = pointOf(mesh, finiteTriangle(mesh, Math.floor(random() * triangles)), aims[i % aims.length]);
    return { origin, direction: directionTo(target, origin), far: Infinity };
  });
}

/** Returns a direction of any length, because far out the difference overflows; along x if the points are equal. */
function directionTo(target: Vec3, origin: Vec3): Vec3 {
  const direction: Vec3 = [target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]];
  if (!direction.every(Number.isFinite))
    return [target[0] / 2 - origin[0] / 2, target[1] / 2 - origin[1] / 2, target[2] / 2 - origin[2] / 2];
  return direction.some((value) => value !== 0) ? direction : [1, 0, 0];
}

function inRange(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE));
}

/** Returns the next finite triangle from `start`, cyclic. */
function finiteTriangle(mesh: TriangleMesh, start: number): number {
  let triangle = start;
  while (!isFiniteTriangle(mesh, triangle)) triangle = (triangle + 1) % triangleCount(mesh);
  return triangle;
}

function pointOf(mesh: TriangleMesh, triangle: number, [u, v, w]: Vec3): Vec3 {
  const [a, b, c] = triangleVertices(mesh, triangle);
  const along = (k: 0 | 1 | 2): number => inRange(u * a[k] + v * b[k] + w * c[k]);
  return [along(0), along(1), along(2)];
}
