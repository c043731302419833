import { type Transform, transformPoints } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { ConvexHull } from '../hull/convex-hull.ts';
import { pointsPair } from './convex-body.ts';
import { gjk } from './gjk.ts';
import { roundings } from './test-convex-pair.ts';
import { touchExactly } from './touch-exactly.ts';

/** The distance of two hulls, with their nearest points in the space of A. */
export interface ConvexDistance {
  /** Whether the closed hulls share a point: touching counts. Exact. */
  readonly overlap: boolean;
  /** 0 if they overlap. */
  readonly distance: number;
  /** The nearest points; `null` if they overlap. */
  readonly witness: { readonly a: Vec3; readonly b: Vec3 } | null;
}

/**
 * Returns the distance of two convex hulls by GJK alone: a hundred times faster than `testConvexPair`, which runs every method. Where rounded
 * numbers leave open whether the hulls touch, GJK on integers decides. `aFromB` places B in the space of A. Hot.
 */
export function convexDistance(a: ConvexHull, b: ConvexHull, aFromB: Transform): ConvexDistance {
  const pair = pointsPair(a, b, aFromB);
  const { distance, lower, pointA, pointB, margin } = gjk(pair);
  const bound = roundings * 2 ** -53;
  const isSure = lower > bound * pair.size || margin > bound * (2 * pair.size) ** 3;
  const overlap = isSure ? !(lower > bound * pair.size) : touchExactly(a.positions, placed(b, aFromB));
  if (overlap) return { overlap, distance: 0, witness: null };
  const toSpace = ([x, y, z]: Vec3): Vec3 => [x + pair.origin[0], y + pair.origin[1], z + pair.origin[2]];
  return { overlap, distance, witness: { a: toSpace(pointA), b: toSpace(pointB) } };
}

function placed({ positions }: ConvexHull, aFromB: Transform): Float64Array {
  const points = new Float64Array(positions.length);
  transformPoints(aFromB, positions, points);
  return points;
}
