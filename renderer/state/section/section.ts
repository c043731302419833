import { cross, dot, length, normalized, type Vec3 } from '#core/math';
import type { Bounds } from '#core/mesh';

/** The part of the meshes that the view leaves out. Queries still see everything. World space. */
export interface Section {
  readonly plane: PlaneCut;
  readonly box: BoxCut;
  /** The views that are cut, where there are two. */
  readonly views: SectionViews;
  /** Fill closed outlines, as if the mesh were solid. */
  readonly caps: boolean;
}

export type SectionViews = 'both' | 'first' | 'second';

export interface PlaneCut {
  readonly isOn: boolean;
  /** A point of the plane, where its handles are. */
  readonly point: Vec3;
  /** Length 1, towards the half that is cut away. */
  readonly normal: Vec3;
}

/** Everything outside the box is cut away. */
export interface BoxCut {
  readonly isOn: boolean;
  readonly min: Vec3;
  readonly max: Vec3;
}

/** What a face cuts: all points with `normal · p ≤ offset` are kept. The normal has length 1. */
export interface HalfSpace {
  readonly normal: Vec3;
  readonly offset: number;
}

export const noSection: Section = {
  plane: { isOn: false, point: [0, 0, 0], normal: [0, 0, 1] },
  box: { isOn: false, min: [-1, -1, -1], max: [1, 1, 1] },
  views: 'both',
  caps: true,
};

/** Returns the half-spaces that a view keeps; none if nothing is cut. `view` is `null` for the only view. */
export function keptSpaces({ plane, box, views }: Section, view: 'first' | 'second' | null): readonly HalfSpace[] {
  if (view !== null && views !== 'both' && views !== view) return [];
  const spaces: HalfSpace[] = [];
  if (plane.isOn) spaces.push({ normal: plane.normal, offset: dot(plane.normal, plane.point) });
  if (box.isOn) {
    for (let axis = 0; axis < 3; axis++) {
      spaces.push({ normal: axisNormal(axis, 1), offset: box.max[axis]! });
      spaces.push({ normal: axisNormal(axis, -1), offset: -box.min[axis]! });
    }
  }
  return spaces;
}

function axisNormal(axis: number, sign: 1 | -1): Vec3 {
  return [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0];
}

/** Whether a point is not cut away. */
export function isKept(spaces: readonly HalfSpace[], point: Vec3): boolean {
  return spaces.every(({ normal, offset }) => dot(normal, point) <= offset);
}

/** Returns where a ray enters and leaves what is kept, as multiples of its direction, from 0 on; `null` if it misses it. */
export function keptInterval(spaces: readonly HalfSpace[], origin: Vec3, direction: Vec3): readonly [from: number, to: number] | null {
  let from = 0;
  let to = Infinity;
  for (const { normal, offset } of spaces) {
    const ahead = dot(normal, direction);
    const room = offset - dot(normal, origin);
    if (ahead > 0) to = Math.min(to, room / ahead);
    else if (ahead < 0) from = Math.max(from, room / ahead);
    else if (room < 0) return null;
  }
  return from <= to ? [from, to] : null;
}

/** Returns the part of a segment that is kept; `null` for nothing. Faces that cut nothing keep its ends exactly. */
export function keptSegment(spaces: readonly HalfSpace[], from: Vec3, to: Vec3): readonly [from: Vec3, to: Vec3] | null {
  const along: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const kept = keptInterval(spaces, from, along);
  if (kept === null || kept[0] > 1) return null;
  const at = (share: number): Vec3 => [from[0] + share * along[0], from[1] + share * along[1], from[2] + share * along[2]];
  return [kept[0] === 0 ? from : at(kept[0]), kept[1] >= 1 ? to : at(kept[1])];
}

/**
 * Returns the convex polygon in which a plane intersects a box, in order around it; empty without one.
 * @param bounds a box with a size of at least one axis
 */
export function planeInBox({ normal, offset }: HalfSpace, { min, max }: Bounds): readonly Vec3[] {
  const points: Vec3[] = [];
  for (let edge = 0; edge < 12; edge++) {
    const axis = edge >> 2;
    const corner = (end: 0 | 1): Vec3 => {
      const side = (k: number): number => (k === axis ? end : (edge >> (k === (axis + 1) % 3 ? 0 : 1)) & 1);
      return [side(0) ? max[0] : min[0], side(1) ? max[1] : min[1], side(2) ? max[2] : min[2]];
    };
    const [p, q] = [corner(0), corner(1)];
    const [a, b] = [dot(normal, p) - offset, dot(normal, q) - offset];
    if (a > 0 === b > 0) continue;
    const share = a / (a - b);
    points.push([p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]), p[2] + share * (q[2] - p[2])]);
  }
  return aroundMiddle(points, normal);
}

function aroundMiddle(points: readonly Vec3[], normal: Vec3): readonly Vec3[] {
  if (points.length < 3) return [];
  const middle = [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k]! / points.length, 0));
  const [u, v] = acrossPlane(normal);
  const angle = (point: Vec3): number => {
    const from: Vec3 = [point[0] - middle[0]!, point[1] - middle[1]!, point[2] - middle[2]!];
    return Math.atan2(dot(from, v), dot(from, u));
  };
  return points.toSorted((a, b) => angle(a) - angle(b));
}

/** Returns two directions of length 1 in a plane; with the normal they are right-handed. */
export function acrossPlane(normal: Vec3): readonly [u: Vec3, v: Vec3] {
  const [x, y, z] = normal;
  const smallest = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  const other = axisNormal(smallest, 1);
  const u = normalized(cross(other, normal)) ?? axisNormal((smallest + 1) % 3, 1);
  return [u, cross(normal, u)];
}

/** Returns the axis that a direction is nearest to, with its sign. */
export function nearestAxis(direction: Vec3): Vec3 {
  const axis = direction.reduce((best, value, at) => (Math.abs(value) > Math.abs(direction[best]!) ? at : best), 0);
  return axisNormal(axis, direction[axis]! < 0 ? -1 : 1);
}

/** Returns a plane cut with another offset along its normal; its point moves along the normal. */
export function withOffset(plane: PlaneCut, offset: number): PlaneCut {
  const by = offset - dot(plane.normal, plane.point);
  const { normal, point } = plane;
  const moved: Vec3 = [point[0] + by * normal[0], point[1] + by * normal[1], point[2] + by * normal[2]];
  // Along an axis the typed number is the coordinate, to the last digit.
  const axis = normal.findIndex((value) => Math.abs(value) === 1);
  return { ...plane, point: axis < 0 ? moved : (moved.with(axis, offset * normal[axis]!) as unknown as Vec3) };
}

/** Returns a plane cut with another normal; `null` if the vector has no direction. */
export function withNormal(plane: PlaneCut, normal: Vec3): PlaneCut | null {
  const unit = length(normal) > 0 ? normalized(normal) : null;
  return unit === null ? null : { ...plane, normal: unit };
}
