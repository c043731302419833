import { hypot } from '../../math/hypot.ts';
import type { Transform } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { ConvexHull } from '../hull/convex-hull.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { convexPair, type ConvexPair } from './convex-body.ts';
import { epa } from './epa.ts';
import { gjk, type GjkResult } from './gjk.ts';
import { listAxes, separatingAxis, type AxisFeature, type ListedAxis } from './separating-axis.ts';
import { shadowTest, type ShadowTest } from './shadow-test.ts';
import { touchExactly } from './touch-exactly.ts';
import { intervalAlong, type Interval } from './interval.ts';

/** Two convex hulls by three methods. Positions are in the space of A. */
export interface ConvexPairResult {
  /** Whether the closed hulls share a point: touching counts. Exact. */
  readonly overlap: boolean;
  /** Whether exact arithmetic had to decide `overlap`. */
  readonly isExact: boolean;
  /** Rounding error of all lengths below, at most. */
  readonly bound: number;
  readonly sat: SatReport;
  readonly gjk: GjkReport;
  /** The test of the article; `null` if neither hull has a face. */
  readonly article: ShadowTest | null;
  /** How both methods compare: the difference of the depths, or the excess of the gap of an axis over
   * the distance, or the overlap of all axes plus the distance. 0 if within the bound. */
  readonly disagreement: number;
}

export interface SatReport {
  /** Unit vector, from A to B. */
  readonly axis: Vec3;
  /** Minimum translation; 0 if the hulls are apart. */
  readonly depth: number;
  /** Gap along the axis; 0 if the hulls overlap. */
  readonly gap: number;
  /** Translation of B after which the hulls only touch; 0 if they are apart. */
  readonly pushOut: Vec3;
  readonly feature: AxisFeature;
  /** Intervals of A and B on the axis: products with positions in the space of A. */
  readonly intervalA: Interval;
  readonly intervalB: Interval;
  /** 0 after the early out by bounding spheres. */
  readonly axesTested: number;
}

export interface GjkReport {
  readonly distance: number;
  /** Depth by EPA; 0 if the hulls are apart. */
  readonly depth: number;
  /** Proven bounds of the distance, or of the depth. */
  readonly lower: number;
  readonly upper: number;
  /**
   * The nearest points. Of hulls that overlap: the points that touch after the minimum translation, so A's is B's plus the push-out. It is that of
   * the separating axes, unless EPA finds another depth.
   */
  readonly witness: { readonly a: Vec3; readonly b: Vec3 };
  readonly steps: number;
}

/**
 * Rounding errors of a height, in units of 2⁻⁵³ times the largest coordinate. They are of the transform, difference, products, sums and unit
 * normal. An axis that nearly equals the normal of a face is left out, which adds the rest.
 */
export const roundings = 256;

/**
 * Tests the convex hulls of two meshes by separating axes, by GJK and EPA, and as the article does (catalogue P6 and P7). `aFromB` places B in the
 * space of A. Rounded methods measure; where they cannot decide whether the hulls touch, GJK on integers does.
 */
export function testConvexPair(hullA: ConvexHull, hullB: ConvexHull, aFromB: Transform): ConvexPairResult {
  const pair = convexPair(hullA, hullB, aFromB);
  const bound = roundings * 2 ** -53 * pair.size;
  const nearest = gjk(pair);
  const sat = spheresAreApart(pair) ?? { ...separatingAxis(pair, nearest.direction) };
  const isClear = sat.gap > bound || nearest.lower > bound || (sat.gap < -bound && nearest.distance === 0);
  const overlap = isClear ? !(sat.gap > bound || nearest.lower > bound) : touchExactly(pair.a.hull.positions, pair.b.hull.positions);
  const deepest = overlap ? epa(pair) : null;
  const depth = overlap ? Math.max(0, -sat.gap) : 0;
  const toSpace = (point: Vec3): Vec3 => [point[0] + pair.origin[0], point[1] + pair.origin[1], point[2] + pair.origin[2]];
  const distance = overlap ? 0 : nearest.distance;
  const difference = deepest === null ? excessOf(sat.gap, distance, bound) : Math.abs(depth - Math.max(0, deepest.depth));
  const agree = difference <= 2 * bound;
  const { pointA, pointB } =
    deepest === null
      ? nearest
      : agree
        ? touchingPoints(pair, sat.axis, depth)
        : touchingPoints(pair, deepest.direction, Math.max(0, deepest.depth));
  return {
    overlap,
    isExact: !isClear,
    bound,
    sat: {
      axis: sat.axis,
      depth,
      gap: overlap ? 0 : Math.max(0, sat.gap),
      pushOut: sat.axis.map((value) => value * depth + 0) as unknown as Vec3,
      feature: sat.feature,
      intervalA: shifted(sat.intervalA, sat.axis, pair),
      intervalB: shifted(sat.intervalB, sat.axis, pair),
      axesTested: sat.axesTested,
    },
    gjk: {
      distance,
      depth: deepest === null ? 0 : Math.max(0, deepest.depth),
      lower: Math.max(0, (deepest === null ? nearest.lower : deepest.lower) - bound),
      upper: (deepest === null ? distance : Math.max(0, deepest.depth)) + bound,
      witness: { a: toSpace(pointA), b: toSpace(pointB) },
      steps: nearest.steps + (deepest?.steps ?? 0),
    },
    article: shadowTest(pair),
    disagreement: difference > 2 * bound ? difference : 0,
  };
}

/**
 * Returns the axes that the separating axis test of two hulls tests, the largest gap or the smallest overlap first, with intervals in the space of A.
 * Their bounding spheres are not tested, so hulls that are far apart have axes too.
 * @param limit the length of the list, at most. @throws whatever `progress` throws.
 */
export function convexPairAxes(
  hullA: ConvexHull,
  hullB: ConvexHull,
  aFromB: Transform,
  limit: number,
  progress: Progress = noProgress,
): readonly ListedAxis[] {
  const pair = convexPair(hullA, hullB, aFromB);
  return listAxes(pair, gjk(pair).direction, limit, progress).map((axis) => ({
    ...axis,
    intervalA: shifted(axis.intervalA, axis.axis, pair),
    intervalB: shifted(axis.intervalB, axis.axis, pair),
  }));
}

/** Returns a point of A and a point of B that touch after B was moved along a direction. Then the hulls only touch, and GJK finds where. */
function touchingPoints({ a, b }: ConvexPair, direction: Vec3, depth: number): Pick<GjkResult, 'pointA' | 'pointB'> {
  const pushOut = direction.map((value) => value * depth) as unknown as Vec3;
  const { pointA } = gjk({ a, b: { points: b.points.map((value, i) => value + pushOut[i % 3]!) } });
  return { pointA, pointB: [pointA[0] - pushOut[0], pointA[1] - pushOut[1], pointA[2] - pushOut[2]] };
}

/** Returns how far a gap contradicts a distance: it is no larger, and hulls that are apart have an axis without overlap. */
function excessOf(gap: number, distance: number, bound: number): number {
  return gap < -bound ? distance - gap : Math.max(0, gap - distance);
}

/** Returns the axis between the centres, with the intervals of the hulls, if the bounding spheres are apart. */
function spheresAreApart({ a, b }: ConvexPair): ReturnType<typeof separatingAxis> | null {
  const [dx, dy, dz] = [0, 1, 2].map((k) => b.centre[k] - a.centre[k]) as [number, number, number];
  const distance = hypot(dx, dy, dz);
  if (!(distance - a.radius - b.radius > 1e-12 * distance)) return null;
  const axis: Vec3 = [dx / distance, dy / distance, dz / distance];
  const [intervalA, intervalB] = [intervalAlong(a.points, ...axis), intervalAlong(b.points, ...axis)];
  return {
    axis,
    gap: intervalB[0] - intervalA[1],
    feature: { kind: 'spheres' },
    intervalA,
    intervalB,
    axesTested: 0,
  };
}

function shifted([min, max]: Interval, [x, y, z]: Vec3, { origin }: ConvexPair): Interval {
  const height = x * origin[0] + y * origin[1] + z * origin[2];
  return [min + height, max + height];
}
