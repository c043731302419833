import { allocate } from '../arena';
import { wideChildCountByte } from '../../../tree/wide/words';
import { areTooMany, clearPairs, foundCount, isFull } from './found-pairs';
import { alone, intervalsA, intervalsB, meeting, projectA, projectB, sharedContents } from './intervals';
import { clearTrianglePairs, testLeaves, trianglePairs } from './leaves';
import { grownSq } from './placement';
import { nodeOf, nodesA, nodesB, referenceAt, rootSlot, sideAt } from './sides';

/** Pairs that wait: i32 slot of A, i32 slot of B, f32 order among those that were found together, f32 part of all work. */
let waiting: usize = 0;
let top: usize = 0;
const waitingBytes: usize = 16;
/** Eight numbers for the order. */
let keys: usize = 0;

export let nodePairs: u32 = 0;
let isAny: bool = false;

/** Of both trees together. */
export function reserveWaiting(levels: u32): bool {
  waiting = allocate(waitingBytes * (64 * <usize>levels + 64) + 32);
  keys = waiting + waitingBytes * (64 * <usize>levels + 64);
  return waiting != 0;
}

export const isDone: i32 = 0;
export const goesOn: i32 = 1;
export const tooMany: i32 = 2;
export const outOfMemory: i32 = 3;

/** Where `stopsAtFirst` any pair ends the walk. */
export function beginPairs(stopsAtFirst: bool, most: u32): void {
  isAny = stopsAtFirst;
  clearPairs(most);
  clearTrianglePairs();
  nodePairs = 1;
  top = waiting;
  wait(rootSlot, rootSlot, 0, 1);
}

// @ts-ignore: decorator
@inline
function wait(a: i32, b: i32, key: f32, part: f32): void {
  store<i32>(top, a);
  store<i32>(top, b, 4);
  store<f32>(top, key, 8);
  store<f32>(top, part, 12);
  top += waitingBytes;
}

/** Part of all work that waits, as far as anyone knows: what is found together shares the part of what was opened alike. */
export function waitingPart(): f64 {
  let sum: f64 = 0;
  for (let at = waiting; at < top; at += waitingBytes) sum += <f64>load<f32>(at, 12);
  return sum;
}

/** Goes on for about so many tests of boxes and triangles. */
export function stepPairs(effort: u32): i32 {
  const end = nodePairs + trianglePairs + effort;
  while (top > waiting) {
    top -= waitingBytes;
    const a = load<i32>(top), b = load<i32>(top, 4), part = load<f32>(top, 12);
    const referenceA = referenceAt(nodesA, a), referenceB = referenceAt(nodesB, b);
    const boxA = nodeOf(nodesA, a) + (<usize>(a & 7) << 2), boxB = nodeOf(nodesB, b) + (<usize>(b & 7) << 2);
    if (referenceA < 0 && referenceB < 0) {
      if (testLeaves(referenceA, boxA, referenceB, boxB, isAny)) {
        if (isFull) return outOfMemory;
        if (areTooMany) return tooMany;
        return isDone;
      }
    } else {
      let opensA = referenceA >= 0, opensB = referenceB >= 0;
      if (opensA && opensB) {
        const sizeA = diagonalSq(boxA), sizeB = diagonalSq(boxB) * grownSq;
        // Boxes of like size are opened together.
        opensA = sizeA * 4 >= sizeB;
        opensB = sizeB * 4 >= sizeA;
        if (!opensA && !opensB) opensA = true;
      }
      open(a, referenceA, opensA, b, referenceB, opensB, part);
    }
    // Both wrap around.
    if (<i32>(nodePairs + trianglePairs - end) >= 0) return goesOn;
  }
  return isDone;
}

// @ts-ignore: decorator
@inline
function diagonalSq(box: usize): f32 {
  const x = sideAt(box, 0), y = sideAt(box, 1), z = sideAt(box, 2);
  return x * x + y * y + z * z;
}

/** Replaces one or both of a pair by their children, and lets those that may meet wait. */
function open(slotA: i32, referenceA: i32, opensA: bool, slotB: i32, referenceB: i32, opensB: bool, part: f32): void {
  const baseA = opensA ? referenceA << 3 : slotA, baseB = opensB ? referenceB << 3 : slotB;
  const nodeA = nodeOf(nodesA, baseA), nodeB = nodeOf(nodesB, baseB);
  const countA = opensA ? load<u32>(nodeA, wideChildCountByte) : 1, countB = opensB ? load<u32>(nodeB, wideChildCountByte) : 1;
  projectA(opensA ? nodeA : alone(true, nodeA, <usize>(slotA & 7)));
  projectB(opensB ? nodeB : alone(false, nodeB, <usize>(slotB & 7)));
  nodePairs += countA * countB;
  const first = top;
  // The more boxes are tested at once.
  if (countA >= countB) {
    const places = (1 << countA) - 1;
    for (let i: u32 = 0; i < countB; i++) {
      const bits = meeting(intervalsA, intervalsB, i) & places;
      if (isAny && bits != 0) sharedContents(intervalsA, intervalsB, i, keys);
      keepMeeting(first, bits, baseA, 1, baseB + i, 0);
    }
  } else {
    const places = (1 << countB) - 1;
    for (let i: u32 = 0; i < countA; i++) {
      const bits = meeting(intervalsB, intervalsA, i) & places;
      if (isAny && bits != 0) sharedContents(intervalsB, intervalsA, i, keys);
      keepMeeting(first, bits, baseA + i, 0, baseB, 1);
    }
  }
  const share = part / <f32>((top - first) / waitingBytes);
  for (let at = first; at < top; at += waitingBytes) store<f32>(at, share, 12);
}

/** Those whose boxes share most end on top, where any pair is wanted. */
// @ts-ignore: decorator
@inline
function keepMeeting(first: usize, bits: i32, a: i32, stepA: i32, b: i32, stepB: i32): void {
  while (bits != 0) {
    const lane = ctz(bits);
    bits &= bits - 1;
    const slotA = a + stepA * lane, slotB = b + stepB * lane;
    if (!isAny) {
      wait(slotA, slotB, 0, 0);
      continue;
    }
    const key = load<f32>(keys + (<usize>lane << 2));
    let at = top;
    while (at > first && load<f32>(at - waitingBytes, 8) > key) {
      v128.store(at, v128.load(at - waitingBytes));
      at -= waitingBytes;
    }
    store<i32>(at, slotA);
    store<i32>(at, slotB, 4);
    store<f32>(at, key, 8);
    top += waitingBytes;
  }
}
