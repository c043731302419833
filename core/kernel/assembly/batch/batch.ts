import { batchBytes, batchLeftToHost, batchNone, batchPointNumbers, batchQueryBytes } from '../../layouts/batch';
import { isDecided, resultTriangleByte } from '../../layouts/query-result';
import { allocate } from '../arena';
import { findClosest } from '../distance/closest';
import { result } from '../result';

/** The address of a batch of points; see `layouts/batch.ts`. */
export let batch: usize = 0;

export function reserveBatch(): bool {
  batch = allocate(batchBytes);
  return batch != 0;
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
