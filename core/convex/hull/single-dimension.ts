import { cross, dot, length, minus, type Vec3 } from '../../math/vec3.ts';
import type { ConvexHull } from './convex-hull.ts';
import { hullPlanes } from './hull-planes.ts';

/** Unit roundoff of f32: a coordinate is rounded by at most this part of itself. */
const unit = 2 ** -24;

/**
 * Maximum width of a flat hull over its radius. Let points in a plane be within two radii of their origin. Rounding to f32 moves them by at most √3 · 2
 * units, and rounding about their middle by √3 units more. So they stay between two planes 2 · 3 · √3 < 12 units apart.
 */
export const flatWidth = 12 * unit;
/** As `flatWidth`, before the last rounding: a hull that is wider stays wider than `flatWidth` when it is rounded about its middle. */
export const flatBeforeRounding = 16 * unit;
/** A face with a vertex at a greater distance than this many widths belongs to a wider hull. */
const maxFaceWidths = 3;

/**
 * Returns the dimension of a hull apart from the rounding of f32 coordinates. It is 2 if the smallest width is at most `width` times the radius about the
 * mean of the vertices, and 1 if all vertices are that near to a line. Rotations do not change it.
 *
 * The smallest width is across a face or across two edges (Houle and Toussaint, "Computing the Width of a Set", 1988). Edges are compared only where
 * faces do not decide: a face above the centroid of the hull, seen along its smallest width, has all vertices within three widths.
 * @param hull its coordinates and their squares are finite
 */
export function singleDimension(hull: ConvexHull, width = flatWidth): ConvexHull['dimension'] {
  const points = pointsOf(hull);
  const middle = points.reduce<Vec3>(
    (sum, p) => [sum[0] + p[0] / points.length, sum[1] + p[1] / points.length, sum[2] + p[2] / points.length],
    [0, 0, 0],
  );
  const most = width * points.reduce((radius, p) => Math.max(radius, length(minus(p, middle))), 0);
  if (hull.dimension < 2) return hull.dimension;
  if (isLine(points, middle, most)) return 1;
  return hull.dimension === 2 || isThin(hull, points, most) ? 2 : 3;
}

/** Returns the vertices relative to the first one. */
function pointsOf({ positions: p }: ConvexHull): readonly Vec3[] {
  return Array.from({ length: p.length / 3 }, (_, i): Vec3 => [p[3 * i] - p[0], p[3 * i + 1] - p[1], p[3 * i + 2] - p[2]]);
}

function isLine(points: readonly Vec3[], middle: Vec3, most: number): boolean {
  const farthest = (from: Vec3): Vec3 =>
    points.reduce((best, p) => (length(minus(p, from)) > length(minus(best, from)) ? p : best), points[0]!);
  const a = farthest(middle);
  const along = minus(farthest(a), a);
  return points.every((p) => length(cross(minus(p, a), along)) <= most * length(along));
}

function isThin(hull: ConvexHull, points: readonly Vec3[], most: number): boolean {
  const planes = hullPlanes({ ...hull, positions: Float64Array.from(points.flat()) });
  let isDecided = true;
  for (let at = 0; at < planes.length; at += 4) {
    const normal: Vec3 = [planes[at], planes[at + 1], planes[at + 2]];
    if (isWithin(points, normal, most)) return true;
    if (isDecided && isWithin(points, normal, maxFaceWidths * most)) isDecided = false;
  }
  return !isDecided && isThinAcrossEdges(hull, points, most);
}

function isThinAcrossEdges(hull: ConvexHull, points: readonly Vec3[], most: number): boolean {
  const edges = edgesOf(hull, points);
  for (const [i, [p, u]] of edges.entries()) {
    for (let j = 0; j < i; j++) {
      const [q, v] = edges[j]!;
      const across = cross(u, v);
      const size = length(across);
      if (!(size > 0) || Math.abs(dot(minus(q, p), across)) > most * size) continue;
      if (isWithin(points, [across[0] / size, across[1] / size, across[2] / size], most)) return true;
    }
  }
  return false;
}

/** Returns a point and the direction of each edge, of length 1. */
function edgesOf({ faceFirst, faceCorners }: ConvexHull, points: readonly Vec3[]): readonly (readonly [Vec3, Vec3])[] {
  const edges: (readonly [Vec3, Vec3])[] = [];
  for (let face = 0; face + 1 < faceFirst.length; face++) {
    const corners = faceCorners.subarray(faceFirst[face], faceFirst[face + 1]);
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % corners.length];
      // Each edge has two faces.
      if (a >= b) return;
      const along = minus(points[b]!, points[a]!);
      const size = length(along);
      edges.push([points[a]!, [along[0] / size, along[1] / size, along[2] / size]]);
    });
  }
  return edges;
}

/** Whether points are between two planes of a normal of length 1 that are `most` apart. A zero normal has none. */
function isWithin(points: readonly Vec3[], normal: Vec3, most: number): boolean {
  if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) return false;
  let [low, high] = [Infinity, -Infinity];
  return points.every((p) => {
    const height = dot(normal, p);
    low = Math.min(low, height);
    high = Math.max(high, height);
    return high - low <= most;
  });
}
