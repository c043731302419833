import { walkGoesOn, walkIsDone, walkOutOfMemory } from '../../layouts/pair';
import { allocate } from '../arena';
import { dropHitsBeyond, hitCount, isFull } from '../hits';
import { intervalsA, intervalsB } from './intervals';
import { beginFrame, measureBoxes, projectNear, reserveBounds, squares } from './nearest-bounds';
import { beginLeaves, limit, limitSq, measureLeaves, nearestTrianglePairs, reserveLeafRows } from './nearest-leaves';
import { nodeOf, nodesA, nodesB, openedBase, openedCount, opensA, opensB, referenceAt, rootSlot, whichOpen } from './sides';

/** The stack of pairs: i32 slot of A, i32 slot of B, f32 squared lower bound on their distance; of pairs found together the nearest is on top. */
let stack: usize = 0;
let top: usize = 0;
const entryBytes: usize = 16;

export let nearestNodePairs: u32 = 0;
/** Max number of candidates to decide one by one, and the number from which on they are reduced. */
const maxCandidates: u32 = 65536;
const manyCandidates: u32 = 4096;

export function reserveNearest(levels: u32): bool {
  stack = allocate(entryBytes * (64 * <usize>levels + 64));
  return stack != 0 && reserveBounds() && reserveLeafRows();
}

/** Begins the search for the nearest triangles; (x, y, z), of length 1, is the approximate direction from A to B. */
export function beginNearest(x: f64, y: f64, z: f64): void {
  nearestNodePairs = 1;
  beginLeaves();
  beginFrame(x, y, z);
  top = stack;
  store<i32>(top, rootSlot);
  store<i32>(top, rootSlot, 4);
  store<f32>(top, 0, 8);
  top += entryBytes;
}

/** Continues for about `effort` tests. At the end the pairs that may be nearest are the hits, u32 of A, u32 of B: mostly few. */
export function stepNearest(effort: u32): i32 {
  const end = nearestNodePairs + nearestTrianglePairs + effort;
  while (top > stack) {
    top -= entryBytes;
    if (load<f32>(top, 8) > limitSq) continue;
    const a = load<i32>(top), b = load<i32>(top, 4);
    const referenceA = referenceAt(nodesA, a), referenceB = referenceAt(nodesB, b);
    const boxA = nodeOf(nodesA, a) + (<usize>(a & 7) << 2), boxB = nodeOf(nodesB, b) + (<usize>(b & 7) << 2);
    if (referenceA < 0 && referenceB < 0) {
      measureLeaves(referenceA, referenceB);
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

function open(slotA: i32, referenceA: i32, slotB: i32, referenceB: i32, opened: i32): void {
  const baseA = openedBase(opened & opensA, slotA, referenceA), baseB = openedBase(opened & opensB, slotB, referenceB);
  const countA = openedCount(opened & opensA, nodesA, baseA), countB = openedCount(opened & opensB, nodesB, baseB);
  projectNear(opened, baseA, baseB);
  nearestNodePairs += countA * countB;
  const first = top;
  if (countA >= countB) {
    for (let i: u32 = 0; i < countB; i++) keepNear(first, measureBoxes(intervalsA, intervalsB, i, limitSq) & ((1 << countA) - 1), baseA, 1, baseB + i, 0);
  } else {
    for (let i: u32 = 0; i < countA; i++) keepNear(first, measureBoxes(intervalsB, intervalsA, i, limitSq) & ((1 << countB) - 1), baseA + i, 0, baseB, 1);
  }
}

function keepNear(first: usize, bits: i32, a: i32, stepA: i32, b: i32, stepB: i32): void {
  while (bits != 0) {
    const lane = ctz(bits);
    bits &= bits - 1;
    const key = load<f32>(squares + (<usize>lane << 2));
    let at = top;
    while (at > first && load<f32>(at - entryBytes, 8) < key) {
      v128.store(at, v128.load(at - entryBytes));
      at -= entryBytes;
    }
    store<i32>(at, a + stepA * lane);
    store<i32>(at, b + stepB * lane, 4);
    store<f32>(at, key, 8);
    top += entryBytes;
  }
}
