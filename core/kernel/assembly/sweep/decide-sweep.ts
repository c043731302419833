import { hitBytes, hitLaneByte, hitNumberByte, startsInside, sweepHit, sweepMiss, unsureSweep } from '../../layouts/query-result';
import { allocate } from '../arena';
import { closestFeature, offsetX, offsetY, offsetZ } from '../distance/closest-triangle';
import { ax, ay, az, bx, by, bz, cx, cy, cz, readCorners } from '../distance/corners';
import { hitCount, hits } from '../hits';
import { storeSweep } from '../result';

/** Maximum number of triangles that are touched within an interval; more are left to the host. */
const maxDecided: u32 = 64;
/** Record of one of them: f64 lo, hi, proof x 3, u32 triangle. */
const highByte: usize = 8;
const proofByte: usize = 16;
const triangleByte: usize = 40;
const recordBytes: usize = 48;
let records: usize = 0;

/** As in `core/sweep/convex/triangle-time.ts`. */
const unit: f64 = 1.1102230246251565e-16;
const maxSteps: i32 = 24;
const minValue: f64 = 4.9406564584124654e-324;
/** Squares of larger numbers may overflow. */
const maxSize: f64 = 3.273390607896142e150;

/** The sphere, its motion, and the largest number of both. */
let fromX: f64 = 0, fromY: f64 = 0, fromZ: f64 = 0;
let motionX: f64 = 0, motionY: f64 = 0, motionZ: f64 = 0;
let radius: f64 = 0;
let maxInterval: f64 = 0;
let localSize: f64 = 0;
/** Contacts certainly after it are not wanted. */
let limit: f64 = 1;

/** Interval and proof of the last triangle. */
let lo: f64 = 0;
let hi: f64 = 0;
let proofX: f64 = 0, proofY: f64 = 0, proofZ: f64 = 0;

export function reserveSweep(): bool {
  records = allocate(recordBytes * <usize>maxDecided);
  return records != 0;
}

/**
 * Decides among the hits of a sweep where f64 can, and stores the result: the lowest triangle among those that may be touched first. It is
 * the result of `core/sweep/convex/found.ts`, bit for bit. Returns `sweepHit`, `startsInside` or `sweepMiss`; or `unsureSweep`, for the
 * host to decide, in all doubtful cases.
 */
export function decideSweep(fx: f64, fy: f64, fz: f64, mx: f64, my: f64, mz: f64, r: f64, interval: f64): i32 {
  fromX = fx;
  fromY = fy;
  fromZ = fz;
  motionX = mx;
  motionY = my;
  motionZ = mz;
  radius = r;
  maxInterval = interval;
  localSize = max(r, max(max(abs(mx), abs(my)), abs(mz)));
  limit = 1;
  let end = records;
  let started: u32 = u32.MAX_VALUE;
  // The triangle with the shortest length first: after it, most others are known to be later after a step.
  const nearest = nearestHit();
  for (let i: u32 = 0; i < hitCount; i++) {
    const hit = hits + hitBytes * <usize>(i == 0 ? nearest : i == nearest ? 0 : i);
    const triangle = load<u32>(hit);
    // Of the triangles that are touched at the start only the lowest is wanted.
    if (triangle > started) continue;
    readCorners(triangle, <usize>load<u32>(hit, hitLaneByte));
    const outcome = triangleTime();
    if (outcome == unsureSweep) return unsureSweep;
    if (outcome == sweepMiss) continue;
    limit = min(limit, hi);
    if (outcome == startsInside) started = min(started, triangle);
    if (started != u32.MAX_VALUE) continue;
    if (end == records + recordBytes * <usize>maxDecided) return unsureSweep;
    store<f64>(end, lo);
    store<f64>(end, hi, highByte);
    store<f64>(end, proofX, proofByte);
    store<f64>(end, proofY, proofByte + 8);
    store<f64>(end, proofZ, proofByte + 16);
    store<u32>(end, triangle, triangleByte);
    end += recordBytes;
  }
  if (started != u32.MAX_VALUE) {
    storeSweep(0, started, 0, 0, 0, 0, 0);
    return startsInside;
  }
  let first: usize = 0;
  let earliest: f64 = 1;
  for (let at = records; at < end; at += recordBytes) {
    if (!(load<f64>(at) <= limit)) continue;
    earliest = min(earliest, load<f64>(at));
    if (first == 0 || load<u32>(at, triangleByte) < load<u32>(first, triangleByte)) first = at;
  }
  if (first == 0) return sweepMiss;
  storeSweep(
    earliest, load<u32>(first, triangleByte), load<f64>(first), load<f64>(first, highByte),
    load<f64>(first, proofByte), load<f64>(first, proofByte + 8), load<f64>(first, proofByte + 16),
  );
  return sweepHit;
}

function nearestHit(): u32 {
  let nearest: u32 = 0;
  let length = f64.POSITIVE_INFINITY;
  for (let i: u32 = 0; i < hitCount; i++) {
    const number = load<f64>(hits + hitBytes * <usize>i, hitNumberByte);
    if (number >= length) continue;
    length = number;
    nearest = i;
  }
  return nearest;
}

/** The corners of the last triangle minus the start of the motion, and the largest number of its test. */
let qax: f64 = 0, qay: f64 = 0, qaz: f64 = 0;
let qbx: f64 = 0, qby: f64 = 0, qbz: f64 = 0;
let qcx: f64 = 0, qcy: f64 = 0, qcz: f64 = 0;
let size: f64 = 0;
/** From the centre of the sphere to the nearest point of the triangle, at the last time that was measured. */
let dx: f64 = 0, dy: f64 = 0, dz: f64 = 0;

/**
 * Finds the interval of the triangle whose corners were read. The operations are those of `triangleTime` in
 * `core/sweep/convex/triangle-time.ts`, in the same order, so that every bit is the same; the bounds are explained there. Returns
 * `unsureSweep` where that calls exact arithmetic.
 */
function triangleTime(): i32 {
  readLocal();
  if (!(size <= maxSize)) return unsureSweep;
  lo = overlapFrom();
  hi = 0;
  if (lo > 1 || lo > limit) return sweepMiss;
  let t = lo;
  let proofTime = f64.NEGATIVE_INFINITY;
  for (let step = 0; step < maxSteps; step++) {
    if (!measure(t)) return unsureSweep;
    const length = sqrt(dx * dx + dy * dy + dz * dz);
    if (length > 0 && length < f64.POSITIVE_INFINITY) {
      const lowest = min(min(qax * dx + qay * dy + qaz * dz, qbx * dx + qby * dy + qbz * dz), qcx * dx + qcy * dy + qcz * dz);
      const gap = lowest - (radius * (1 + 8 * unit) + 64 * unit * size) * length;
      const speed = motionX * dx + motionY * dy + motionZ * dz;
      if (speed <= 0) {
        if (t <= lo && gap - speed * t > 0) return sweepMiss;
      } else {
        const free = (gap / speed) * (1 - 8 * unit);
        if (free > lo) lo = free;
        if (free > proofTime) {
          proofTime = free;
          proofX = dx;
          proofY = dy;
          proofZ = dz;
        }
      }
    }
    if (lo > 1 || lo > limit) return sweepMiss;
    if (!(lo > t + 0.125 * maxInterval)) break;
    t = lo;
  }
  if (!(lo > 0)) {
    if (t != 0 && !measure(0)) return unsureSweep;
    return maxDistance() <= radius ? startsInside : unsureSweep;
  }
  hi = min(1, max(lo + maxInterval, lo * (1 + 4 * unit) + minValue));
  return measure(hi) && maxDistance() <= radius ? sweepHit : unsureSweep;
}

function readLocal(): void {
  qax = ax - fromX;
  qay = ay - fromY;
  qaz = az - fromZ;
  qbx = bx - fromX;
  qby = by - fromY;
  qbz = bz - fromZ;
  qcx = cx - fromX;
  qcy = cy - fromY;
  qcz = cz - fromZ;
  size = max(localSize, max(max(abs(qax), abs(qay)), abs(qaz)));
  size = max(size, max(max(abs(qbx), abs(qby)), abs(qbz)));
  size = max(size, max(max(abs(qcx), abs(qcy)), abs(qcz)));
}

let enter: f64 = 0;
let leave: f64 = 1;

/** Returns a time before which the box around the sphere is certainly free of that around the triangle; infinite if it always is. */
function overlapFrom(): f64 {
  const slack = 64 * unit * size;
  enter = 0;
  leave = 1;
  const isOutside =
    isOutsideAlong(min(min(qax, qbx), qcx) - radius - slack, max(max(qax, qbx), qcx) + radius + slack, motionX) ||
    isOutsideAlong(min(min(qay, qby), qcy) - radius - slack, max(max(qay, qby), qcy) + radius + slack, motionY) ||
    isOutsideAlong(min(min(qaz, qbz), qcz) - radius - slack, max(max(qaz, qbz), qcz) + radius + slack, motionZ);
  const time = enter * (1 - 8 * unit);
  return isOutside || time > leave * (1 + 8 * unit) ? f64.POSITIVE_INFINITY : time;
}

// @ts-ignore: decorator
@inline
function isOutsideAlong(first: f64, last: f64, speed: f64): bool {
  if (speed > 0) {
    enter = max(enter, first / speed);
    leave = min(leave, last / speed);
  } else if (speed < 0) {
    enter = max(enter, last / speed);
    leave = min(leave, first / speed);
  } else return first > 0 || last < 0;
  return false;
}

/** Finds the nearest point of the triangle at time t; false where the operations of the host would be others. */
function measure(t: f64): bool {
  closestFeature(t * motionX, t * motionY, t * motionZ, qax, qay, qaz, qbx, qby, qbz, qcx, qcy, qcz);
  dx = offsetX;
  dy = offsetY;
  dz = offsetZ;
  return dx == dx;
}

function maxDistance(): f64 {
  return sqrt(dx * dx + dy * dy + dz * dz) * (1 + 4 * unit) + 64 * unit * size;
}
