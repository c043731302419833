import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../../pair/placed-triangle.ts';
import { triangleDistanceSq } from '../../shape/triangle-triangle-distance.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import type { MotionEvent, MotionWork } from './motion-work.ts';
import { overlapBoxes } from './overlap-boxes.ts';
import { motionPose } from './path.ts';

/** Proven steps of one pair in one segment of time. More are needed only where surfaces slide along each other within rounding. */
const maxSteps = 2000;
/** Where between `lo` and `maxMotion` after it contact is looked for, as parts of that motion. */
const probes = [0, 0.125, 0.375, 1] as const;

/**
 * Finds the first contact of two triangles in the segment of time of `work`, and adds it to the events. Every step is proven: two parallel
 * planes separate the triangles, and no corner can cross the gap between them before the end of the step. Hot.
 *
 * Source: conservative advancement (Mirtich 1996; Zhang, Lee and Kim, "Continuous collision detection for non-rigid motion", 2006).
 * Changed: the motion along the normal is bounded with its velocity and acceleration for each corner, so steps converge quadratically and
 * surfaces that slide along each other take few.
 */
export function pairTime(work: MotionWork, a: number, b: number): void {
  const { p, padding, separation, start, end } = work;
  readCorners(work.a.mesh, a, p);
  if (!readMotion(work, work.b.mesh, b)) return;
  work.trianglePairs++;
  if (!overlapBoxes(work.boxP, 0, work.boxFirst, 0, work.boxLast, 0, separation + bendOf(work) + 4 * padding, work.overlap)) return;
  const duration = end - start;
  const leave = Math.min(work.limit, start + work.overlap.leave * duration);
  const speed = highestSpeed(work);
  let t = start + work.overlap.enter * duration;
  for (let step = 0; step < maxSteps; step++) {
    if (t > leave) return;
    const advance = safeAdvance(work, b, t);
    const next = Math.min(1, t + advance);
    if (next > t) addRow(work, a, b, t, next);
    if (next > leave || next >= end) return;
    t = next;
    if (advance * speed > work.stall) continue;
    const hi = findContact(work, b, t, speed);
    if (hi !== null) return addEvent(work, { a, b, lo: t, hi });
    if (!(advance > 0)) break;
  }
  addEvent(work, { a, b, lo: t, hi: null });
}

/** Reads what the motion of a triangle of B needs: both ends, their boxes, accelerations. False for one that is not finite. */
function readMotion(work: MotionWork, mesh: TriangleMesh, b: number): boolean {
  const { p, first, last, boxP, boxFirst, boxLast, path, accelerations } = work;
  if (!readPlacedCorners(mesh, b, work.startPose, first) || !readPlacedCorners(mesh, b, work.endPose, last)) return false;
  for (let k = 0; k < 3; k++) {
    boxP[k] = Math.min(p[k], p[k + 3], p[k + 6]);
    boxP[k + 3] = Math.max(p[k], p[k + 3], p[k + 6]);
    boxFirst[k] = Math.min(first[k], first[k + 3], first[k + 6]);
    boxFirst[k + 3] = Math.max(first[k], first[k + 3], first[k + 6]);
    boxLast[k] = Math.min(last[k], last[k + 3], last[k + 6]);
    boxLast[k + 3] = Math.max(last[k], last[k + 3], last[k + 6]);
  }
  const { pivot, step, axis, angle } = path;
  for (let i = 0; i < 3; i++) {
    const x = first[3 * i] - pivot[0] - work.start * step[0];
    const y = first[3 * i + 1] - pivot[1] - work.start * step[1];
    const z = first[3 * i + 2] - pivot[2] - work.start * step[2];
    const radius = Math.hypot(axis[1] * z - axis[2] * y, axis[2] * x - axis[0] * z, axis[0] * y - axis[1] * x);
    accelerations[i] = angle * angle * (radius + work.padding) * (1 + 2 ** -40);
  }
  return true;
}

/** Returns how far a corner may be from the straight line between its ends. */
function bendOf({ accelerations, start, end }: MotionWork): number {
  const duration = end - start;
  return (Math.max(accelerations[0], accelerations[1], accelerations[2]) * duration * duration) / 8;
}

/** Returns a bound of the speed of the corners. */
function highestSpeed(work: MotionWork): number {
  const { first, last, accelerations, start, end } = work;
  const duration = end - start;
  let highest = 0;
  for (let i = 0; i < 3; i++) {
    const chord = Math.hypot(last[3 * i] - first[3 * i], last[3 * i + 1] - first[3 * i + 1], last[3 * i + 2] - first[3 * i + 2]);
    highest = Math.max(highest, (chord + 4 * work.padding) / duration + accelerations[i] * duration);
  }
  return highest;
}

/** Returns a duration after time t in which the triangles are certainly apart; 0 if none is proven. The direction is left in `found`. */
function safeAdvance(work: MotionWork, b: number, t: number): number {
  const { p, q, found, scratch, velocities, accelerations, separation, padding } = work;
  work.steps++;
  readPlacedCorners(work.b.mesh, b, motionPose(work.path, t), q);
  triangleDistanceSq(p, q, found, scratch);
  const size = Math.hypot(found[6], found[7], found[8]);
  if (!(size > 0 && size < Infinity)) return 0;
  const x = (found[6] /= size);
  const y = (found[7] /= size);
  const z = (found[8] /= size);
  const top = Math.max(x * p[0] + y * p[1] + z * p[2], x * p[3] + y * p[4] + z * p[5], x * p[6] + y * p[7] + z * p[8]);
  readVelocities(work, t);
  let advance = Infinity;
  for (let i = 0; i < 3; i++) {
    const gap = x * q[3 * i] + y * q[3 * i + 1] + z * q[3 * i + 2] - top - separation - 4 * padding;
    if (!(gap > 0)) return 0;
    const speed = x * velocities[3 * i] + y * velocities[3 * i + 1] + z * velocities[3 * i + 2] - padding * (1 + work.path.angle);
    advance = Math.min(advance, timeToCross(gap, speed, accelerations[i]));
  }
  return advance * (1 - 2 ** -40);
}

/** Returns the first time at which gap + speed·t − acceleration·t²/2 may be 0. */
function timeToCross(gap: number, speed: number, acceleration: number): number {
  if (acceleration === 0) return speed >= 0 ? Infinity : gap / -speed;
  const root = Math.sqrt(speed * speed + 2 * acceleration * gap);
  // Two forms of one root: neither subtracts nearly equal numbers.
  return speed > 0 ? (speed + root) / acceleration : (2 * gap) / (root - speed);
}

function readVelocities({ path, q, velocities, first, last, start, end }: MotionWork, t: number): void {
  const { kind, pivot, step, axis, angle } = path;
  for (let i = 0; i < 9; i += 3) {
    if (kind === 'linear' || angle === 0) {
      for (let k = 0; k < 3; k++) velocities[i + k] = kind === 'linear' ? (last[i + k] - first[i + k]) / (end - start) : step[k]!;
      continue;
    }
    const x = q[i] - pivot[0] - t * step[0];
    const y = q[i + 1] - pivot[1] - t * step[1];
    const z = q[i + 2] - pivot[2] - t * step[2];
    velocities[i] = step[0] + angle * (axis[1] * z - axis[2] * y);
    velocities[i + 1] = step[1] + angle * (axis[2] * x - axis[0] * z);
    velocities[i + 2] = step[2] + angle * (axis[0] * y - axis[1] * x);
  }
}

function addRow({ rows, found }: MotionWork, a: number, b: number, from: number, to: number): void {
  rows?.push(a, b, from, to, found[6], found[7], found[8]);
}

/** Returns the first tested time after t, within the motion that the tolerance allows, at which the placed triangles are in contact. */
function findContact(work: MotionWork, b: number, t: number, speed: number): number | null {
  const step = speed > 0 ? work.maxMotion / speed : 1;
  for (const part of probes) {
    const time = Math.min(1, t + part * step);
    if (areInContact(work, b, time)) return time;
  }
  return null;
}

function areInContact(work: MotionWork, b: number, t: number): boolean {
  const { p, q, separation, found, scratch } = work;
  if (!readPlacedCorners(work.b.mesh, b, motionPose(work.path, t), q)) return false;
  if (trianglesIntersect(p, q)) return true;
  return separation > 0 && Math.sqrt(triangleDistanceSq(p, q, found, scratch)) <= separation;
}

function addEvent(work: MotionWork, event: MotionEvent): void {
  work.events.push(event);
  work.limit = Math.min(work.limit, event.hi ?? event.lo + work.maxMotion / Math.max(highestSpeed(work), Number.MIN_VALUE));
}
