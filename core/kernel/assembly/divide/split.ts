import { allocate } from '../arena';
import { boxBytes, sideOf } from './box';
import { boxOfRun, copyRecord, record, recordBytes, records, spare } from './records';

/** What a split found: the first record of the right side, the axis, and the addresses of the boxes of both sides. */
export let middle: u32 = 0;
export let splitAxis: u32 = 0;
export let leftBox: usize = 0;
export let rightBox: usize = 0;

export function reserveSplit(): bool {
  leftBox = allocate(2 * boxBytes);
  rightBox = leftBox + boxBytes;
  return leftBox != 0;
}

/** Sets the result of a split whose boxes are already known. */
export function setSplit(mid: u32, axis: u32): void {
  middle = mid;
  splitAxis = axis;
}

/** Divides the records [first, end) at `mid`, without reordering them. */
export function splitAt<T>(first: u32, mid: u32, end: u32, axis: u32): void {
  setSplit(mid, axis);
  boxOfRun<T>(records, first, mid, leftBox);
  boxOfRun<T>(records, mid, end, rightBox);
}

/** Halves the records [first, end) by index. `box` is their box. */
export function splitHalf<T>(box: usize, first: u32, end: u32): void {
  splitAt<T>(first, first + ((end - first) >> 1), end, longestAxis(box));
}

/** Returns the axis of the longest side of a box. Of equal sides the lower axis counts as longer. No branch depends on the box. */
export function longestAxis(box: usize): u32 {
  const x = sideOf(box, 0), y = sideOf(box, 1), z = sideOf(box, 2);
  const xy = <u32>(x >= y), xz = <u32>(x >= z), yz = <u32>(y >= z);
  return 2 - 2 * (xy & (xz | yz)) - (~xy & yz);
}

/** Returns the axis of the middle side of a box, in the order of `longestAxis`. */
export function middleAxis(box: usize): u32 {
  return 3 - longestAxis(box) - shortestAxis(box);
}

/** Returns the axis of the shortest side of a box. Of equal sides the higher axis counts as shorter. */
export function shortestAxis(box: usize): u32 {
  const x = sideOf(box, 0), y = sideOf(box, 1), z = sideOf(box, 2);
  if (x >= y) return y >= z ? 2 : 1;
  return x >= z ? 2 : 0;
}

/** Longer lists are copied by `memory.copy`, a call out of WebAssembly that takes as long as to copy some records here. */
const maxInline: usize = 2048;

/** Appends the right side, in the spare list up to `rightEnd`, to the left side, which ends at `left`. Returns the first position of the right side. */
export function joinSides<T>(first: u32, left: usize, rightEnd: usize): u32 {
  joinList<T>(left, rightEnd);
  return first + <u32>((left - record<T>(first)) / recordBytes<T>());
}

/** As `joinSides`, for any list. */
export function joinList<T>(left: usize, rightEnd: usize): void {
  if (rightEnd - spare > maxInline) {
    memory.copy(left, spare, rightEnd - spare);
    return;
  }
  let to = left;
  for (let at = spare; at < rightEnd; at += recordBytes<T>()) {
    copyRecord<T>(to, at);
    to += recordBytes<T>();
  }
}
