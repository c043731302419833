import type { Vec3 } from '../../math/vec3.ts';
import type { Progress } from '../../progress.ts';
import { convexHull, type ConvexHull } from '../hull/convex-hull.ts';
import { hullMeasures } from '../hull/hull-measures.ts';

/** Hulls next to each one that it may be merged with. */
const neighbours = 8;
/** More hulls are first merged by their place alone. */
const maxByVolume = 256;

interface Merged {
  readonly hull: ConvexHull;
  readonly volume: number;
  readonly center: Vec3;
}

interface Candidate {
  readonly a: Merged;
  readonly b: Merged;
  readonly merged: Merged;
  /** Volume that the hull of both adds. */
  readonly added: number;
}

/**
 * Returns at most `maxHulls` convex hulls that contain the given ones. In each step the two whose common hull adds the smallest volume are
 * replaced by it; each is compared with those whose centres are nearest. More than some hundreds are first joined by place: halved across
 * the longest side of their centres.
 * @param maxHulls 1 or more. @throws whatever `progress` throws.
 */
export function mergeHulls(hulls: readonly ConvexHull[], maxHulls: number, progress: Progress): readonly ConvexHull[] {
  if (hulls.length <= maxHulls) return hulls;
  const start = hulls.map(mergedOf);
  const limit = Math.max(maxByVolume, maxHulls);
  let all: readonly Merged[] = start.length <= limit ? start : setsByPlace(start, limit).map(joined);
  let candidates = all.flatMap((one) => candidatesOf(one, all));
  for (const count = all.length; all.length > maxHulls; ) {
    progress((count - all.length) / (count - maxHulls));
    const best = candidates.reduce((p, q) => (q.added < p.added ? q : p));
    const isGone = (one: Merged): boolean => one === best.a || one === best.b;
    const left = all.filter((one) => !isGone(one));
    const lonely = new Set(candidates.flatMap(({ a, b }) => (isGone(a) !== isGone(b) ? [isGone(a) ? b : a] : [])));
    candidates = candidates.filter(({ a, b }) => !isGone(a) && !isGone(b));
    for (const { a, b } of candidates) [a, b].forEach((one) => lonely.delete(one));
    all = [...left, best.merged];
    candidates.push(...candidatesOf(best.merged, all), ...[...lonely].flatMap((one) => candidatesOf(one, all)));
  }
  return all.map(({ hull }) => hull);
}

function mergedOf(hull: ConvexHull): Merged {
  const { positions } = hull;
  const center = [0, 1, 2].map((k) => {
    let [min, max] = [Infinity, -Infinity];
    for (let at = k; at < positions.length; at += 3) {
      min = Math.min(min, positions[at]);
      max = Math.max(max, positions[at]);
    }
    return min / 2 + max / 2;
  }) as unknown as Vec3;
  return { hull, volume: hullMeasures(hull).volume, center };
}

function joined(hulls: readonly Merged[]): Merged {
  const count = hulls.reduce((sum, { hull }) => sum + hull.positions.length, 0);
  const points = new Float64Array(count);
  let at = 0;
  for (const { hull } of hulls) {
    points.set(hull.positions, at);
    at += hull.positions.length;
  }
  return mergedOf(convexHull(points));
}

function candidatesOf(one: Merged, all: readonly Merged[]): readonly Candidate[] {
  const others = all.filter((other) => other !== one).map((other) => ({ other, distanceSq: distanceSq(one.center, other.center) }));
  const nearest = others.sort((p, q) => p.distanceSq - q.distanceSq).slice(0, neighbours);
  return nearest.map(({ other }): Candidate => {
    const merged = joined([one, other]);
    return { a: one, b: other, merged, added: merged.volume - one.volume - other.volume };
  });
}

function distanceSq(p: Vec3, q: Vec3): number {
  return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2;
}

/** Divides hulls into that many sets: the largest set is halved in the order of the centres along their longest side. */
function setsByPlace(hulls: readonly Merged[], count: number): readonly (readonly Merged[])[] {
  let sets: readonly (readonly Merged[])[] = [hulls];
  while (sets.length < count) {
    const halves = sets.toSorted((p, q) => q.length - p.length).slice(0, count - sets.length);
    const chosen = new Set(halves.filter(({ length }) => length > 1));
    sets = sets.flatMap((set) => (chosen.has(set) ? halved(set) : [set]));
  }
  return sets;
}

function halved(set: readonly Merged[]): readonly (readonly Merged[])[] {
  const extent = (k: number): number => {
    const values = set.map(({ center }) => center[k]!);
    return values.reduce((max, value) => Math.max(max, value), -Infinity) - values.reduce((min, value) => Math.min(min, value), Infinity);
  };
  const extents = [0, 1, 2].map(extent);
  const axis = extents.indexOf(Math.max(...extents));
  const ordered = set.toSorted((p, q) => p.center[axis]! - q.center[axis]!);
  const middle = ordered.length >> 1;
  return [ordered.slice(0, middle), ordered.slice(middle)];
}
