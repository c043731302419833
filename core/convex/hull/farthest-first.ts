import { noProgress, type Progress } from '../../progress.ts';
import { convexHull, type ConvexHull } from './convex-hull.ts';
import { hullPlanes } from './hull-planes.ts';

/**
 * Returns the hull of some vertices of a solid hull: the extremes along the axes, and then always the vertex that is farthest outside, until
 * there are `max`. A builder that stops at a limit has this result, up to the order of equal distances.
 */
export function farthestFirst({ positions }: ConvexHull, max: number, progress: Progress = noProgress): ConvexHull {
  const chosen = new Set(extremes(positions));
  for (;;) {
    progress(chosen.size / max);
    const own = Array.from(chosen);
    const hull = convexHull(Float64Array.from(own.flatMap((vertex) => [0, 1, 2].map((k) => positions[3 * vertex + k]))));
    if (chosen.size >= max) return hull;
    const next = hull.dimension === 3 ? farthestOutside(positions, hullPlanes(hull)) : firstOther(positions, chosen);
    if (next === null) return hull;
    chosen.add(next);
  }
}

function extremes(positions: Float64Array): readonly number[] {
  return [0, 1, 2].flatMap((k) => {
    let [low, high] = [0, 0];
    for (let vertex = 0; vertex < positions.length / 3; vertex++) {
      if (positions[3 * vertex + k] < positions[3 * low + k]) low = vertex;
      if (positions[3 * vertex + k] > positions[3 * high + k]) high = vertex;
    }
    return [low, high];
  });
}

/** Returns the vertex farthest outside of planes (4·F); `null` if none is outside. */
function farthestOutside(positions: Float64Array, planes: Float64Array): number | null {
  let farthest = 0;
  let found: number | null = null;
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const distance = abovePlanes(planes, positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
    if (distance <= farthest) continue;
    farthest = distance;
    found = vertex;
  }
  return found;
}

/** Returns the largest distance of a point above planes (4·F); negative below all of them. Hot. */
export function abovePlanes(planes: Float64Array, x: number, y: number, z: number): number {
  let max = -Infinity;
  for (let at = 0; at < planes.length; at += 4) {
    const distance = planes[at] * x + planes[at + 1] * y + planes[at + 2] * z - planes[at + 3];
    if (distance > max) max = distance;
  }
  return max;
}

function firstOther(positions: Float64Array, chosen: ReadonlySet<number>): number | null {
  for (let vertex = 0; vertex < positions.length / 3; vertex++) if (!chosen.has(vertex)) return vertex;
  return null;
}
