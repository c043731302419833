import { walkFoundTooMany, walkGoesOn, walkIsDone, walkOutOfMemory } from '../../layouts/pair';
import { allocate } from '../arena';
import { areTooMany, clearPairs, found, foundCount, isFull } from './found-pairs';
import { intervalsA, intervalsB, overlapping, projectOpened, overlapParts } from './intervals';
import { clearTrianglePairs, testLeaves, trianglePairs } from './leaves';
import { storeFigures } from './placement';
import { nodeOf, nodesA, nodesB, openedBase, openedCount, opensA, opensB, referenceAt, rootSlot, whichOpen } from './sides';

/** The stack of pairs: i32 slot of A, i32 slot of B, f32 part of all work, 4 unused bytes. */
let stack: usize = 0;
let top: usize = 0;
const entryBytes: usize = 16;
/** Sort keys of the pairs found together, up to 64 and four more: i32 whose lowest bits are the lanes of their boxes. */
let keys: usize = 0;
const keysBytes: usize = 4 * 68;
/** Eight numbers to sort by. */
let parts: usize = 0;

let nodePairs: u32 = 0;
let isAny: bool = false;

/** Reserves the stack for the levels of both trees together. */
export function reserveStack(levels: u32): bool {
  stack = allocate(entryBytes * (64 * <usize>levels + 64) + keysBytes + 32);
  keys = stack + entryBytes * (64 * <usize>levels + 64);
  parts = keys + keysBytes;
  return stack != 0;
}

/** Begins a walk for at most `max` pairs. With `stopsAtFirst` any pair ends it. */
export function beginPairs(stopsAtFirst: bool, max: u32): void {
  isAny = stopsAtFirst;
  clearPairs(max);
  clearTrianglePairs();
  nodePairs = 1;
  top = stack;
  store<i32>(top, rootSlot);
  store<i32>(top, rootSlot, 4);
  store<f32>(top, 1, 8);
  top += entryBytes;
}

/** Returns an estimate of the part of all work that is left: pairs found together share the part of the pair that was opened equally. */
export function waitingPart(): f64 {
  let sum: f64 = 0;
  for (let at = stack; at < top; at += entryBytes) sum += <f64>load<f32>(at, 8);
  return sum;
}

/** Continues for about `effort` tests of boxes and triangles, and stores figures. Returns a state of `layouts/pair.ts`. */
export function stepPairs(effort: u32): i32 {
  const state = walkOn(effort);
  storeFigures(nodePairs, trianglePairs, foundCount, found);
  return state;
}

function walkOn(effort: u32): i32 {
  const end = nodePairs + trianglePairs + effort;
  while (top > stack) {
    top -= entryBytes;
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
    // Both numbers wrap around.
    if (<i32>(nodePairs + trianglePairs - end) >= 0) return walkGoesOn;
  }
  return walkIsDone;
}

/** Replaces one or both of a pair by their children, and pushes the pairs that may intersect. */
function open(slotA: i32, referenceA: i32, slotB: i32, referenceB: i32, opened: i32, part: f32): void {
  const baseA = openedBase(opened & opensA, slotA, referenceA), baseB = openedBase(opened & opensB, slotB, referenceB);
  const countA = openedCount(opened & opensA, nodesA, baseA), countB = openedCount(opened & opensB, nodesB, baseB);
  projectOpened(opened, baseA, baseB);
  nodePairs += countA * countB;
  // The side with more boxes is the one whose boxes are tested together.
  const isEightOfA = countA >= countB;
  const eight = isEightOfA ? intervalsA : intervalsB, others = isEightOfA ? intervalsB : intervalsA;
  const lanes = (1 << (isEightOfA ? countA : countB)) - 1, otherCount = isEightOfA ? countB : countA;
  if (isAny) pushInOrder(eight, lanes, others, otherCount, baseA, baseB, isEightOfA, part);
  else pushPairs(eight, lanes, others, otherCount, baseA, baseB, isEightOfA, part);
}

/** Pushes the pairs that may intersect. */
function pushPairs(eight: usize, lanes: i32, others: usize, otherCount: u32, baseA: i32, baseB: i32, isEightOfA: bool, part: f32): void {
  const stepA = i32(isEightOfA), stepB = 1 - stepA;
  const first = top;
  let at = first;
  for (let i: u32 = 0; i < otherCount; i++) {
    let bits = overlapping(eight, others, i) & lanes;
    const a = baseA + stepB * <i32>i, b = baseB + stepA * <i32>i;
    while (bits != 0) {
      const lane = ctz(bits);
      bits &= bits - 1;
      store<i32>(at, a + stepA * lane);
      store<i32>(at, b + stepB * lane, 4);
      at += entryBytes;
    }
  }
  top = at;
  const share = part / <f32>((at - first) / entryBytes);
  for (at = first; at < top; at += entryBytes) store<f32>(at, share, 8);
}

/** Pushes them so that the pairs whose boxes overlap most are on top. */
function pushInOrder(eight: usize, lanes: i32, others: usize, otherCount: u32, baseA: i32, baseB: i32, isEightOfA: bool, part: f32): void {
  const stepA = i32(isEightOfA), stepB = 1 - stepA;
  let end = keys;
  for (let i: u32 = 0; i < otherCount; i++) {
    let bits = overlapping(eight, others, i) & lanes;
    if (bits != 0) overlapParts(eight, others, i, parts);
    while (bits != 0) {
      const lane = ctz(bits);
      bits &= bits - 1;
      // f32 that are not negative sort like their bits; the last six bits make equal ones distinct.
      store<u32>(end, (load<u32>(parts + 4 * <usize>lane) & ~63) | (i << 3) | lane);
      end += 4;
    }
  }
  v128.store(end, i32x4.splat(i32.MAX_VALUE));
  const share = part / <f32>((end - keys) / 4);
  for (let key = keys; key < end; key += 4) {
    const own = load<i32>(key);
    const other = (own >> 3) & 7, lane = own & 7;
    const at = top + entryBytes * <usize>smaller(own, end);
    store<i32>(at, baseA + stepA * lane + stepB * other);
    store<i32>(at, baseB + stepB * lane + stepA * other, 4);
    store<f32>(at, share, 8);
  }
  top += entryBytes / 4 * (end - keys);
}

/** Returns the number of keys smaller than this one. Counting has no branches to predict; insertion sort took a seventh longer. */
// @ts-ignore: decorator
@inline
function smaller(key: i32, end: usize): u32 {
  const one = i32x4.splat(key);
  let sum = i32x4.splat(0);
  for (let at = keys; at < end; at += 16) sum = i32x4.sub(sum, i32x4.lt_s(v128.load(at), one));
  sum = i32x4.add(sum, v128.shuffle<i32>(sum, sum, 2, 3, 2, 3));
  return <u32>(i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1));
}
