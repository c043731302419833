import { gjk } from '../pair/gjk.ts';
import type { TriangleBound } from '../../pair/deviation/farthest-distance.ts';
import { type HullTree, hullsAt, type PlanedHull } from './hull-tree.ts';

/** Part of the upper bound that is known, below which another one is found: less would hardly help. */
const smaller = 0.75;

/**
 * Returns an upper bound of the distance of a triangle from the hulls of a collider: the distance to one convex body is largest at a corner. So a
 * triangle with its corners in one hull is inside. Only the two hulls with the nearest boxes are measured; more would hardly give a smaller bound.
 */
export function outsideBound(hulls: HullTree): TriangleBound {
  return (triangle, upper) => {
    const limit = smaller * upper;
    const reach = [0, 1, 2].map((k) => Math.max(triangle[k]!, triangle[k + 3]!, triangle[k + 6]!) - limit);
    const end = [0, 1, 2].map((k) => Math.min(triangle[k]!, triangle[k + 3]!, triangle[k + 6]!) + limit);
    let [first, second] = [-1, -1];
    let [nearest, next] = [limit, limit];
    // A hull with a smaller bound is nearer than the limit to each corner.
    for (const hull of hullsAt(hulls, reach, end)) {
      const distance = distanceFromBox(hulls.boxes, 6 * hull, triangle, next);
      if (distance >= next) continue;
      [second, next] = distance < nearest ? [first, nearest] : [hull, distance];
      if (distance < nearest) [first, nearest] = [hull, distance];
    }
    const best = first < 0 ? limit : distanceFrom(hulls.hulls[first]!, triangle, limit);
    const both = second < 0 || next >= best ? best : Math.min(best, distanceFrom(hulls.hulls[second]!, triangle, best));
    return both < limit ? both : upper;
  };
}

/** Returns a lower bound of the largest distance of a corner from a hull in a box, or a number that is not below the limit. */
function distanceFromBox(boxes: Float64Array, at: number, triangle: readonly number[], limit: number): number {
  let maxSq = 0;
  for (let i = 0; i < 9; i += 3) {
    let sumSq = 0;
    for (let k = 0; k < 3; k++) {
      const gap = Math.max(boxes[at + k] - triangle[i + k]!, triangle[i + k]! - boxes[at + 3 + k]);
      if (gap >= limit) return limit;
      if (gap > 0) sumSq += gap * gap;
    }
    if (sumSq > maxSq) maxSq = sumSq;
  }
  return Math.sqrt(maxSq);
}

/** Returns the largest distance of a corner from a hull, or a number that is not below the limit. */
function distanceFrom({ planes, positions }: PlanedHull, triangle: readonly number[], limit: number): number {
  const heights = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    heights[k] = heightAbove(planes, triangle, 3 * k);
    // No corner is nearer than its height above a plane.
    if (heights[k]! >= limit) return limit;
  }
  let max = 0;
  for (let k = 0; k < 3 && max < limit; k++) {
    if (heights[k]! <= 0) continue;
    const corner = Float64Array.from(triangle.slice(3 * k, 3 * k + 3));
    max = Math.max(max, gjk({ a: { points: positions }, b: { points: corner } }).distance);
  }
  return max;
}

function heightAbove(planes: Float64Array, triangle: readonly number[], corner: number): number {
  const x = triangle[corner]!;
  const y = triangle[corner + 1]!;
  const z = triangle[corner + 2]!;
  let max = -Infinity;
  for (let at = 0; at < planes.length; at += 4) {
    const height = planes[at] * x + planes[at + 1] * y + planes[at + 2] * z - planes[at + 3];
    if (height > max) max = height;
  }
  return max;
}
