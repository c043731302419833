import { maxSelfPairs } from '../../layouts/study';
import { allocate } from '../arena';
import { aroundByte, levelCount, placesByte, recordAt, recordsOf, rowBytes, tagsByte } from './levels';
import { chooseQuestions, concerns } from './may-concern';

/** Pairs of records that wait: u32 record, u32 record, u32 level. */
let waiting: usize = 0;
let top: usize = 0;
const waitingBytes: usize = 12;

/** Pairs of triangles that are left: u32 place, u32 place; and behind room for the most of them, one u8 a pair, the questions that it is worth. */
export let selfPairs: usize = 0;
let count: u32 = 0;
/** That one step of the walk may leave. */
const maxAtOnce: u32 = 16;

let reach: f32 = 0;
/** Pairs of boxes compared. */
export let boxPairs: u64 = 0;

/** Room for the walk; false where there is none. */
export function reserveSelfPairs(): bool {
  waiting = allocate(waitingBytes * (16 * <usize>levelCount + 16));
  selfPairs = allocate(9 * <usize>maxSelfPairs);
  return waiting != 0 && selfPairs != 0;
}

/**
 * Begins a walk over all pairs of live triangles whose boxes are no farther apart on every axis than `distance`, in units of the source;
 * `within` is no less in those of the frame, with what f32 may be off. `questions` say which are left out: see `concerns`.
 */
export function beginSelf(within: f32, distance: f64, questions: u32): void {
  chooseQuestions(distance, questions);
  reach = within;
  boxPairs = 0;
  top = waiting;
  wait(0, 0, levelCount - 1);
}

/** Goes on for about so many comparisons of boxes, or until there are many pairs. How many pairs it left; a step may leave none. */
export function stepSelf(effort: u32): u32 {
  const end = boxPairs + <u64>effort;
  count = 0;
  while (top > waiting && boxPairs < end && count + maxAtOnce <= <u32>maxSelfPairs) {
    top -= waitingBytes;
    const a = load<u32>(top), b = load<u32>(top, 4), level = load<u32>(top, 8);
    if (level == 0) {
      if (a == b) testBlock(recordAt(0, a));
      else testBlocks(recordAt(0, a), recordAt(0, b));
    } else if (a == b) openOne(a, level);
    else openTwo(a, b, level);
  }
  return count;
}

/** Part of the work that waits, by the records that wait for themselves; 0 at the end. */
export function selfWaiting(): f64 {
  if (top == waiting) return 0;
  let sum: f64 = 0;
  for (let at = waiting; at < top; at += waitingBytes) {
    if (load<u32>(at) == load<u32>(at, 4)) sum += 1 / <f64>recordsOf(load<u32>(at, 8));
  }
  return max(1e-9, min(1, sum));
}

// @ts-ignore: decorator
@inline
function wait(a: u32, b: u32, level: u32): void {
  store<u32>(top, a);
  store<u32>(top, b, 4);
  store<u32>(top, level, 8);
  top += waitingBytes;
}

/** Lanes of a record whose boxes are near one box, given by the addresses of its six numbers, `step` apart. */
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
    wait(child, child, level - 1);
    let lanes = i32x4.bitmask(nearLanes(record, record + 4 * <usize>i, rowBytes)) & (-2 << <i32>i);
    while (lanes != 0) {
      wait(child, 4 * a + <u32>ctz(lanes), level - 1);
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
      wait(4 * a + <u32>i, 4 * b + <u32>ctz(lanes), level - 1);
      lanes &= lanes - 1;
    }
  }
}

/** Within a block. */
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

/** One triangle against those of a block that are meant. */
// @ts-ignore: decorator
@inline
function testLane(blockA: usize, i: i32, blockB: usize, meant: i32): void {
  const lane = blockA + 4 * <usize>i;
  const near = nearLanes(blockB, lane, rowBytes);
  if (!v128.any_true(near)) return;
  const t0 = v128.load(blockB, tagsByte), t1 = v128.load(blockB, tagsByte + rowBytes), t2 = v128.load(blockB, tagsByte + 2 * rowBytes);
  const a0 = v128.load32_splat(lane, tagsByte), a1 = v128.load32_splat(lane, tagsByte + rowBytes), a2 = v128.load32_splat(lane, tagsByte + 2 * rowBytes);
  const with0 = v128.or(v128.or(i32x4.eq(a0, t0), i32x4.eq(a0, t1)), i32x4.eq(a0, t2));
  const with1 = v128.or(v128.or(i32x4.eq(a1, t0), i32x4.eq(a1, t1)), i32x4.eq(a1, t2));
  const with2 = v128.or(v128.or(i32x4.eq(a2, t0), i32x4.eq(a2, t1)), i32x4.eq(a2, t2));
  let lanes = i32x4.bitmask(v128.andnot(near, v128.or(v128.or(with0, with1), with2))) & meant;
  while (lanes != 0) {
    const j = ctz(lanes);
    lanes &= lanes - 1;
    keep(load<u32>(lane, placesByte), load<u32>(blockB + 4 * <usize>j, placesByte));
  }
}

function keep(a: u32, b: u32): void {
  const found = concerns(a, b);
  if (found == 0) return;
  const to = selfPairs + 8 * <usize>count;
  store<u8>(selfPairs + 8 * <usize>maxSelfPairs + <usize>count, <u8>found);
  count++;
  store<u32>(to, a);
  store<u32>(to, b, 4);
}
