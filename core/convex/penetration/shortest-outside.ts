import type { Vec3 } from '../../math/vec3.ts';
import { nearestOnNewest } from './nearest-on-newest.ts';

/** What `shortestOutside` finds. */
export interface ShortestOutside {
  /** Points nearer to the target than the limit, the nearest one last. Only that one is proven to be the nearest. */
  readonly points: readonly Vec3[];
  /** Whether no other point of the cube is nearer, up to rounding. If not, the limit of steps was reached. */
  readonly isProven: boolean;
}

/** Where to search: the cube |x|, |y|, |z| ≤ `radius`, for points nearer to `target` than `limit`. */
export interface OutsideSearch {
  readonly target: Vec3;
  readonly limit: number;
  readonly radius: number;
  /** Distance to keep from each half-space of a polytope. */
  readonly margin: number;
  readonly maxSteps: number;
}

/** Planes of a cube. */
const cubePlanes = 6;

interface Search extends Pick<OutsideSearch, 'target' | 'margin' | 'maxSteps'> {
  readonly polytopes: readonly Float64Array[];
  /** Half-spaces normal · x ≥ offset of the current branch, four numbers each. */
  readonly planes: Float64Array;
  readonly points: Vec3[];
  limitSq: number;
  steps: number;
}

/**
 * Finds the point of a cube that is nearest to a target and outside all polytopes, by branch and bound. Each polytope is (4·n) half-spaces
 * normal · x ≤ offset, and a point is outside if it is at least `margin` above one of them.
 *
 * The point of the cube nearest to the target is the first one. If a polytope contains it, then one of its half-spaces must be left: each is a
 * branch, with the nearest point beyond it too. A branch ends where that point is outside all polytopes, or farther than the best one found.
 */
export function shortestOutside(polytopes: readonly Float64Array[], within: OutsideSearch): ShortestOutside {
  const { target, limit, radius, margin, maxSteps } = within;
  const near = polytopes.flatMap((planes) => crossing(planes, radius, margin));
  const search: Search = {
    polytopes: near,
    planes: new Float64Array(4 * (cubePlanes + near.length + 1)),
    target,
    margin,
    maxSteps,
    points: [],
    limitSq: limit * limit,
    steps: 0,
  };
  for (let k = 0; k < 3; k++) {
    search.planes[8 * k + k] = 1;
    search.planes[8 * k + 4 + k] = -1;
    search.planes[8 * k + 3] = search.planes[8 * k + 7] = -radius;
  }
  visit(search, cubePlanes, target.map((value) => Math.min(radius, Math.max(-radius, value))) as unknown as Vec3);
  return { points: search.points, isProven: search.steps <= maxSteps };
}

/** Returns a polytope with the half-spaces that some points of a cube leave; nothing if all points leave one. */
function crossing(planes: Float64Array, radius: number, margin: number): readonly Float64Array[] {
  const kept: number[] = [];
  for (let at = 0; at < planes.length; at += 4) {
    const reach = radius * (Math.abs(planes[at]) + Math.abs(planes[at + 1]) + Math.abs(planes[at + 2]));
    if (-reach >= planes[at + 3] + margin) return [];
    if (reach >= planes[at + 3] + margin) kept.push(planes[at], planes[at + 1], planes[at + 2], planes[at + 3]);
  }
  return [Float64Array.from(kept)];
}

/** Searches a branch with `count` half-spaces, whose nearest point is known. */
function visit(search: Search, count: number, point: Vec3): void {
  if (++search.steps > search.maxSteps) return;
  const inside = deepestAround(search, point);
  if (inside === null) {
    search.points.push(point);
    search.limitSq = distanceSq(point, search.target);
    return;
  }
  const { planes, target, margin } = search;
  const branches: { readonly at: number; readonly next: Vec3; readonly distanceSq: number }[] = [];
  for (let at = 0; at < inside.length; at += 4) {
    for (let k = 0; k < 3; k++) planes[4 * count + k] = inside[at + k];
    planes[4 * count + 3] = inside[at + 3] + margin;
    const next = nearestOnNewest(planes, count + 1, target, margin / 8);
    if (next !== null) branches.push({ at, next, distanceSq: distanceSq(next, target) });
  }
  branches.sort((p, q) => p.distanceSq - q.distanceSq);
  for (const branch of branches) {
    if (!(branch.distanceSq < search.limitSq)) return;
    for (let k = 0; k < 3; k++) planes[4 * count + k] = inside[branch.at + k];
    planes[4 * count + 3] = inside[branch.at + 3] + margin;
    visit(search, count + 1, branch.next);
  }
}

/** Returns the polytope that contains a point most deeply; `null` if it is outside all. Hot. */
function deepestAround({ polytopes, margin }: Search, [x, y, z]: Vec3): Float64Array | null {
  // Points on a plane are outside up to rounding.
  let most = margin / 4;
  let deepest: Float64Array | null = null;
  for (const planes of polytopes) {
    let depth = Infinity;
    for (let at = 0; at < planes.length && depth > most; at += 4) {
      depth = Math.min(depth, planes[at + 3] + margin - (planes[at] * x + planes[at + 1] * y + planes[at + 2] * z));
    }
    if (depth <= most) continue;
    most = depth;
    deepest = planes;
  }
  return deepest;
}

function distanceSq(p: Vec3, q: Vec3): number {
  return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;
}
