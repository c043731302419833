import { allocate } from './arena';
import { hits } from './hits';
import {
  resultBoxesByte, resultBytes, resultErrorByte, resultHitsByte, resultPositionByte, resultTriangleByte, resultTrianglesByte, sweepLoByte, sweepProofByte,
} from '../layouts/query-result';

/** The address of the result of a query, which the host reads: see `layouts/query-result.ts`. */
export let result: usize = 0;

export function reserveResult(): bool {
  result = allocate(resultBytes);
  return result != 0;
}

/** Stores how many boxes and triangles were tested, and where all hits are. */
export function storeCounts(boxes: u32, triangles: u32): void {
  store<u32>(result, boxes, resultBoxesByte);
  store<u32>(result, triangles, resultTrianglesByte);
  store<u32>(result, hits, resultHitsByte);
}

/** Stores the first hit of a ray. */
export function storeFirst(triangle: u32, distance: f64, error: f64): void {
  store<f64>(result, distance);
  store<f64>(result, error, resultErrorByte);
  store<u32>(result, triangle, resultTriangleByte);
}

/** Stores the closest triangle and its closest point. Adding 0 makes zeros positive: the numbers of blocks have lost the sign of theirs. */
export function storeClosest(triangle: u32, distance: f64, x: f64, y: f64, z: f64): void {
  store<f64>(result, distance);
  store<u32>(result, triangle, resultTriangleByte);
  store<f64>(result, x + 0, resultPositionByte);
  store<f64>(result, y + 0, resultPositionByte + 8);
  store<f64>(result, z + 0, resultPositionByte + 16);
}

/** Stores when a sweep first touches something, and the triangle with its interval and the normal of the plane that proves the beginning of it. */
export function storeSweep(earliest: f64, triangle: u32, lo: f64, hi: f64, x: f64, y: f64, z: f64): void {
  store<f64>(result, earliest);
  store<f64>(result, hi, resultErrorByte);
  store<u32>(result, triangle, resultTriangleByte);
  store<f64>(result, x, sweepProofByte);
  store<f64>(result, y, sweepProofByte + 8);
  store<f64>(result, z, sweepProofByte + 16);
  store<f64>(result, lo, sweepLoByte);
}
