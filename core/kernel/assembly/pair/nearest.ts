import { walkGoesOn, walkIsDone, walkOutOfMemory } from '../../layouts/pair';
import { allocate } from '../arena';
import { dropHitsBeyond, hitCount, isFull } from '../hits';
import { intervalsA, intervalsB } from './intervals';
import { beginFrame, farthestOf, measureBoxes, projectNear, reserveBounds, squares } from './nearest-bounds';
import { beginLeaves, limit, limitSq, limitTo, measureLeaves, nearestTrianglePairs, reserveLeafRows } from './nearest-leaves';
import { boundByte, clearWaiting, keepWaiting, pairBytes, reserveWaiting, takeNearest } from './waiting-pairs';
import { nodeOf, nodesA, nodesB, openedBase, openedCount, opensA, opensB, referenceAt, rootSlot, whichOpen } from './sides';

/**
 * The pairs that are searched depth first; of pairs found together the nearest is on top. After two leaves are measured the others wait, and the
 * search goes on with the nearest pair of all. Depth first alone stays where it began, with a bound that may be a tenth too long.
 */
let stack: usize = 0;
let top: usize = 0;

export let nearestNodePairs: u32 = 0;
/** Max number of candidates to decide one by one, and the number from which on they are reduced. */
const maxCandidates: u32 = 65536;
const manyCandidates: u32 = 4096;

export function reserveNearest(levels: u32): bool {
  stack = allocate(pairBytes * (64 * <usize>levels + 64));
  return stack != 0 && reserveWaiting() && reserveBounds() && reserveLeafRows();
}

/** Begins the search for the nearest triangles; (x, y, z), of length 1, is the approximate direction from A to B. */
export function beginNearest(x: f64, y: f64, z: f64): void {
  nearestNodePairs = 1;
  beginLeaves();
  beginFrame(x, y, z);
  clearWaiting();
  top = stack;
  store<i32>(top, rootSlot);
  store<i32>(top, rootSlot, 4);
  store<f32>(top, 0, boundByte);
  top += pairBytes;
}

/** Continues for about `effort` tests. At the end the pairs that may be nearest are the hits, u32 of A, u32 of B: mostly few. */
export function stepNearest(effort: u32): i32 {
  const end = nearestNodePairs + nearestTrianglePairs + effort;
  while (top > stack || takeNearest(stack, limitSq)) {
    if (top > stack) top -= pairBytes;
    if (load<f32>(top, boundByte) > limitSq) continue;
    const a = load<i32>(top), b = load<i32>(top, 4);
    const referenceA = referenceAt(nodesA, a), referenceB = referenceAt(nodesB, b);
    const boxA = nodeOf(nodesA, a) + (<usize>(a & 7) << 2), boxB = nodeOf(nodesB, b) + (<usize>(b & 7) << 2);
    if (referenceA < 0 && referenceB < 0) {
      measureLeaves(referenceA, referenceB);
      letWait();
      if (hitCount > manyCandidates) dropHitsBeyond(<f64>limit);
      if (isFull || hitCount > maxCandidates) return walkOutOfMemory;
    } else {
      open(a, referenceA, b, referenceB, whichOpen(referenceA, boxA, referenceB, boxB));
    }
    if (<i32>(nearestNodePairs + nearestTrianglePairs - end) >= 0) return walkGoesOn;
  }
  dropHitsBeyond(<f64>limit);
  return walkIsDone;
}

/** Moves the pairs of the stack to those that wait, as far as there is place. */
function letWait(): void {
  while (top > stack) {
    if (load<f32>(top - pairBytes, boundByte) <= limitSq && !keepWaiting(top - pairBytes)) return;
    top -= pairBytes;
  }
}

function open(slotA: i32, referenceA: i32, slotB: i32, referenceB: i32, opened: i32): void {
  const baseA = openedBase(opened & opensA, slotA, referenceA), baseB = openedBase(opened & opensB, slotB, referenceB);
  const countA = openedCount(opened & opensA, nodesA, baseA), countB = openedCount(opened & opensB, nodesB, baseB);
  projectNear(opened, baseA, baseB);
  nearestNodePairs += countA * countB;
  // Without a limit, all pairs of the first nodes would be kept.
  if (nearestTrianglePairs == 0) limitTo(farthest(countA, countB));
  const first = top;
  if (countA >= countB) {
    for (let i: u32 = 0; i < countB; i++) keepNear(first, measureBoxes(intervalsA, intervalsB, i, limitSq) & ((1 << countA) - 1), baseA, 1, baseB + i, 0);
  } else {
    for (let i: u32 = 0; i < countA; i++) keepNear(first, measureBoxes(intervalsB, intervalsA, i, limitSq) & ((1 << countB) - 1), baseA + i, 0, baseB, 1);
  }
}

/** Returns the shortest of the longest distances between the boxes of A and B that were projected. */
function farthest(countA: u32, countB: u32): f32 {
  let shortest = f32.POSITIVE_INFINITY;
  for (let i: u32 = 0; i < countB; i++) shortest = min(shortest, farthestOf(intervalsA, countA, intervalsB, i));
  return shortest;
}

function keepNear(first: usize, bits: i32, a: i32, stepA: i32, b: i32, stepB: i32): void {
  while (bits != 0) {
    const lane = ctz(bits);
    bits &= bits - 1;
    const key = load<f32>(squares + (<usize>lane << 2));
    let at = top;
    while (at > first && load<f32>(at - pairBytes, boundByte) < key) {
      v128.store(at, v128.load(at - pairBytes));
      at -= pairBytes;
    }
    store<i32>(at, a + stepA * lane);
    store<i32>(at, b + stepB * lane, 4);
    store<f32>(at, key, boundByte);
    top += pairBytes;
  }
}
