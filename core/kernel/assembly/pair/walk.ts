import { walkFoundTooMany, walkGoesOn, walkIsDone, walkOutOfMemory } from '../../layouts/pair';
import { allocate } from '../arena';
import { areTooMany, clearPairs, found, foundCount, isFull } from './found-pairs';
import { intervalsA, intervalsB, meeting, projectOpened, sharedParts } from './intervals';
import { clearTrianglePairs, testLeaves, trianglePairs } from './leaves';
import { storeFigures } from './placement';
import { nodeOf, nodesA, nodesB, openedBase, openedCount, opensA, opensB, referenceAt, rootSlot, whichOpen } from './sides';

/** Pairs that wait: i32 slot of A, i32 slot of B, f32 part of all work, 4 bytes of nothing. */
let waiting: usize = 0;
let top: usize = 0;
const waitingBytes: usize = 16;
/** The pairs that were found together, up to 64 and four more: i32 order, which ends in the numbers of their boxes. */
let keys: usize = 0;
const keysBytes: usize = 4 * 68;
/** Eight numbers for the order. */
let parts: usize = 0;

let nodePairs: u32 = 0;
let isAny: bool = false;

/** Of both trees together. */
export function reserveWaiting(levels: u32): bool {
  waiting = allocate(waitingBytes * (64 * <usize>levels + 64) + keysBytes + 32);
  keys = waiting + waitingBytes * (64 * <usize>levels + 64);
  parts = keys + keysBytes;
  return waiting != 0;
}

/** Where `stopsAtFirst` any pair ends the walk. */
export function beginPairs(stopsAtFirst: bool, most: u32): void {
  isAny = stopsAtFirst;
  clearPairs(most);
  clearTrianglePairs();
  nodePairs = 1;
  top = waiting;
  store<i32>(top, rootSlot);
  store<i32>(top, rootSlot, 4);
  store<f32>(top, 1, 8);
  top += waitingBytes;
}

/** Part of all work that waits, as far as anyone knows: what is found together shares the part of what was opened alike. */
export function waitingPart(): f64 {
  let sum: f64 = 0;
  for (let at = waiting; at < top; at += waitingBytes) sum += <f64>load<f32>(at, 8);
  return sum;
}

/** Goes on for about so many tests of boxes and triangles, and leaves figures. */
export function stepPairs(effort: u32): i32 {
  const state = walkOn(effort);
  storeFigures(nodePairs, trianglePairs, foundCount, found);
  return state;
}

function walkOn(effort: u32): i32 {
  const end = nodePairs + trianglePairs + effort;
  while (top > waiting) {
    top -= waitingBytes;
    const a = load<i32>(top), b = load<i32>(top, 4), part = load<f32>(top, 8);
    const referenceA = referenceAt(nodesA, a), referenceB = referenceAt(nodesB, b);
    const boxA = nodeOf(nodesA, a) + (<usize>(a & 7) << 2), boxB = nodeOf(nodesB, b) + (<usize>(b & 7) << 2);
    if (referenceA < 0 && referenceB < 0) {
      if (testLeaves(referenceA, boxA, referenceB, boxB, isAny)) {
        if (isFull) return walkOutOfMemory;
        if (areTooMany) return walkFoundTooMany;
        return walkIsDone;
      }
    } else {
      open(a, referenceA, b, referenceB, whichOpen(referenceA, boxA, referenceB, boxB), part);
    }
    // Both wrap around.
    if (<i32>(nodePairs + trianglePairs - end) >= 0) return walkGoesOn;
  }
  return walkIsDone;
}

/** Replaces one or both of a pair by their children, and lets those that may meet wait. */
function open(slotA: i32, referenceA: i32, slotB: i32, referenceB: i32, opened: i32, part: f32): void {
  const baseA = openedBase(opened & opensA, slotA, referenceA), baseB = openedBase(opened & opensB, slotB, referenceB);
  const countA = openedCount(opened & opensA, nodesA, baseA), countB = openedCount(opened & opensB, nodesB, baseB);
  projectOpened(opened, baseA, baseB);
  nodePairs += countA * countB;
  // The more boxes are tested at once.
  const isEightOfA = countA >= countB;
  const eight = isEightOfA ? intervalsA : intervalsB, others = isEightOfA ? intervalsB : intervalsA;
  const places = (1 << (isEightOfA ? countA : countB)) - 1, otherCount = isEightOfA ? countB : countA;
  if (isAny) keepInOrder(eight, places, others, otherCount, baseA, baseB, isEightOfA, part);
  else keep(eight, places, others, otherCount, baseA, baseB, isEightOfA, part);
}

/** Lets the pairs wait that may meet. */
function keep(eight: usize, places: i32, others: usize, otherCount: u32, baseA: i32, baseB: i32, isEightOfA: bool, part: f32): void {
  const stepA = i32(isEightOfA), stepB = 1 - stepA;
  const first = top;
  let at = first;
  for (let i: u32 = 0; i < otherCount; i++) {
    let bits = meeting(eight, others, i) & places;
    const a = baseA + stepB * <i32>i, b = baseB + stepA * <i32>i;
    while (bits != 0) {
      const lane = ctz(bits);
      bits &= bits - 1;
      store<i32>(at, a + stepA * lane);
      store<i32>(at, b + stepB * lane, 4);
      at += waitingBytes;
    }
  }
  top = at;
  const share = part / <f32>((at - first) / waitingBytes);
  for (at = first; at < top; at += waitingBytes) store<f32>(at, share, 8);
}

/** Those whose boxes share most end on top. */
function keepInOrder(eight: usize, places: i32, others: usize, otherCount: u32, baseA: i32, baseB: i32, isEightOfA: bool, part: f32): void {
  const stepA = i32(isEightOfA), stepB = 1 - stepA;
  let end = keys;
  for (let i: u32 = 0; i < otherCount; i++) {
    let bits = meeting(eight, others, i) & places;
    if (bits != 0) sharedParts(eight, others, i, parts);
    while (bits != 0) {
      const lane = ctz(bits);
      bits &= bits - 1;
      // The order of f32 that are not negative is that of their bits; the last six tell equal ones apart.
      store<u32>(end, (load<u32>(parts + 4 * <usize>lane) & ~63) | (i << 3) | lane);
      end += 4;
    }
  }
  v128.store(end, i32x4.splat(i32.MAX_VALUE));
  const share = part / <f32>((end - keys) / 4);
  for (let key = keys; key < end; key += 4) {
    const own = load<i32>(key);
    const other = (own >> 3) & 7, lane = own & 7;
    const at = top + waitingBytes * <usize>smaller(own, end);
    store<i32>(at, baseA + stepA * lane + stepB * other);
    store<i32>(at, baseB + stepB * lane + stepA * other, 4);
    store<f32>(at, share, 8);
  }
  top += waitingBytes / 4 * (end - keys);
}

/** How many of the keys are smaller than this one: counting guesses no branch, and sorting by insertion took a seventh longer. */
// @ts-ignore: decorator
@inline
function smaller(key: i32, end: usize): u32 {
  const one = i32x4.splat(key);
  let sum = i32x4.splat(0);
  for (let at = keys; at < end; at += 16) sum = i32x4.sub(sum, i32x4.lt_s(v128.load(at), one));
  sum = i32x4.add(sum, v128.shuffle<i32>(sum, sum, 2, 3, 2, 3));
  return <u32>(i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1));
}
