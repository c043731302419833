import { hypot } from '../math/hypot.ts';
import { InspectorError, invalidArgument } from '../error.ts';
import type { Vec3 } from '../math/vec3.ts';
import { closestPointTriangle } from '../shape/closest-point-triangle.ts';
import { type BezierPatch, splitPatch } from './bezier-patch.ts';
import type { DistanceInterval } from './distance-interval.ts';
import { hullDistanceInterval } from './hull-distance-interval.ts';
import { curvaturesOf, gridError, pointError } from './flatness.ts';

/**
 * Queries on the curved surface itself. A part of a patch lies in the hull of its control points, so in their box: boxes cull, halving
 * refines. Results are intervals that contain the true value, up to the rounding of f64.
 *
 * Coordinates, distances and tolerances are in units of the control points. A tolerance below the spacing of the coordinates stands for that
 * spacing. All throw `InspectorError`: `invalid-argument` unless the tolerance is above 0, and `too-large` for more than `parts` parts, `maxParts` by default.
 */

/** Largest number of parts of one query, against tolerances that a computer cannot reach. */
const maxParts = 1_000_000;
/** Parts that are smaller, relative to their coordinates, are not halved: rounding would decide. */
const finest = 2 ** -44;
/** Smaller parts count as points, whatever their coordinates. */
const smallest = 1e-300;

/** A part of a patch with the box of its control points. */
interface Part {
  readonly patch: BezierPatch;
  readonly min: Vec3;
  readonly max: Vec3;
  readonly bound: number;
}

/** Returns the distance of a point from patches within an interval of the tolerance; `null` without patches. */
export function patchDistance(patches: readonly BezierPatch[], point: Vec3, tolerance: number, parts = maxParts): DistanceInterval | null {
  checkTolerance(tolerance);
  return distanceOf(patches, fromPoint(point), tolerance, createBudget(parts));
}

/** Bounds of the distance of something from parts of patches. */
interface DistanceFrom {
  readonly lower: (patch: BezierPatch, min: Vec3, max: Vec3) => number;
  /** Distance of a point of the surface, or more. */
  readonly upper: (corner: Float64Array) => number;
}

function fromPoint(point: Vec3): DistanceFrom {
  return {
    lower: (patch, min, max) => Math.max(boxDistance(min, max, point), flatDistance(patch, point)),
    upper: (corner) => hypot(corner[0] - point[0], corner[1] - point[1], corner[2] - point[2]),
  };
}

/** The control points of a part bound it, so the gap between two hulls is a lower bound. */
function fromBody(points: Float64Array, at: Vec3): DistanceFrom {
  return {
    lower: (patch) => hullDistanceInterval(points, at, patch.points).lower,
    upper: (corner) => hullDistanceInterval(points, at, corner).upper,
  };
}

function distanceOf(patches: readonly BezierPatch[], from: DistanceFrom, tolerance: number, budget: Budget): DistanceInterval | null {
  let upper = Infinity;
  const queue = new PartQueue();
  const add = (patch: BezierPatch): void => {
    const part = partOf(patch, (min, max) => from.lower(patch, min, max));
    // Corners are on the surface.
    for (const corner of cornersOf(patch)) upper = Math.min(upper, from.upper(corner));
    if (part.bound <= upper) queue.push(part);
  };
  patches.forEach(add);
  if (patches.length === 0) return null;
  for (let part = queue.pop(); part !== null; part = queue.pop()) {
    if (part.bound >= upper - tolerance || isFinest(part)) return { lower: Math.min(part.bound, upper), upper };
    halves(part, budget).forEach(add);
  }
  return { lower: upper, upper };
}

/**
 * Returns the distance along a ray at which the surface first comes within the tolerance of it; `null` if it never does. The ray hits
 * nothing before. The direction has length 1.
 */
export function patchRay(
  patches: readonly BezierPatch[],
  origin: Vec3,
  direction: Vec3,
  tolerance: number,
  parts = maxParts,
): number | null {
  checkTolerance(tolerance);
  const budget = createBudget(parts);
  const queue = new PartQueue();
  const add = (patch: BezierPatch): void => {
    const part = partOf(patch, (min, max) => boxEntry(min, max, origin, direction));
    if (part.bound < Infinity) queue.push(part);
  };
  patches.forEach(add);
  for (let part = queue.pop(); part !== null; part = queue.pop()) {
    if (diagonal(part) <= tolerance || isFinest(part)) return part.bound;
    halves(part, budget).forEach(add);
  }
  return null;
}

/** A convex shape: what is within the radius of the hull of points (3·n, n at least 1), which are relative to its place. */
export interface PatchBody {
  readonly points: Float64Array;
  readonly radius: number;
}

/**
 * Returns the part of its way, 0 to 1, at which a moving convex shape first comes within the tolerance of the surface; `null` if it never
 * does. The way is straight, without rotation. Steps are as long as the proven distance, so nothing is passed.
 * Source: conservative advancement (Mirtich 1996).
 */
export function patchSweep(
  patches: readonly BezierPatch[],
  from: Vec3,
  to: Vec3,
  { points, radius }: PatchBody,
  tolerance: number,
  parts = maxParts,
): number | null {
  checkTolerance(tolerance);
  const isSphere = points.length === 3 && points.every((value) => value === 0);
  const budget = createBudget(parts);
  const length = hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  let travelled = 0;
  while (travelled <= length) {
    const part = length === 0 ? 0 : travelled / length;
    const at: Vec3 = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]), from[2] + part * (to[2] - from[2])];
    const distance = distanceOf(patches, isSphere ? fromPoint(at) : fromBody(points, at), Math.max(tolerance / 4, smallest), budget);
    if (distance === null) return null;
    const free = distance.lower - radius;
    if (free <= tolerance / 2) return part;
    if (length === 0) return null;
    // A step below the spacing of the way.
    if (travelled + free === travelled) return part;
    budget.spend();
    travelled += free;
  }
  return null;
}

/** Returns whether two surfaces come within the tolerance of each other: always if they intersect, never if they are farther apart. */
export function patchesOverlap(a: readonly BezierPatch[], b: readonly BezierPatch[], tolerance: number, parts = maxParts): boolean {
  checkTolerance(tolerance);
  const budget = createBudget(parts);
  const boxed = (patch: BezierPatch): Part => partOf(patch, () => 0);
  const partsB = b.map(boxed);
  const stack = a.map(boxed).flatMap((one) => partsB.map((other) => [one, other] as const));
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const [one, other] = pair;
    if (!boxesTouch(one, other)) continue;
    const sizes = [diagonal(one), diagonal(other)] as const;
    if (sizes[0] + sizes[1] <= tolerance || (isFinest(one) && isFinest(other))) return true;
    if (!isFinest(one) && (sizes[0] >= sizes[1] || isFinest(other)))
      for (const half of halves(one, budget)) stack.push([boxed(half), other]);
    else for (const half of halves(other, budget)) stack.push([one, boxed(half)]);
  }
  return false;
}

/** The parts that a query may still make. */
interface Budget {
  /** @throws InspectorError `too-large` */
  readonly spend: () => void;
}

function createBudget(maxCount: number): Budget {
  let parts = 0;
  const fix = 'Use a larger tolerance';
  return {
    spend: () => {
      parts++;
      if (parts > maxCount)
        throw new InspectorError({ code: 'too-large', message: `The query needs more than ${maxCount} parts`, fix, location: {} });
    },
  };
}

function checkTolerance(tolerance: number): void {
  if (!(tolerance > 0))
    throw invalidArgument(`The tolerance cannot be ${tolerance}`, 'Use a number above 0, in units of the control points');
}

/** Parts by their bound, the smallest first: a binary heap. */
class PartQueue {
  readonly #parts: Part[] = [];

  push(part: Part): void {
    const parts = this.#parts;
    let at = parts.push(part) - 1;
    for (let up = (at - 1) >> 1; at > 0 && parts[up]!.bound > part.bound; up = (at - 1) >> 1) {
      parts[at] = parts[up]!;
      parts[up] = part;
      at = up;
    }
  }

  pop(): Part | null {
    const parts = this.#parts;
    const [first] = parts;
    const last = parts.pop();
    if (first === undefined || last === undefined) return null;
    if (parts.length === 0) return first;
    let at = 0;
    for (let down = 1; down < parts.length; down = 2 * at + 1) {
      if (down + 1 < parts.length && parts[down + 1]!.bound < parts[down]!.bound) down++;
      if (parts[down]!.bound >= last.bound) break;
      parts[at] = parts[down]!;
      at = down;
    }
    parts[at] = last;
    return first;
  }
}

function partOf(patch: BezierPatch, boundOf: (min: Vec3, max: Vec3) => number): Part {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const { points } = patch;
  for (let at = 0; at < points.length; at++) {
    const axis = at % 3;
    if (points[at] < low[axis]!) low[axis] = points[at];
    if (points[at] > high[axis]!) high[axis] = points[at];
  }
  const min: Vec3 = [low[0]!, low[1]!, low[2]!];
  const max: Vec3 = [high[0]!, high[1]!, high[2]!];
  return { patch, min, max, bound: boundOf(min, max) };
}

/** Halves a part across its longer side of control points. */
function halves({ patch }: Part, budget: Budget): readonly BezierPatch[] {
  budget.spend();
  const { degreeU, degreeV, points } = patch;
  const span = (step: number, count: number): number => {
    let sum = 0;
    for (let at = 0; at < 3 * count; at++) sum += Math.abs(points[(at % 3) + Math.floor(at / 3) * step] - points[at % 3]);
    return sum;
  };
  return splitPatch(patch, span(3 * (degreeV + 1), degreeU + 1) >= span(3, degreeV + 1));
}

function cornersOf({ degreeU, degreeV, points }: BezierPatch): readonly Float64Array[] {
  const last = 3 * degreeV;
  const row = 3 * (degreeV + 1) * degreeU;
  return [0, last, row, row + last].map((at) => points.subarray(at, at + 3));
}

function diagonal({ min, max }: Part): number {
  return hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

/** Returns whether a part is so small that its halves would be decided by rounding. */
function isFinest(part: Part): boolean {
  const { min, max } = part;
  const size = Math.max(...min.map(Math.abs), ...max.map(Math.abs));
  return diagonal(part) <= size * finest + smallest;
}

function boxDistance(min: Vec3, max: Vec3, point: Vec3): number {
  const along = (k: 0 | 1 | 2): number => Math.max(min[k] - point[k], 0, point[k] - max[k]);
  return hypot(along(0), along(1), along(2));
}

/** Returns a lower bound of the distance that is good for flat parts: that of the triangles of its corners, less their error. */
function flatDistance(patch: BezierPatch, point: Vec3): number {
  const corners = new Float64Array(12);
  const closest = new Float64Array(4);
  cornersOf(patch).forEach((corner, i) => corners.set(corner, 3 * i));
  const error = gridError(curvaturesOf(patch), 1, 1) + pointError(patch);
  const distances = [6, 9].map((other) => {
    // Corners in order: (0,0), (0,1), (1,0), (1,1). The diagonal is that of a tessellation.
    closestPointTriangle(point[0], point[1], point[2], corners, 0, 9, other === 6 ? 6 : 3, closest);
    return hypot(closest[0], closest[1], closest[2]);
  });
  const size = Math.max(...corners.map(Math.abs), ...point.map(Math.abs));
  return Math.min(...distances) - error - size * 2 ** -40;
}

/** Returns where a ray enters a box, 0 if it starts inside; infinity for a miss. */
function boxEntry(min: Vec3, max: Vec3, origin: Vec3, direction: Vec3): number {
  let enter = 0;
  let leave = Infinity;
  for (const k of [0, 1, 2] as const) {
    if (direction[k] === 0) {
      if (origin[k] < min[k] || origin[k] > max[k]) return Infinity;
      continue;
    }
    const p = (min[k] - origin[k]) / direction[k];
    const q = (max[k] - origin[k]) / direction[k];
    // Wider by the rounding of the quotients.
    enter = Math.max(enter, Math.min(p, q) * (1 - 2 ** -50));
    leave = Math.min(leave, Math.max(p, q) * (1 + 2 ** -50));
  }
  return enter <= leave ? enter : Infinity;
}

function boxesTouch(p: Part, q: Part): boolean {
  return p.min.every((value, k) => value <= q.max[k]! && q.min[k]! <= p.max[k]!);
}
