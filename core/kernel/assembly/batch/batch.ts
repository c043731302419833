import { batchBytes, batchLeftToHost, batchNone, batchPointNumbers, batchQueryBytes, batchRayNumbers } from '../../layouts/batch';
import { firstHitMode, isDecided, noStartTriangle, resultTriangleByte } from '../../layouts/query-result';
import { allocate } from '../arena';
import { findClosest } from '../distance/closest';
import { hits } from '../hits';
import { castRay } from '../ray/traverse';
import { result } from '../result';

/** The address of a batch; see `layouts/batch.ts`. */
export let batch: usize = 0;
/** The number of the query that runs, for callbacks. */
export let batchAt: u32 = 0;

export function reserveBatch(): bool {
  batch = allocate(batchBytes);
  return batch != 0;
}

/** Casts the first `count` rays of the batch, in mode first or any. */
export function castRays(count: u32, mode: i32, culls: bool): void {
  for (let i: u32 = 0; i < count; i++) {
    batchAt = i;
    const at = batch + 8 * batchRayNumbers * <usize>i;
    const found = castRay(
      load<f64>(at), load<f64>(at, 8), load<f64>(at, 16), load<f64>(at, 24), load<f64>(at, 32), load<f64>(at, 40), load<f64>(at, 48), mode, culls, noStartTriangle,
    );
    let triangle = batchNone;
    if (found < 0) triangle = batchLeftToHost;
    else if (found > 0) triangle = mode == firstHitMode ? load<i32>(result, resultTriangleByte) : load<i32>(hits);
    store<i32>(batch + batchQueryBytes + (<usize>i << 2), triangle);
  }
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
