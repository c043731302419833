import { allocate } from '../arena';
import { clearHits, hitCount, hits, isFull, keepHit, setHitCount } from '../hits';
import { far } from './ray';
import { rayHits, rayMisses, rayUnsure, testCorners, testedDistance, testedError, testTriangle } from './triangle';

/** The exact test of a triangle: its distance, or a number below 0 where it is missed. */
// @ts-ignore: decorator
@external("host", "exactDistance")
declare function exactDistance(triangle: u32): f64;

/** Settles which of the best hit and another is first, when their distances are too near for f64. The host writes its answer to `answer`. */
// @ts-ignore: decorator
@external("host", "settle")
declare function settle(triangle: u32, distance: f64, error: f64, bestTriangle: u32, bestDistance: f64, bestError: f64): void;

/**
 * Where `settle` leaves the better one, and the host finds the hit: f64 distance, f64 error, u32 triangle; then u32 boxes and triangles tested, and the
 * address of all hits; then f64 x 3, a closest point. Behind it the host leaves f64 x 9, the corners of the triangle that a ray begins with.
 */
export let answer: usize = 0;
const errorByte: usize = 8;
const triangleByte: usize = 16;
const boxesByte: usize = 20;
const trianglesByte: usize = 24;
const hitsByte: usize = 28;
const positionByte: usize = 32;
const cornersByte: usize = 56;
const answerBytes: usize = 128;

let mode: i32 = 0;
let cull: bool = false;
let bestTriangle: u32 = 0;
let bestDistance: f64 = 0;
let bestError: f64 = 0;

export const firstMode: i32 = 0;
export const anyMode: i32 = 1;

export function reserveAnswer(): bool {
  answer = allocate(answerBytes);
  return answer != 0;
}

export function beginHits(wanted: i32, culls: bool): void {
  mode = wanted;
  cull = culls;
  clearHits();
}

/** A limit that ends the search. */
const nothingMore: f64 = -1;

/**
 * Tests the triangle that a ray is to begin with (T16): the limit on what is wanted after it. It is met again in its leaf, where it is kept, so the
 * answer is that of any limit as far; what f64 cannot tell of it is left to that meeting.
 */
export function limitFromStart(triangle: u32): f64 {
  const corners = answer + cornersByte;
  if (testCorners(corners, corners + 24, corners + 48, cull) != rayHits || testedDistance + testedError > far) return far;
  if (mode != anyMode) return testedDistance + testedError;
  keepHit(triangle, testedDistance);
  return nothingMore;
}

/** Decides a triangle that f32 could not rule out and keeps it if it is wanted; the new limit. The twin of `testRun` in `core/query`. */
export function decide(block: usize, lane: i32, triangle: u32, limit: f64): f64 {
  const result = testTriangle(block, lane, triangle, cull);
  if (result == rayMisses) return limit;
  let distance = testedDistance, error = testedError;
  if (result == rayUnsure || distance + error > far) {
    distance = exactDistance(triangle);
    if (distance < 0) return limit;
    error = 0;
  }
  if (distance - error > limit) return limit;
  if (mode == firstMode) {
    keepNearer(triangle, distance, error);
    return bestDistance + bestError;
  }
  keepHit(triangle, distance);
  return mode == anyMode || isFull ? nothingMore : limit;
}

function keepNearer(triangle: u32, distance: f64, error: f64): void {
  if (hitCount > 0 && !(distance < bestDistance - error - bestError)) {
    if (distance > bestDistance + error + bestError) return;
    settle(triangle, distance, error, bestTriangle, bestDistance, bestError);
    bestDistance = load<f64>(answer);
    bestError = load<f64>(answer, errorByte);
    bestTriangle = load<u32>(answer, triangleByte);
    return;
  }
  setHitCount(1);
  bestTriangle = triangle;
  bestDistance = distance;
  bestError = error;
}

/** Puts what was tested where the host reads it, and where all hits are. */
export function tell(boxes: u32, triangles: u32): void {
  store<u32>(answer, boxes, boxesByte);
  store<u32>(answer, triangles, trianglesByte);
  store<u32>(answer, hits, hitsByte);
}

/** Puts the first hit there. */
export function tellFirst(): void {
  store<f64>(answer, bestDistance);
  store<f64>(answer, bestError, errorByte);
  store<u32>(answer, bestTriangle, triangleByte);
}

/** Puts the closest triangle there. Zeros are positive: the numbers of blocks have lost the sign of theirs. */
export function tellClosest(triangle: u32, distance: f64, x: f64, y: f64, z: f64): void {
  store<f64>(answer, distance);
  store<u32>(answer, triangle, triangleByte);
  store<f64>(answer, x + 0, positionByte);
  store<f64>(answer, y + 0, positionByte + 8);
  store<f64>(answer, z + 0, positionByte + 16);
}
