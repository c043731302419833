import { allocate } from '../arena';
import { boxBytes, boxOfRun, record, recordBytes, records, sideOf, spare } from './records';

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
export function splitAt(first: u32, mid: u32, end: u32, axis: u32): void {
  setSplit(mid, axis);
  boxOfRun(records, first, mid, leftBox);
  boxOfRun(records, mid, end, rightBox);
}

/** Halves the records [first, end) by index. `box` is their box. */
export function splitHalf(box: usize, first: u32, end: u32): void {
  splitAt(first, first + ((end - first) >> 1), end, longestAxis(box));
}

/** Returns the axis of the longest side of a box. Of equal sides the lower axis counts as longer. */
export function longestAxis(box: usize): u32 {
  const x = sideOf(box, 0), y = sideOf(box, 1), z = sideOf(box, 2);
  if (x >= y) return x >= z || y >= z ? 0 : 2;
  return y >= z ? 1 : 2;
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

/**
 * Writes a record to the end of both sides; the caller lets one of them grow. So no branch depends on the side, which no processor can predict. The end
 * of the left side is not beyond the record.
 */
// @ts-ignore: decorator
@inline
export function send(at: usize, left: usize, right: usize): void {
  const a = v128.load(at), b = v128.load(at, 16), c = v128.load(at, 32), triangle = load<u64>(at, 48);
  put(right, a, b, c, triangle);
  put(left, a, b, c, triangle);
}

// @ts-ignore: decorator
@inline
function put(to: usize, a: v128, b: v128, c: v128, triangle: u64): void {
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  store<u64>(to, triangle, 48);
}

/** Appends the right side, in the spare list up to `rightEnd`, to the left side, which ends at `left`. Returns the first position of the right side. */
export function joinSides(first: u32, left: usize, rightEnd: usize): u32 {
  joinList(left, rightEnd);
  return first + <u32>((left - record(first)) / recordBytes);
}

/** As `joinSides`, for any list. */
export function joinList(left: usize, rightEnd: usize): void {
  memory.copy(left, spare, rightEnd - spare);
}
