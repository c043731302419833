import { cross, dot, length, minus, normalized, times, type Vec3 } from '#core/math/vec3';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import type { Ray } from '#core/query/ray/ray';

/** A triangle that a ray hits if its numbers are rounded to f32. */
export interface F32Hit {
  readonly distance: number;
  /** Most by which rounding changes the distance. */
  readonly error: number;
  /** Whether no rounding makes the ray miss the triangle. */
  readonly isClear: boolean;
}

/**
 * Rounding of the sums of products in a test of a ray with a triangle in f32: a difference, two products and three sums have a relative error of at
 * most eight half units in the last place (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1), and as many for origin and direction.
 */
export const gamma = 16 * 2 ** -24;

/**
 * Returns every triangle that a ray may hit in f32, in any order. The ray passes an edge on a side that is the sign of the volume that origin, edge
 * and direction span. In f32 that volume has an error of at most `gamma` times the way to the triangle (and the coordinates that are
 * rounded) times the edges: within it the ray can pass on either side, farther out it cannot. All is computed in f64, whose error
 * is a 10^8th of that. `widening` is the part of its size by which an engine enlarges triangles.
 *
 * The edges of a triangle that is nearly edge-on, or as small as a point, say nothing of the side: any ray near its plane is within the error of all
 * three. It is hit only if the ray passes it within rounding. Where its plane says nothing of the distance either, it is hit no farther beyond its
 * corners than its longest edge.
 */
export function f32Hits(mesh: TriangleMesh, ray: Ray, widening = 0): readonly F32Hit[] {
  const direction = normalized(ray.direction)!;
  const hits: F32Hit[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    const hit = f32Hit(triangleVertices(mesh, triangle), ray.origin, direction, widening);
    if (hit !== null) hits.push(hit);
  }
  return hits;
}

/** Returns why f32 does not explain the distance of a hit, or a miss (`null`); `null` if it does. */
export function unexplained(hits: readonly F32Hit[], distance: number | null): string | null {
  const missed = hits.find((hit) => hit.isClear && (distance === null || hit.distance + hit.error < distance));
  if (missed !== undefined) return `${distance} misses the triangle at ${missed.distance} +- ${missed.error}`;
  if (distance === null) return null;
  return hits.some((hit) => Math.abs(hit.distance - distance) <= hit.error) ? null : `${distance} is at no triangle`;
}

function f32Hit(corners: readonly [Vec3, Vec3, Vec3], origin: Vec3, direction: Vec3, widening: number): F32Hit | null {
  const [a, b, c] = corners.map((corner) => minus(corner, origin)) as unknown as [Vec3, Vec3, Vec3];
  const [ab, bc, ca] = [minus(b, a), minus(c, b), minus(a, c)];
  const volumes = [dot(direction, cross(b, bc)), dot(direction, cross(c, ca)), dot(direction, cross(a, ab))];
  const edges = [length(ab), length(bc), length(ca)].toSorted((p, q) => q - p) as [number, number, number];
  const reach = Math.max(length(a), length(b), length(c)) + Math.max(...corners.flat().map(Math.abs), ...origin.map(Math.abs));
  const normal = cross(ab, minus(c, a));
  const steepness = dot(direction, normal);
  const error = gamma * reach * (edges[0] + edges[1] + edges[2]) + widening * Math.abs(steepness);
  const [least, most] = [Math.min(...volumes), Math.max(...volumes)];
  if (least < -error && most > error) return null;
  const steepnessError = gamma * edges[0] * edges[1];
  const distance = dot(a, normal) / steepness;
  const distanceError = (gamma * edges[0] * edges[1] * 2 * reach) / (Math.abs(steepness) - steepnessError);
  const along = [a, b, c].map((corner) => dot(direction, corner));
  const rounding = 2 * gamma * reach + widening * edges[0];
  const [nearest, farthest] = [Math.min(...along), Math.max(...along)];
  const isSteep = distanceError >= 0 && distanceError <= farthest - nearest + edges[0];
  if (!isSteep && (farthest < -rounding || distanceToLine([a, b, c], direction) > rounding)) return null;
  if (distanceError >= 0)
    return { distance, error: distanceError, isClear: (least > error || most < -error) && distance - distanceError > 0 };
  // Each weight of a corner has an error of at most itself.
  return { distance: (nearest + farthest) / 2, error: (farthest - nearest) / 2 + edges[0] + rounding, isClear: false };
}

/** Returns the distance of a triangle from the line through the origin. `direction` has length 1. */
function distanceToLine(corners: readonly [Vec3, Vec3, Vec3], direction: Vec3): number {
  const aside = corners.map((corner) => minus(corner, times(direction, dot(corner, direction))));
  const sides = aside.map((p, i) => Math.sign(dot(direction, cross(p, aside[(i + 1) % 3]!))));
  // Seen along the line, the triangle is around the origin.
  if (sides.every((side) => side === 1) || sides.every((side) => side === -1)) return 0;
  return Math.min(...aside.map((p, i) => distanceToSegment(p, aside[(i + 1) % 3]!)));
}

/** Returns the distance of a segment from the origin. */
function distanceToSegment(p: Vec3, q: Vec3): number {
  const edge = minus(q, p);
  const lengthSq = dot(edge, edge);
  const part = lengthSq === 0 ? 0 : Math.min(1, Math.max(0, -dot(p, edge) / lengthSq));
  return length([p[0] + part * edge[0], p[1] + part * edge[1], p[2] + part * edge[2]]);
}
