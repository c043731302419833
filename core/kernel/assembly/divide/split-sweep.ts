import { allocate } from '../arena';
import { isNarrow } from './narrow';
import {
  areaOfVectors, boxOfRun, copyRecord, emptyBox, leftEnd, minima, rankAt, record, recordBytes, placeOf, records, send, spare, thirdMinima, written,
} from './records';
import { keyOf, pairBytes, sortPairs, valueAt } from './sort-pairs';
import { joinList, leftBox, rightBox, setSplit, splitHalf } from './split';

/** For each axis the records sorted by centre. The range of a node has the triangles of the node. */
let sorted: usize = 0;
let listBytes: usize = 0;
/** f64 by position: area of the box of all triangles from there on. */
let above: usize = 0;
/** u8 by rank: 1 when the triangle goes right. */
let isRight: usize = 0;
/** The best division so far: `bestCost` in area times triangles, and the number of triangles that go left on `bestAxis`, −1 for none. */
let bestCost: f64 = 0;
let bestAxis: i32 = -1;
let bestLeft: u32 = 0;

/** Reserves the sorted lists; false without memory. */
export function reserveSorted(): bool {
  const count = <usize>written;
  listBytes = (isNarrow ? recordBytes<f32>() : recordBytes<f64>()) * count;
  sorted = allocate(3 * listBytes);
  above = allocate(8 * count);
  isRight = allocate(count);
  if (sorted == 0 || above == 0 || isRight == 0) return false;
  memory.fill(isRight, 0, count);
  return true;
}

const keyBits: u64 = 64;

/** Writes the list of one axis, sorted by (centre, triangle); false without memory. */
export function sortAxis(axis: u32): bool {
  return isNarrow ? sort<f32>(axis) : sort<f64>(axis);
}

function sort<T>(axis: u32): bool {
  for (let i: u32 = 0; i < written; i++) {
    const pair = spare + pairBytes * <usize>i;
    store<u64>(pair, keyOf(placeOf<T>(record<T>(i), <usize>axis)));
    store<u32>(pair, i, valueAt);
  }
  const pairs = sortPairs(spare, spare + pairBytes * <usize>written, written, keyBits);
  if (pairs == 0) return false;
  const list = sorted + listBytes * <usize>axis;
  for (let i: u32 = 0; i < written; i++) {
    copyRecord<T>(list + recordBytes<T>() * <usize>i, record<T>(load<u32>(pairs + pairBytes * <usize>i, valueAt)));
  }
  return true;
}

/** Divides the records [first, end) by full-sweep SAH, as `core/tree/splits/split-sweep.ts` does. `own` is their box. */
export function splitSweep<T>(own: usize, first: u32, end: u32): void {
  bestCost = f64.POSITIVE_INFINITY;
  bestAxis = -1;
  bestLeft = 0;
  for (let axis: i32 = 0; axis < 3; axis++) sweepAxis<T>(axis, first, end);
  if (bestAxis < 0) {
    splitHalf<T>(own, first, end);
    const mid = first + ((end - first) >> 1);
    mark<T>(records, mid, end, 1);
    partitionLists<T>(first, end);
    mark<T>(records, mid, end, 0);
    return;
  }
  const mid = first + bestLeft;
  const list = sorted + listBytes * <usize>bestAxis;
  mark<T>(list, mid, end, 1);
  boxOfRun<T>(list, first, mid, leftBox);
  boxOfRun<T>(list, mid, end, rightBox);
  setSplit(mid, <u32>bestAxis);
  partition<T>(records, first, end);
  partitionLists<T>(first, end);
  mark<T>(records, mid, end, 0);
}

/**
 * Computes the costs of the divisions on one axis and keeps the best. Both sides only grow, so the cost of one side alone ends each pass where it is
 * above the best so far: no division beyond it is better.
 */
function sweepAxis<T>(axis: i32, first: u32, end: u32): void {
  const list = sorted + listBytes * <usize>axis;
  const none = emptyBox<T>();
  let a = none, b = none, c = none;
  let from = end - 1;
  for (; from > first; from--) {
    const at = list + recordBytes<T>() * <usize>from;
    a = minima<T>(a, v128.load(at));
    b = minima<T>(b, v128.load(at, 16));
    c = thirdMinima<T>(c, at);
    const area = areaOfVectors<T>(a, b, c);
    if (area * <f64>(end - from) > bestCost) break;
    store<f64>(above + (<usize>from << 3), area);
  }
  a = b = c = none;
  // The divisions up to there have too large a right side.
  for (let i = first; i < from; i++) {
    const at = list + recordBytes<T>() * <usize>i;
    a = minima<T>(a, v128.load(at));
    b = minima<T>(b, v128.load(at, 16));
    c = thirdMinima<T>(c, at);
  }
  const count = end - first;
  for (let left = from - first + 1; left < count; left++) {
    const at = list + recordBytes<T>() * <usize>(first + left - 1);
    a = minima<T>(a, v128.load(at));
    b = minima<T>(b, v128.load(at, 16));
    c = thirdMinima<T>(c, at);
    const leftCost = areaOfVectors<T>(a, b, c) * <f64>left;
    if (leftCost > bestCost) return;
    const cost = leftCost + load<f64>(above + (<usize>(first + left) << 3)) * <f64>(count - left);
    if (!(cost <= bestCost) || cost == f64.POSITIVE_INFINITY) continue;
    if (cost == bestCost && !(unevenness(count, left) < unevenness(count, bestLeft))) continue;
    bestCost = cost;
    bestAxis = axis;
    bestLeft = left;
  }
}

// @ts-ignore: decorator
@inline
function unevenness(count: u32, left: u32): i64 {
  return abs<i64>(<i64>count - 2 * <i64>left);
}

function mark<T>(list: usize, first: u32, end: u32, value: u8): void {
  for (let i = first; i < end; i++) store<u8>(isRight + <usize>load<u32>(list + recordBytes<T>() * <usize>i + rankAt<T>()), value);
}

function partitionLists<T>(first: u32, end: u32): void {
  for (let axis: usize = 0; axis < 3; axis++) partition<T>(sorted + listBytes * axis, first, end);
}

/** Moves the triangles that go left to the front; both sides keep their order. */
function partition<T>(list: usize, first: u32, end: u32): void {
  const last = list + recordBytes<T>() * <usize>end;
  let right = spare, at = list + recordBytes<T>() * <usize>first;
  for (; at < last; at += recordBytes<T>()) right = send<T>(at, right, load<bool>(isRight + <usize>load<u32>(at + rankAt<T>())));
  joinList<T>(leftEnd(at, right), right);
}
