import { anyHitMode, crossingsMode, firstHitMode, resultErrorByte, resultTriangleByte, startCornersByte } from '../../layouts/query-result';
import { clearHits, hitCount, isFull, keepHit, setHitCount } from '../hits';
import { result, storeFirst } from '../result';
import { exactRounding, far, sureFar } from './ray';
import { rayHits, rayMisses, rayUnsure, testCorners, testedDistance, testedError, testedFront, testTriangle } from './triangle';

/** Returns the exact distance of a triangle, or a number below 0 where the ray misses it. */
// @ts-ignore: decorator
@external("host", "exactDistance")
declare function exactDistance(triangle: u32): f64;

/** Decides which of the best hit and another is first, when their distances are too close for f64. The host writes the first to `result`. */
// @ts-ignore: decorator
@external("host", "settle")
declare function settle(triangle: u32, distance: f64, error: f64, bestTriangle: u32, bestDistance: f64, bestError: f64): void;

let mode: i32 = 0;
let cull: bool = false;
/** Of `crossingsMode`: back faces less front faces, and whether a triangle was too close to call. */
export let crossings: i32 = 0;
export let isUncertain: bool = false;
let bestTriangle: u32 = 0;
let bestDistance: f64 = 0;
let bestError: f64 = 0;
/** Address of the lane of the first hit, or of any hit, in its block. */
export let hitPlace: usize = 0;

/** Begins the hits of a ray in a mode of `layouts/query-result.ts`. */
export function beginHits(wanted: i32, culls: bool): void {
  mode = wanted;
  cull = culls;
  crossings = 0;
  isUncertain = false;
  clearHits();
}

/** A limit on the distance that ends the search. */
const nothingMore: f64 = -1;

/**
 * Tests the triangle that a ray starts with (the hit cache, T16) and returns the limit on the distance of further hits. The ray reaches the
 * triangle again in its leaf, and keeps it there, so the result does not depend on it. Where f64 cannot decide it, the leaf does.
 */
export function limitFromStart(triangle: u32): f64 {
  const corners = result + startCornersByte;
  if (testCorners(corners, corners + 24, corners + 48, cull) != rayHits || testedDistance + testedError > far) return far;
  if (mode != anyHitMode) return testedDistance + testedError;
  keepHit(triangle, testedDistance);
  return nothingMore;
}

/** Decides a triangle that f32 could not rule out, keeps it where it is a hit, and returns the new limit. The twin of `testRun` in `core/query/ray/leaf.ts`. */
export function decide(block: usize, lane: i32, triangle: u32, limit: f64): f64 {
  const outcome = testTriangle(block, lane, triangle, cull);
  if (outcome == rayMisses) return limit;
  if (mode == crossingsMode) {
    isUncertain = outcome == rayUnsure;
    crossings += testedFront ? -1 : 1;
    return isUncertain ? nothingMore : limit;
  }
  let distance = testedDistance, error = testedError;
  if (outcome == rayUnsure || distance + error > sureFar) {
    distance = exactDistance(triangle);
    if (distance < 0) return limit;
    error = exactRounding * distance;
  }
  if (distance - error > limit) return limit;
  const place = block + (<usize>lane << 2);
  if (mode == firstHitMode) {
    keepNearer(triangle, distance, error, place);
    return bestDistance + bestError;
  }
  hitPlace = place;
  keepHit(triangle, distance);
  return mode == anyHitMode || isFull ? nothingMore : limit;
}

function keepNearer(triangle: u32, distance: f64, error: f64, place: usize): void {
  if (hitCount > 0 && !(distance < bestDistance - error - bestError)) {
    if (distance > bestDistance + error + bestError) return;
    settle(triangle, distance, error, bestTriangle, bestDistance, bestError);
    bestDistance = load<f64>(result);
    bestError = load<f64>(result, resultErrorByte);
    bestTriangle = load<u32>(result, resultTriangleByte);
    if (bestTriangle == triangle) hitPlace = place;
    return;
  }
  setHitCount(1);
  bestTriangle = triangle;
  bestDistance = distance;
  bestError = error;
  hitPlace = place;
}

/** Stores the first hit where the host reads it. */
export function storeFirstHit(): void {
  storeFirst(bestTriangle, bestDistance, bestError);
}
