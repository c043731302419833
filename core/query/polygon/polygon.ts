import { invalidArgument } from '../../error.ts';
import { bigCross, bigDot, bigMinus, bigPlus, bigPoint, bigTimes, bigUnit, isBigZero, type BigVec3 } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import { roundedRoot } from '../../math/rounded-root.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Segment } from '../segment/query.ts';
import { isInsideByAngles } from './angles.ts';

/** Where a segment crosses the plane of a polygon. */
export interface PolygonHit {
  /** The plane normal · p = offset, with a unit normal; `null` for a polygon without area, which has no plane. */
  readonly plane: { readonly normal: Vec3; readonly offset: number } | null;
  /** Where the segment crosses the plane, both ends included; `null` if it does not, or lies in it. */
  readonly point: Vec3 | null;
  /** Whether that point is in the polygon, exactly: its edges count. `null` without a point. */
  readonly inside: boolean | null;
  /** The same by the sum of angles of the camera article, which is wrong near edges and for polygons that are not convex. */
  readonly insideByAngles: boolean | null;
}

/**
 * Returns where a segment crosses the plane of a polygon, and whether that point is in the polygon (catalogue Q2). All signs are exact.
 *
 * The plane has the normal of Newell's method, the sum of the cross products of consecutive points, and goes through their mean. It is the
 * plane of a flat polygon. Of any other, the points projected along the normal decide. A point is inside if the polygon winds around it (the
 * winding number is not 0) or if it is on an edge. So a polygon may be concave, and where it overlaps itself the overlap is inside.
 *
 * Source: Sutherland, Sproull and Schumacker, "A Characterization of Ten Hidden-Surface Algorithms" (1974), for the normal.
 * @throws InspectorError `invalid-argument` for fewer than three points, and numbers that are not finite.
 */
export function segmentPolygon(points: readonly Vec3[], { from, to }: Segment): PolygonHit {
  if (points.length < 3) throw invalidArgument(`The polygon has ${points.length} points`, 'Give three points or more');
  if (![...points.flat(), ...from, ...to].every(Number.isFinite))
    throw invalidArgument('A number of the polygon or segment is not finite', 'Use finite numbers');
  const { integers, exponent } = scaledIntegers([...from, ...to, ...points.flat()]);
  const corners = points.map((_, i) => bigPoint(integers, 6 + 3 * i));
  const [p, q] = [bigPoint(integers, 0), bigPoint(integers, 3)];
  const edges = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]!] as const);
  const [origin] = corners as [BigVec3];
  const normal = edges.reduce<BigVec3>((sum, [a, b]) => bigPlus(sum, bigCross(bigMinus(a, origin), bigMinus(b, origin))), [0n, 0n, 0n]);
  if (isBigZero(normal)) return { plane: null, point: null, inside: null, insideByAngles: null };
  const count = BigInt(corners.length);
  // The level of the mean, times the number of points.
  const level = corners.reduce((sum, corner) => sum + bigDot(normal, corner), 0n);
  const size = level < 0n ? -level : level;
  const offset = roundedRoot(size * size, count * count * bigDot(normal, normal), exponent);
  const plane = { normal: bigUnit(normal)!, offset: level < 0n ? 0 - offset : offset };
  const [start, end] = [p, q].map((point) => count * bigDot(normal, point) - level) as [bigint, bigint];
  const whole = start - end;
  if (whole === 0n || (start > 0n && end > 0n) || (start < 0n && end < 0n))
    return { plane, point: null, inside: null, insideByAngles: null };
  // The point is p + (q − p) · start / whole.
  const sign = whole < 0n ? -1n : 1n;
  const place = bigTimes(bigPlus(bigTimes(p, whole), bigTimes(bigMinus(q, p), start)), sign);
  const scale = whole * sign;
  const point: Vec3 = [
    roundedRatio(place[0], scale, exponent),
    roundedRatio(place[1], scale, exponent),
    roundedRatio(place[2], scale, exponent),
  ];
  const around = corners.map((corner) => bigMinus(bigTimes(corner, scale), place));
  return { plane, point, inside: isInside(around, normal), insideByAngles: isInsideByAngles(points, point) };
}

/** Whether a polygon, projected along the normal, winds around 0 or has it on an edge. */
function isInside(points: readonly BigVec3[], normal: BigVec3): boolean {
  const up = acrossOf(normal);
  let winding = 0;
  for (let i = 0; i < points.length; i++) {
    const [a, b] = [points[i]!, points[(i + 1) % points.length]!];
    const side = bigDot(normal, bigCross(a, b));
    // The projections along the normal are on opposite sides of 0, or one is 0.
    const along = bigDot(a, b) * bigDot(normal, normal) - bigDot(a, normal) * bigDot(b, normal);
    if (side === 0n && along <= 0n) return true;
    const [from, to] = [bigDot(up, a), bigDot(up, b)];
    if (from <= 0n && to > 0n && side > 0n) winding++;
    if (from > 0n && to <= 0n && side < 0n) winding--;
  }
  return winding !== 0;
}

/** Returns a vector across a vector that is not 0. */
function acrossOf(normal: BigVec3): BigVec3 {
  const across = bigCross(normal, [1n, 0n, 0n]);
  return isBigZero(across) ? bigCross(normal, [0n, 1n, 0n]) : across;
}
