import { maxSelfPairs } from '../../layouts/study';
import { allocate } from '../arena';
import { aroundByte, commonByte, levelCount, noTag, placesByte, recordAt, recordsOf, rowBytes, tagsByte } from './levels';
import { chooseTests, mayConcern } from './may-concern';

/** The stack of pairs of records: u32 record, u32 record, u32 level. */
let stack: usize = 0;
let top: usize = 0;
const entryBytes: usize = 12;
/** The walk in entries as on the stack, in the order in which it visits them, and memory to divide them. All are of one level. */
export let selfEntries: usize = 0;
let spareEntries: usize = 0;
/** The walk is divided until it has this many entries. One entry becomes at most 16. */
const wantedEntries: u32 = 512;
const maxEntries: u32 = 16 * wantedEntries;

/** The pairs of triangles that a step leaves, with their flags: see `layouts/study.ts`. */
export let selfPairs: usize = 0;
let count: u32 = 0;
/** Max number of pairs that one pair of records may leave. */
const maxAtOnce: u32 = 16;

let reach: f32 = 0;
/** Number of pairs of boxes compared. */
export let boxPairs: u64 = 0;
/** Number of pairs of triangles with near boxes, which are tested by `mayConcern`. */
export let trianglePairs: u64 = 0;

/** Reserves memory for the walk; false without memory. */
export function reserveSelfPairs(): bool {
  stack = allocate(entryBytes * (16 * <usize>levelCount + 16 + <usize>maxEntries));
  selfPairs = allocate(9 * <usize>maxSelfPairs);
  selfEntries = allocate(entryBytes * <usize>maxEntries);
  spareEntries = allocate(entryBytes * <usize>maxEntries);
  return stack != 0 && selfPairs != 0 && selfEntries != 0 && spareEntries != 0;
}

/**
 * Begins a walk over all pairs of live triangles whose boxes are at most `distance` apart on every axis, in source units. `within` is the same in
 * units of the frame, plus the error of f32. `flags` choose the tests: see `mayConcern`.
 */
export function beginSelf(within: f32, distance: f64, flags: u32): void {
  chooseTests(distance, flags);
  reach = within;
  boxPairs = 0;
  trianglePairs = 0;
  top = stack;
}

/** Writes the entries of a walk that has begun, in its order, and returns their number. Parts of them may be visited by different threads. */
export function divideSelf(): u32 {
  let entries: u32 = 1, level = levelCount - 1;
  setEntry(selfEntries, 0, 0, level);
  for (; level > 0 && entries < wantedEntries; level--) {
    let to = spareEntries;
    for (let i: u32 = 0; i < entries; i++) {
      const entry = selfEntries + entryBytes * <usize>i;
      const a = load<u32>(entry), b = load<u32>(entry, 4);
      top = stack;
      if (shareVertex(a, b, level)) continue;
      if (a == b) openOne(a, level);
      else openTwo(a, b, level);
      // The last entry of the stack comes first.
      while (top > stack) {
        top -= entryBytes;
        memory.copy(to, top, entryBytes);
        to += entryBytes;
      }
    }
    const divided = spareEntries;
    spareEntries = selfEntries;
    selfEntries = divided;
    entries = <u32>((to - divided) / entryBytes);
  }
  return entries;
}

/** Continues with the entries [first, end) of those at an address. */
export function visitEntries(at: usize, first: u32, end: u32): void {
  top = stack;
  for (let i = end; i > first; i--) {
    memory.copy(top, at + entryBytes * <usize>(i - 1), entryBytes);
    top += entryBytes;
  }
}

/**
 * Continues for about `effort` comparisons of boxes, or until there are many pairs, or no entries are left. Returns the number of pairs, which may be
 * 0.
 */
export function stepSelf(effort: u32): u32 {
  const end = boxPairs + <u64>effort;
  count = 0;
  while (top > stack && boxPairs < end && count + maxAtOnce <= <u32>maxSelfPairs) {
    top -= entryBytes;
    const a = load<u32>(top), b = load<u32>(top, 4), level = load<u32>(top, 8);
    if (shareVertex(a, b, level)) continue;
    if (level == 0) {
      if (a == b) testBlock(recordAt(0, a));
      else testBlocks(recordAt(0, a), recordAt(0, b));
    } else if (a == b) openOne(a, level);
    else openTwo(a, b, level);
  }
  return count;
}

/** Returns whether entries are left. */
export function isVisiting(): bool {
  return top > stack;
}

/**
 * Returns whether all triangles of two records share one vertex with a simple star. A fan of many would be compared with itself for the square of
 * their number.
 */
// @ts-ignore: decorator
@inline
function shareVertex(a: u32, b: u32, level: u32): bool {
  const common = load<u32>(recordAt(level, a), commonByte);
  return common != noTag && common == load<u32>(recordAt(level, b), commonByte);
}

// @ts-ignore: decorator
@inline
function push(a: u32, b: u32, level: u32): void {
  setEntry(top, a, b, level);
  top += entryBytes;
}

// @ts-ignore: decorator
@inline
function setEntry(at: usize, a: u32, b: u32, level: u32): void {
  store<u32>(at, a);
  store<u32>(at, b, 4);
  store<u32>(at, level, 8);
}

/** Returns the lanes of a record whose boxes are near one box, given by the address of its six numbers, which are `step` bytes apart. */
// @ts-ignore: decorator
@inline
function nearLanes(record: usize, box: usize, step: usize): v128 {
  const far = f32x4.splat(reach);
  const x = v128.and(
    f32x4.le(f32x4.sub(v128.load32_splat(box), far), v128.load(record, rowBytes)),
    f32x4.ge(f32x4.add(v128.load32_splat(box + step), far), v128.load(record)),
  );
  const y = v128.and(
    f32x4.le(f32x4.sub(v128.load32_splat(box + 2 * step), far), v128.load(record, 3 * rowBytes)),
    f32x4.ge(f32x4.add(v128.load32_splat(box + 3 * step), far), v128.load(record, 2 * rowBytes)),
  );
  const z = v128.and(
    f32x4.le(f32x4.sub(v128.load32_splat(box + 4 * step), far), v128.load(record, 5 * rowBytes)),
    f32x4.ge(f32x4.add(v128.load32_splat(box + 5 * step), far), v128.load(record, 4 * rowBytes)),
  );
  return v128.and(v128.and(x, y), z);
}

function openOne(a: u32, level: u32): void {
  const record = recordAt(level, a);
  const below = recordsOf(level - 1);
  boxPairs += 6;
  for (let i: u32 = 0; i < 4; i++) {
    const child: u32 = 4 * a + i;
    if (child >= below) return;
    push(child, child, level - 1);
    let lanes = i32x4.bitmask(nearLanes(record, record + 4 * <usize>i, rowBytes)) & (-2 << <i32>i);
    while (lanes != 0) {
      push(child, 4 * a + <u32>ctz(lanes), level - 1);
      lanes &= lanes - 1;
    }
  }
}

function openTwo(a: u32, b: u32, level: u32): void {
  const recordA = recordAt(level, a), recordB = recordAt(level, b);
  let reaching = i32x4.bitmask(nearLanes(recordA, recordB + aroundByte, 4));
  boxPairs += 4;
  while (reaching != 0) {
    const i = ctz(reaching);
    reaching &= reaching - 1;
    boxPairs += 4;
    let lanes = i32x4.bitmask(nearLanes(recordB, recordA + 4 * <usize>i, rowBytes));
    while (lanes != 0) {
      push(4 * a + <u32>i, 4 * b + <u32>ctz(lanes), level - 1);
      lanes &= lanes - 1;
    }
  }
}

/** Tests the pairs within a block. */
function testBlock(block: usize): void {
  boxPairs += 6;
  for (let i = 0; i < 3; i++) testLane(block, i, block, -2 << i);
}

function testBlocks(blockA: usize, blockB: usize): void {
  let reaching = i32x4.bitmask(nearLanes(blockA, blockB + aroundByte, 4));
  boxPairs += 4;
  while (reaching != 0) {
    const i = ctz(reaching);
    reaching &= reaching - 1;
    boxPairs += 4;
    testLane(blockA, i, blockB, -1);
  }
}

/** Tests one triangle against those of a block that are allowed, a bit each. */
// @ts-ignore: decorator
@inline
function testLane(blockA: usize, i: i32, blockB: usize, allowed: i32): void {
  const lane = blockA + 4 * <usize>i;
  const near = nearLanes(blockB, lane, rowBytes);
  if (!v128.any_true(near)) return;
  const t0 = v128.load(blockB, tagsByte), t1 = v128.load(blockB, tagsByte + rowBytes), t2 = v128.load(blockB, tagsByte + 2 * rowBytes);
  const a0 = v128.load32_splat(lane, tagsByte), a1 = v128.load32_splat(lane, tagsByte + rowBytes), a2 = v128.load32_splat(lane, tagsByte + 2 * rowBytes);
  const with0 = v128.or(v128.or(i32x4.eq(a0, t0), i32x4.eq(a0, t1)), i32x4.eq(a0, t2));
  const with1 = v128.or(v128.or(i32x4.eq(a1, t0), i32x4.eq(a1, t1)), i32x4.eq(a1, t2));
  const with2 = v128.or(v128.or(i32x4.eq(a2, t0), i32x4.eq(a2, t1)), i32x4.eq(a2, t2));
  let lanes = i32x4.bitmask(v128.andnot(near, v128.or(v128.or(with0, with1), with2))) & allowed;
  while (lanes != 0) {
    const j = ctz(lanes);
    lanes &= lanes - 1;
    keep(load<u32>(lane, placesByte), load<u32>(blockB + 4 * <usize>j, placesByte));
  }
}

function keep(a: u32, b: u32): void {
  trianglePairs++;
  const found = mayConcern(a, b);
  if (found == 0) return;
  const to = selfPairs + 8 * <usize>count;
  store<u8>(selfPairs + 8 * <usize>maxSelfPairs + <usize>count, <u8>found);
  count++;
  store<u32>(to, a);
  store<u32>(to, b, 4);
}
