import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { findNearest } from './nearest.ts';
import { touchesExactly } from './touches-exactly.ts';
import type { TriangleWork } from './workspace.ts';

/** Outcomes of a test of one triangle: no contact (or none before the limit), contact in [lo, hi], contact at time 0. */
export const sweepMisses = 0;
export const sweepHits = 1;
export const sweepStartsInside = 2;

const unit = 2 ** -53;
/** Planes that are tried before exact arithmetic decides. The method converges quadratically; grazing contacts need more steps. */
const maxSteps = 24;

/**
 * Finds the first contact of the shape with a triangle whose corners are finite. `lo` and `hi` of `work` get an interval of at most
 * `maxInterval`: no contact before lo, contact in [lo, hi], both certain. A contact certainly after `limit` counts as none. Hot.
 *
 * The distance between two convex sets is a convex function of time, and a plane that separates them bounds it from below by a line. Where
 * this line reaches the radius the search continues, as in Newton's method (compare van den Bergen, "Ray casting against general convex
 * objects", 2004). So it never passes a contact, whatever the rounding of the directions. Changed: each plane is measured with an error
 * bound, and `touchesExactly` decides what the bounds leave open.
 */
export function triangleTime(work: TriangleWork, mesh: TriangleMesh, triangle: number, maxInterval: number, limit: number): number {
  readLocalCorners(work, mesh, triangle);
  work.lastTriangle = triangle;
  work.simplex.count = 0;
  work.hi = 0;
  work.proofTime = -Infinity;
  // Before their boxes overlap, shape and triangle are certainly apart.
  work.lo = boxesOverlapFrom(work);
  if (work.lo > 1 || work.lo > limit) return sweepMisses;
  let t = work.lo;
  for (let step = 0; step < maxSteps; step++) {
    findNearest(work, t);
    const isFree = raiseLo(work, t);
    if (isFree || work.lo > 1 || work.lo > limit) return sweepMisses;
    if (!(work.lo > t + 0.125 * maxInterval)) break;
    t = work.lo;
  }
  if (!(work.lo > 0)) {
    findNearest(work, 0);
    if (touchesAt(work, mesh, triangle, 0)) return sweepStartsInside;
  }
  return settle(work, mesh, triangle, maxInterval);
}

/** Writes the corners minus the start of the motion. Hot. */
export function readLocalCorners(work: TriangleWork, { positions, indices }: TriangleMesh, triangle: number): void {
  const { q, setup } = work;
  const { from } = setup.sweep;
  let size = setup.localSize;
  for (let corner = 0; corner < 3; corner++) {
    const at = 3 * indices[3 * triangle + corner];
    for (let k = 0; k < 3; k++) {
      const value = positions[at + k] - from[k]!;
      q[3 * corner + k] = value;
      size = Math.max(size, Math.abs(value));
    }
  }
  work.size = size;
}

/** Returns a time before which the box around the moving shape is certainly free of that around the triangle; Infinity if it always is. */
function boxesOverlapFrom({ q, size, setup: { around, motion } }: TriangleWork): number {
  const slack = 64 * unit * size;
  let enter = 0;
  let leave = 1;
  for (let k = 0; k < 3; k++) {
    // The distances that the shape moves along the axis until the boxes begin to overlap, and until they end to.
    const first = Math.min(q[k], q[k + 3], q[k + 6]) - around[k + 3] - slack;
    const last = Math.max(q[k], q[k + 3], q[k + 6]) - around[k] + slack;
    const speed = motion[k];
    if (speed > 0) {
      enter = Math.max(enter, first / speed);
      leave = Math.min(leave, last / speed);
    } else if (speed < 0) {
      enter = Math.max(enter, last / speed);
      leave = Math.min(leave, first / speed);
    } else if (first > 0 || last < 0) return Infinity;
  }
  const time = enter * (1 - 8 * unit);
  return time > leave * (1 + 8 * unit) ? Infinity : time;
}

/** Raises `lo` by the planes found at time t ≥ lo. Returns whether the triangle is certainly free at all times from lo on. */
function raiseLo(work: TriangleWork, t: number): boolean {
  const { directions, directionCount, setup, q, size, proof } = work;
  const { points, motion, radius } = setup;
  for (let i = 0; i < 3 * directionCount; i += 3) {
    const x = directions[i];
    const y = directions[i + 1];
    const z = directions[i + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0 && length < Infinity)) continue;
    let highest = -Infinity;
    for (let at = 0; at < points.length; at += 3) highest = Math.max(highest, points[at] * x + points[at + 1] * y + points[at + 2] * z);
    const lowest = Math.min(q[0] * x + q[1] * y + q[2] * z, q[3] * x + q[4] * y + q[5] * z, q[6] * x + q[7] * y + q[8] * z);
    const gap = lowest - highest - (radius * (1 + 8 * unit) + 64 * unit * size) * length;
    const speed = motion[0] * x + motion[1] * y + motion[2] * z;
    if (speed <= 0) {
      if (t <= work.lo && gap - speed * t > 0) return true;
      continue;
    }
    const free = (gap / speed) * (1 - 8 * unit);
    if (free > work.lo) work.lo = free;
    if (free <= work.proofTime) continue;
    work.proofTime = free;
    proof[0] = x;
    proof[1] = y;
    proof[2] = z;
  }
  return false;
}

/** Whether the shape touches the triangle at time t, exactly. `findNearest` was called for it. */
function touchesAt(work: TriangleWork, mesh: TriangleMesh, triangle: number, t: number): boolean {
  if (work.maxDistance <= work.setup.radius) return true;
  work.exactTests++;
  return touchesExactly(work.setup, mesh, triangle, t, t);
}

/** Finds `hi`, with no contact before `lo`; moves both on where the shape only comes near. */
function settle(work: TriangleWork, mesh: TriangleMesh, triangle: number, maxInterval: number): number {
  const { setup } = work;
  const touches = (start: number, end: number): boolean => {
    work.exactTests++;
    return touchesExactly(setup, mesh, triangle, start, end);
  };
  work.hi = later(work.lo, maxInterval);
  findNearest(work, work.hi);
  if (work.maxDistance <= setup.radius || touches(work.lo, work.hi)) return sweepHits;
  if (work.hi === 1 || !touches(work.hi, 1)) return sweepMisses;
  // Contact is certain, but later: steps of growing length find it, and halving makes the interval short again.
  let step = maxInterval;
  do {
    work.lo = work.hi;
    step *= 2;
    work.hi = later(work.lo, step);
  } while (!touches(work.lo, work.hi));
  while (work.hi - work.lo > maxInterval) {
    const middle = (work.lo + work.hi) / 2;
    if (middle <= work.lo || middle >= work.hi) break;
    if (touches(work.lo, middle)) work.hi = middle;
    else work.lo = middle;
  }
  return sweepHits;
}

/** Returns a time at least one step of f64 after `t`, at most 1. */
function later(t: number, step: number): number {
  return Math.min(1, Math.max(t + step, t * (1 + 4 * unit) + Number.MIN_VALUE));
}
