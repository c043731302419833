import { allocate } from '../arena';
import { maxDirections } from '../../layouts/pair';
import { wideNodeBytes, wideReferencesByte, wideRowBytes } from '../../layouts/wide-tree';
import { columnsByte, directions, highByte, lowByte, recordBytes, records, rowsAByte, rowsBByte } from './placement';
import { nodeOf, nodesA, nodesB, opensA, opensB } from './sides';

/** For up to eight boxes of A, and of B: their ends along each direction, eight low ends, then eight high ends. */
export let intervalsA: usize = 0;
export let intervalsB: usize = 0;
export const intervalBytes: usize = 64;
const highEnd: usize = 32;
/** For each side a node with a single box. */
export let aloneA: usize = 0;
export let aloneB: usize = 0;

export function reserveIntervals(): bool {
  intervalsA = allocate(2 * intervalBytes * maxDirections + 2 * wideNodeBytes);
  intervalsB = intervalsA + intervalBytes * maxDirections;
  aloneA = intervalsB + intervalBytes * maxDirections;
  aloneB = aloneA + wideNodeBytes;
  return intervalsA != 0;
}

/** Projects what `whichOpen` opened on each side: the children of a node, or a single box. */
// @ts-ignore: decorator
@inline
export function projectOpened(opened: i32, baseA: i32, baseB: i32): void {
  const nodeA = nodeOf(nodesA, baseA), nodeB = nodeOf(nodesB, baseB);
  projectA((opened & opensA) != 0 ? nodeA : alone(true, nodeA, <usize>(baseA & 7)));
  projectB((opened & opensB) != 0 ? nodeB : alone(false, nodeB, <usize>(baseB & 7)));
}

/** Returns a node whose lane 0 is the given lane of another node. */
function alone(isA: bool, node: usize, lane: usize): usize {
  const to = isA ? aloneA : aloneB, from = node + 4 * lane;
  for (let row: usize = 0; row < 6 * wideRowBytes; row += wideRowBytes) store<f32>(to + row, load<f32>(from + row));
  store<u32>(to, load<u32>(from, wideReferencesByte), wideReferencesByte);
  return to;
}

/** Projects the boxes of a node of A. Along the axes of A its rows are the intervals. */
function projectA(node: usize): void {
  // A loop, since `memory.copy` costs more for this few bytes.
  for (let at: usize = 0; at < 3 * intervalBytes; at += 16) v128.store(intervalsA + at, v128.load(node + at));
  for (let i: usize = 3; i < directions; i++) {
    const record = records + recordBytes * i, to = intervalsA + intervalBytes * i;
    const d0 = v128.load(record), d1 = v128.load(record, 16), d2 = v128.load(record, 32);
    for (let far: usize = 0; far < 2; far++) {
      const rows = record + rowsAByte + 4 * far;
      const x = node + <usize>load<u32>(rows), y = node + <usize>load<u32>(rows, 8), z = node + <usize>load<u32>(rows, 16);
      const end = to + highEnd * far;
      v128.store(end, sum(x, y, z, d0, d1, d2));
      v128.store(end, sum(x + 16, y + 16, z + 16, d0, d1, d2), 16);
    }
  }
}

/** Projects the boxes of a node of B, widened by the bound on all errors. */
function projectB(node: usize): void {
  for (let i: usize = 0; i < directions; i++) {
    const record = records + recordBytes * i, to = intervalsB + intervalBytes * i;
    const d0 = v128.load(record, columnsByte), d1 = v128.load(record, columnsByte + 16), d2 = v128.load(record, columnsByte + 32);
    for (let far: usize = 0; far < 2; far++) {
      const rows = record + rowsBByte + 4 * far;
      const x = node + <usize>load<u32>(rows), y = node + <usize>load<u32>(rows, 8), z = node + <usize>load<u32>(rows, 16);
      const end = to + highEnd * far;
      const offset = v128.load(record + (highByte - lowByte) * far, lowByte);
      v128.store(end, f32x4.add(sum(x, y, z, d0, d1, d2), offset));
      v128.store(end, f32x4.add(sum(x + 16, y + 16, z + 16, d0, d1, d2), offset), 16);
    }
  }
}

// @ts-ignore: decorator
@inline
function sum(x: usize, y: usize, z: usize, d0: v128, d1: v128, d2: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(v128.load(x), d0), f32x4.mul(v128.load(y), d1)), f32x4.mul(v128.load(z), d2));
}

// @ts-ignore: decorator
@inline
function overlaps(eight: usize, at: usize, low: v128, high: v128): v128 {
  return v128.and(f32x4.le(v128.load(eight + at), high), f32x4.le(low, v128.load(eight + at, highEnd)));
}

/** Returns which of eight boxes, a bit each, overlap box `lane` of the other side in all intervals. */
// @ts-ignore: decorator
@inline
export function overlapping(eight: usize, other: usize, lane: usize): i32 {
  const one = other + 4 * lane;
  // Unrolled: the loop took a tenth longer.
  let low = v128.load32_splat(one), high = v128.load32_splat(one, highEnd);
  let first = overlaps(eight, 0, low, high);
  let second = overlaps(eight + 16, 0, low, high);
  low = v128.load32_splat(one, intervalBytes);
  high = v128.load32_splat(one, intervalBytes + highEnd);
  first = v128.and(first, overlaps(eight, intervalBytes, low, high));
  second = v128.and(second, overlaps(eight + 16, intervalBytes, low, high));
  low = v128.load32_splat(one, 2 * intervalBytes);
  high = v128.load32_splat(one, 2 * intervalBytes + highEnd);
  first = v128.and(first, overlaps(eight, 2 * intervalBytes, low, high));
  second = v128.and(second, overlaps(eight + 16, 2 * intervalBytes, low, high));
  if (!v128.any_true(v128.or(first, second))) return 0;
  for (let at: usize = intervalBytes * 3; at < intervalBytes * directions; at += intervalBytes) {
    low = v128.load32_splat(one + at);
    high = v128.load32_splat(one + at, highEnd);
    first = v128.and(first, overlaps(eight, at, low, high));
    second = v128.and(second, overlaps(eight + 16, at, low, high));
  }
  return i32x4.bitmask(first) | (i32x4.bitmask(second) << 4);
}

/**
 * Stores how much each of eight boxes overlaps another one: the product over all directions of the overlap, as a part of the shorter interval.
 * It orders the search for any pair. Other orders test more pairs: the product of the overlaps itself 10 %, the axes of A alone 20 %.
 */
export function overlapParts(eight: usize, other: usize, lane: usize, to: usize): void {
  const one = other + 4 * lane;
  for (let half: usize = 0; half < 32; half += 16) {
    let shared = f32x4.splat(1), whole = shared;
    for (let at: usize = 0; at < intervalBytes * directions; at += intervalBytes) {
      const low = v128.load(eight + at + half), high = v128.load(eight + at + half, highEnd);
      const otherLow = v128.load32_splat(one + at), otherHigh = v128.load32_splat(one + at, highEnd);
      shared = f32x4.mul(shared, f32x4.sub(f32x4.pmin(high, otherHigh), f32x4.pmax(low, otherLow)));
      whole = f32x4.mul(whole, f32x4.pmin(f32x4.sub(high, low), f32x4.sub(otherHigh, otherLow)));
    }
    v128.store(to + half, f32x4.div(shared, whole));
  }
}
