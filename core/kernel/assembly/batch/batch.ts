import {
  batchBytes, batchDirectionByte, batchDistanceByte, batchLeftToHost, batchLimitByte, batchNone, batchPointNumbers, batchQueryBytes,
} from '../../layouts/batch';
import { firstHitMode, isDecided, noStartTriangle, resultTriangleByte } from '../../layouts/query-result';
import { blockRowBytes } from '../../layouts/wide-tree';
import { allocate } from '../arena';
import { findClosest } from '../distance/closest';
import { originX, originY, originZ } from '../frame';
import { hits } from '../hits';
import { indices, vertexAt } from '../mesh';
import { ray, unitByte } from '../ray/ray';
import { hitPlace } from '../ray/ray-hits';
import { castRay } from '../ray/traverse';
import { result } from '../result';
import { inverseScale, isExact } from '../tree';
import { lanes, rayDirection, rayOrigin, reserveDistances, writeDistances } from './rounded-distances';

/** The address of a batch; see `layouts/batch.ts`. */
export let batch: usize = 0;
/** The number of the query that runs, for callbacks. */
export let batchAt: u32 = 0;
/** Two f64: distances that are stored next. */
let rounded: usize = 0;
const none: u32 = u32.MAX_VALUE;

export function reserveBatch(): bool {
  batch = allocate(batchBytes);
  rounded = allocate(16);
  return batch != 0 && rounded != 0 && reserveDistances();
}

/** Number of rays of the batch that the host has to cast or to measure. */
let leftToHost: u32 = 0;

/**
 * Casts the first `count` rays of the batch, in mode first or any, and writes their triangles and rounded distances. Returns the number of rays
 * that the host has to cast or to measure.
 */
export function castRays(count: u32, mode: i32, culls: bool): u32 {
  leftToHost = 0;
  // A ray whose distance waits for that of the next one.
  let waiting: u32 = none;
  for (let i: u32 = 0; i < count; i++) {
    batchAt = i;
    const at = batch + 24 * <usize>i, along = at + batchDirectionByte;
    const limit = load<f64>(batch + batchLimitByte + (<usize>i << 3));
    const found = castRay(
      load<f64>(at), load<f64>(at, 8), load<f64>(at, 16), load<f64>(along), load<f64>(along, 8), load<f64>(along, 16), limit, mode, culls, noStartTriangle,
    );
    let triangle = batchNone;
    if (found < 0) {
      triangle = batchLeftToHost;
      leftToHost++;
    } else if (found > 0) triangle = mode == firstHitMode ? load<i32>(result, resultTriangleByte) : load<i32>(hits);
    store<i32>(batch + batchQueryBytes + (<usize>i << 2), triangle);
    if (found <= 0) {
      store<f64>(batch + batchDistanceByte + (<usize>i << 3), f64.POSITIVE_INFINITY);
      continue;
    }
    const isSecond = waiting != none;
    writeLane(at, <u32>triangle, isSecond ? 8 : 0);
    if (isSecond) storeDistances(waiting, i);
    waiting = isSecond ? none : i;
  }
  if (waiting != none) storeDistances(waiting, none);
  return leftToHost;
}

/** Writes the ray with this origin and the triangle that it hit for `writeDistances`. */
function writeLane(from: usize, triangle: u32, lane: usize): void {
  const to = lanes + lane;
  for (let k: usize = 0; k < 3; k++) {
    store<f64>(to + 16 * k, load<f64>(from + 8 * k), rayOrigin);
    store<f64>(to + 16 * k, load<f64>(ray + 8 * k, unitByte), rayDirection);
  }
  if (isExact) {
    for (let axis: usize = 0; axis < 3; axis++) {
      const row = hitPlace + (axis << 4), origin = axis == 0 ? originX : axis == 1 ? originY : originZ;
      for (let corner: usize = 0; corner < 3; corner++) {
        store<f64>(to + 48 * corner + 16 * axis, <f64>load<f32>(row + 3 * blockRowBytes * corner) * inverseScale + origin);
      }
    }
    return;
  }
  for (let corner: usize = 0; corner < 3; corner++) {
    const vertex = vertexAt(indices + 12 * <usize>triangle + 4 * corner);
    for (let axis: usize = 0; axis < 3; axis++) store<f64>(to + 48 * corner + 16 * axis, load<f64>(vertex + 8 * axis));
  }
}

/** Stores the distances of one or two rays. */
function storeDistances(one: u32, other: u32): void {
  writeDistances(rounded);
  storeDistance(one, load<f64>(rounded));
  if (other != none) storeDistance(other, load<f64>(rounded, 8));
}

function storeDistance(query: u32, distance: f64): void {
  store<f64>(batch + batchDistanceByte + (<usize>query << 3), distance);
  if (isNaN(distance)) leftToHost++;
}

/** Finds the triangle closest to each of the first `count` points of the batch. */
export function findClosestOfBatch(count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = batch + 8 * batchPointNumbers * <usize>i;
    const found = findClosest(load<f64>(at), load<f64>(at, 8), load<f64>(at, 16), load<f64>(at, 24), f64.POSITIVE_INFINITY);
    let triangle = batchLeftToHost;
    if (found == isDecided) triangle = load<i32>(result, resultTriangleByte);
    else if (found == 0) triangle = batchNone;
    store<i32>(batch + batchQueryBytes + (<usize>i << 2), triangle);
  }
}
