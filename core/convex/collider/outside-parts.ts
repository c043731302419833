import type { TriangleParts } from '../../pair/deviation/farthest-distance.ts';
import { type HullTree, hullsAt, type PlanedHull } from './hull-tree.ts';

/** The corners of a convex polygon (3·n). */
type Polygon = readonly number[];

/** Triangles up to which a triangle is cut. One with more is divided in another way, and its parts reach fewer hulls. */
const maxParts = 8;
/** Triangles while it is cut: many can be inside the next hull. */
const maxOpenParts = 16;
/** Hulls that a triangle reaches, up to which it is cut. */
const maxReached = 3;
/** Part of the largest coordinate within which a corner is on a plane. */
const onPlane = 2 ** -48;

/**
 * Returns a function that divides a triangle (9) into its parts outside all hulls of a collider, up to rounding: the planes of each hull that it
 * reaches cut it. The function returns `null` if no hull cuts the triangle, or if there would be many parts.
 */
export function outsideParts(hulls: HullTree): TriangleParts {
  return (triangle) => {
    const [min, max] = endsOf(triangle);
    const reached = hullsAt(hulls, min, max);
    if (reached.length > maxReached) return null;
    let parts: readonly Polygon[] = [triangle];
    for (const hull of reached) {
      parts = parts.flatMap((part) => (isApart(part, hulls.boxes, 6 * hull) ? [part] : outsideOf(part, hulls.hulls[hull]!)));
      if (parts.length === 0) return [];
      if (trianglesIn(parts) > maxOpenParts) return null;
    }
    if (trianglesIn(parts) > maxParts) return null;
    return parts.length === 1 && parts[0] === triangle ? null : parts.flatMap(fanOf);
  };
}

function trianglesIn(parts: readonly Polygon[]): number {
  return parts.reduce((sum, part) => sum + part.length / 3 - 2, 0);
}

function endsOf(triangle: readonly number[]): readonly [readonly number[], readonly number[]] {
  const along = [0, 1, 2].map((k) => [triangle[k]!, triangle[k + 3]!, triangle[k + 6]!]);
  return [along.map((own) => Math.min(...own)), along.map((own) => Math.max(...own))];
}

/** Returns the triangles (9) of a convex polygon. */
function fanOf(polygon: Polygon): readonly (readonly number[])[] {
  return Array.from({ length: polygon.length / 3 - 2 }, (_, i) => [...polygon.slice(0, 3), ...polygon.slice(3 * i + 3, 3 * i + 9)]);
}

/** Whether a polygon is beyond one side of a box. */
function isApart(polygon: Polygon, boxes: Float64Array, at: number): boolean {
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = k; i < polygon.length; i += 3) {
      min = Math.min(min, polygon[i]!);
      max = Math.max(max, polygon[i]!);
    }
    if (min > boxes[at + 3 + k] || max < boxes[at + k]) return true;
  }
  return false;
}

/** Returns the parts of a polygon outside a hull: the whole polygon if none of it is inside. */
function outsideOf(polygon: Polygon, { planes }: PlanedHull): readonly Polygon[] {
  const outside: Polygon[] = [];
  let inside = polygon;
  const slack = onPlane * polygon.reduce((size, value) => Math.max(size, Math.abs(value)), 0);
  for (let at = 0; at < planes.length; at += 4) {
    const heights = heightsOver(planes, at, inside);
    if (heights.every((height) => height <= slack)) continue;
    if (heights.every((height) => height >= -slack)) return [polygon];
    outside.push(side(inside, heights, 1));
    inside = side(inside, heights, -1);
  }
  return outside;
}

function heightsOver(planes: Float64Array, at: number, polygon: Polygon): readonly number[] {
  const heights: number[] = [];
  for (let k = 0; k < polygon.length; k += 3)
    heights.push(planes[at] * polygon[k]! + planes[at + 1] * polygon[k + 1]! + planes[at + 2] * polygon[k + 2]! - planes[at + 3]);
  return heights;
}

/** Returns the part of a polygon on one side of a plane. */
function side(polygon: Polygon, heights: readonly number[], sign: 1 | -1): Polygon {
  const part: number[] = [];
  for (let i = 0; i < heights.length; i++) {
    const j = (i + 1) % heights.length;
    const [from, to] = [sign * heights[i]!, sign * heights[j]!];
    if (from >= 0) part.push(...polygon.slice(3 * i, 3 * i + 3));
    if (from * to >= 0) continue;
    const t = from / (from - to);
    for (let k = 0; k < 3; k++) part.push(polygon[3 * i + k]! + t * (polygon[3 * j + k]! - polygon[3 * i + k]!));
  }
  return part;
}
