import { hypot } from '../../math/hypot.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { countEqualAngles, grahamHull } from '../hull/graham.ts';
import type { ConvexPair } from './convex-body.ts';
import { intervalAlong } from './interval.ts';

/** A plane on which two hulls are projected, and their outlines in its coordinates. */
export interface Shadows {
  /** Unit normal of the plane, and its two axes. */
  readonly normal: Vec3;
  readonly u: Vec3;
  readonly v: Vec3;
  /** The point with coordinates 0 on the plane, in the space of A. */
  readonly origin: Vec3;
  /** (2·n) corners of both outlines, counter-clockwise, from `origin`. */
  readonly outlineA: Float64Array;
  readonly outlineB: Float64Array;
}

/** Vertices whose projections are at the angle of another one in the sort of Graham's method, on the plane of the result. */
export interface EqualAngles {
  readonly a: number;
  readonly b: number;
}

/** Result of the test of the article. */
export interface ShadowTest {
  /** Whether the outlines overlap on all planes. It may be true for hulls that are apart. */
  readonly overlap: boolean;
  /** The plane and its axis with the largest gap, or the smallest overlap. */
  readonly shadows: Shadows;
  readonly axis: Vec3;
  /** Gap along the axis; negative for an overlap. */
  readonly gap: number;
  readonly planesTested: number;
  /** Whether there are more faces than planes that are tested. */
  readonly isLimited: boolean;
  readonly equalAngles: EqualAngles;
}

/** Each plane sorts all vertices. */
const maxPlanes = 512;

/**
 * Tests two hulls as the article does (HABR-SAT): it takes a perpendicular to the normal of each face, and projects both hulls on the plane
 * across it. There it finds the outlines by Graham's method, and separates them by the normals of their sides. Products of edges of both
 * hulls are not among its axes as such, so some hulls that are apart overlap on every plane. The article leaves the choice of the perpendicular
 * open: here it is across the coordinate axis with the smallest component of the normal.
 * @returns `null` if neither hull has a face.
 */
export function shadowTest(pair: ConvexPair): ShadowTest | null {
  const normals = distinctNormals(pair);
  let best: Omit<ShadowTest, 'overlap' | 'planesTested' | 'isLimited' | 'equalAngles'> | null = null;
  for (const normal of normals.slice(0, maxPlanes)) {
    const shadows = shadowsOn(pair, acrossOf(normal));
    const found = largestGap(shadows);
    if (best === null || found.gap > best.gap) best = { shadows, ...found };
  }
  if (best === null) return null;
  const planesTested = Math.min(normals.length, maxPlanes);
  const { u, v } = best.shadows;
  const equalAngles = { a: countEqualAngles(projected(pair.a.points, u, v)), b: countEqualAngles(projected(pair.b.points, u, v)) };
  return { overlap: best.gap <= 0, ...best, planesTested, isLimited: normals.length > maxPlanes, equalAngles };
}

function distinctNormals({ a, b }: ConvexPair): readonly Vec3[] {
  const found = new Map<string, Vec3>();
  for (const { normals } of [a, b]) {
    for (let at = 0; at < normals.length; at += 3) {
      const normal: Vec3 = [normals[at], normals[at + 1], normals[at + 2]];
      const sign = normal.find((value) => Math.abs(value) > 1e-12)! < 0 ? -1 : 1;
      const key = normal.map((value) => Math.round(sign * value * 1e12)).join(' ');
      if (!found.has(key)) found.set(key, normal);
    }
  }
  return [...found.values()];
}

/** Returns a unit vector perpendicular to a unit vector, across the coordinate axis of its smallest component. */
function acrossOf([x, y, z]: Vec3): Vec3 {
  const sizes = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const axis = sizes.indexOf(Math.min(...sizes));
  const across: Vec3 = axis === 0 ? [0, z, 0 - y] : axis === 1 ? [0 - z, 0, x] : [y, 0 - x, 0];
  const size = hypot(...across);
  return [across[0] / size, across[1] / size, across[2] / size];
}

function shadowsOn({ a, b, origin }: ConvexPair, normal: Vec3): Shadows {
  const u = acrossOf(normal);
  const v: Vec3 = [normal[1] * u[2] - normal[2] * u[1], normal[2] * u[0] - normal[0] * u[2], normal[0] * u[1] - normal[1] * u[0]];
  const at: Vec3 = [origin[0], origin[1], origin[2]];
  return { normal, u, v, origin: at, outlineA: outlineOf(a.points, u, v), outlineB: outlineOf(b.points, u, v) };
}

/** Returns (2·N) points projected on a plane. */
function projected(points: Float64Array, u: Vec3, v: Vec3): Float64Array {
  const [ux, uy, uz] = u;
  const [vx, vy, vz] = v;
  const flat = new Float64Array((2 * points.length) / 3);
  for (let at = 0, to = 0; at < points.length; at += 3, to += 2) {
    flat[to] = points[at] * ux + points[at + 1] * uy + points[at + 2] * uz;
    flat[to + 1] = points[at] * vx + points[at + 1] * vy + points[at + 2] * vz;
  }
  return flat;
}

function outlineOf(points: Float64Array, u: Vec3, v: Vec3): Float64Array {
  const flat = projected(points, u, v);
  const corners = grahamHull(flat);
  const outline = new Float64Array(2 * corners.length);
  for (let i = 0; i < corners.length; i++) {
    outline[2 * i] = flat[2 * corners[i]!]!;
    outline[2 * i + 1] = flat[2 * corners[i]! + 1]!;
  }
  return outline;
}

/** Returns the normal of a side of an outline with the largest gap, from A to B. */
function largestGap({ u, v, outlineA, outlineB }: Shadows): Pick<ShadowTest, 'axis' | 'gap'> {
  let best: Pick<ShadowTest, 'axis' | 'gap'> = { axis: u, gap: -Infinity };
  const [spaceA, spaceB] = [inSpace(outlineA), inSpace(outlineB)];
  for (const outline of [outlineA, outlineB]) {
    for (let at = 0; at < outline.length; at += 2) {
      const next = (at + 2) % outline.length;
      const [dx, dy] = [outline[next + 1] - outline[at + 1], outline[at] - outline[next]];
      const size = hypot(dx, dy);
      if (!(size > 0)) continue;
      const [x, y] = [dx / size, dy / size];
      const [[minA, maxA], [minB, maxB]] = [intervalAlong(spaceA, x, y, 0), intervalAlong(spaceB, x, y, 0)];
      const gap = Math.max(minB - maxA, minA - maxB);
      if (gap <= best.gap) continue;
      const sign = minB - maxA >= minA - maxB ? 1 : -1;
      best = { axis: [0, 1, 2].map((k) => sign * (x * u[k]! + y * v[k]!)) as unknown as Vec3, gap };
    }
  }
  return best;
}

function inSpace(outline: Float64Array): Float64Array {
  const points = new Float64Array((3 * outline.length) / 2);
  for (let i = 0; i < outline.length / 2; i++) {
    points[3 * i] = outline[2 * i];
    points[3 * i + 1] = outline[2 * i + 1];
  }
  return points;
}
