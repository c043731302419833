import { gjk } from '../pair/gjk.ts';
import { hullPlanes } from '../hull/hull-planes.ts';
import type { TriangleBound } from '../../pair/deviation/farthest-distance.ts';
import type { ColliderBody } from './collider.ts';

interface PlanedHull {
  /** (4·F) */
  readonly planes: Float64Array;
  /** (3·V) */
  readonly positions: Float64Array;
}

/**
 * Returns an upper bound of the distance of a triangle from the hulls of a collider: the distance to one convex body is largest at a corner. So a
 * triangle with its corners in one hull is inside. Bodies of other kinds give no bound.
 */
export function outsideBound(bodies: readonly ColliderBody[]): TriangleBound {
  const hulls = bodies.flatMap((body): readonly PlanedHull[] =>
    body.kind === 'hull' ? [{ planes: hullPlanes(body.hull), positions: body.hull.positions }] : [],
  );
  return (triangle, limit) => hulls.reduce((best, hull) => Math.min(best, distanceFrom(hull, triangle, best)), limit);
}

/** Returns the largest distance of a corner from a hull, or a number that is not below the limit. */
function distanceFrom({ planes, positions }: PlanedHull, triangle: readonly number[], limit: number): number {
  const heights = [0, 3, 6].map((corner) => heightAbove(planes, triangle, corner));
  // No corner is nearer than its height above a plane.
  if (Math.max(...heights) >= limit) return limit;
  let max = 0;
  for (let k = 0; k < 3 && max < limit; k++) {
    if (heights[k]! <= 0) continue;
    const corner = Float64Array.from(triangle.slice(3 * k, 3 * k + 3));
    max = Math.max(max, gjk({ a: { points: positions }, b: { points: corner } }).distance);
  }
  return max;
}

function heightAbove(planes: Float64Array, triangle: readonly number[], corner: number): number {
  const [x, y, z] = [triangle[corner]!, triangle[corner + 1]!, triangle[corner + 2]!];
  let max = -Infinity;
  for (let at = 0; at < planes.length; at += 4) {
    const height = planes[at] * x + planes[at + 1] * y + planes[at + 2] * z - planes[at + 3];
    if (height > max) max = height;
  }
  return max;
}
