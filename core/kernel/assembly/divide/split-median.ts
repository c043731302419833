import { centreOf, sideOf } from './box';
import { copyRecord, emptyBox, leftEnd, minima, record, recordBytes, placeOf, placeOfCentre, placesOf, recordSide, send, spare, storeVectors, triangleAt } from './records';
import { joinSides, leftBox, longestAxis, middleAxis, rightBox, setSplit, shortestAxis, splitAt, splitHalf } from './split';

/** Ranges of this many records do not fit a cache, so they are read only once. In shorter ones it is faster to measure the sides afterwards. */
const minMeasured: u32 = 32768;

/**
 * Divides the records [first, end) by the spatial median with the empty-side fix, as `core/tree/splits/split-median.ts` does. `transfers` is the number
 * of consecutive fixes above. Returns the number for the children.
 */
export function splitMedian<T>(box: usize, first: u32, end: u32, transfers: u32): u32 {
  const longest = longestAxis(box);
  if (dividesAt<T>(box, first, end, longest)) return 0;
  if (dividesAt<T>(box, first, end, middleAxis(box))) return 0;
  if (dividesAt<T>(box, first, end, shortestAxis(box))) return 0;
  if (transfers >= 2) {
    splitHalf<T>(box, first, end);
  } else {
    moveToEnd<T>(largestTriangle<T>(box, longest, first, end), end);
    splitAt<T>(first, end - 1, end, longest);
  }
  return transfers + 1;
}

/** Divides at the middle of one side of the box; false where the right side is empty. */
function dividesAt<T>(box: usize, first: u32, end: u32, axis: u32): bool {
  const middle = placeOfCentre<T>(centreOf(box, <usize>axis));
  if (end - first >= minMeasured) {
    const mid = partitionMeasured<T>(first, end, <usize>axis, middle);
    setSplit(mid, axis);
    return mid != end;
  }
  const mid = partition<T>(first, end, <usize>axis, middle);
  if (mid == end) return false;
  splitAt<T>(first, mid, end, axis);
  return true;
}

/** As `partition`, and measures both sides on the way. A mask turns the numbers of a record of the other side into NaN, which is no minimum. */
function partitionMeasured<T>(first: u32, end: u32, axis: usize, middle: f64): u32 {
  const middles = f64x2.splat(middle);
  const last = record<T>(end);
  let a = emptyBox<T>(), b = a, c = a, rightA = a, rightB = a, rightC = a;
  let right = spare;
  for (let at = record<T>(first); at < last; at += recordBytes<T>()) {
    const isRight = f64x2.gt(placesOf<T>(at, axis), middles), isLeft = v128.not(isRight);
    const ownA = v128.load(at), ownB = v128.load(at, 16);
    a = minima<T>(a, v128.or(ownA, isRight));
    b = minima<T>(b, v128.or(ownB, isRight));
    rightA = minima<T>(rightA, v128.or(ownA, isLeft));
    rightB = minima<T>(rightB, v128.or(ownB, isLeft));
    if (sizeof<T>() == 8) {
      const ownC = v128.load(at, 32);
      c = minima<T>(c, v128.or(ownC, isRight));
      rightC = minima<T>(rightC, v128.or(ownC, isLeft));
    }
    right = send<T>(at, right, <bool>(i32x4.extract_lane(isRight, 0) & 1));
  }
  storeVectors<T>(leftBox, a, b, c);
  storeVectors<T>(rightBox, rightA, rightB, rightC);
  return joinSides<T>(first, leftEnd(last, right), right);
}

/** Moves records with a place at or below `middle` to the front; both sides keep their order. Returns the first position of the others. */
function partition<T>(first: u32, end: u32, axis: usize, middle: f64): u32 {
  const last = record<T>(end);
  let right = spare, at = record<T>(first);
  // Two at a time: each turn of a loop also looks at the stack.
  for (; at + recordBytes<T>() < last; at += 2 * recordBytes<T>()) {
    const next = at + recordBytes<T>();
    right = send<T>(at, right, placeOf<T>(at, axis) > middle);
    right = send<T>(next, right, placeOf<T>(next, axis) > middle);
  }
  if (at < last) {
    right = send<T>(at, right, placeOf<T>(at, axis) > middle);
    at = last;
  }
  return joinSides<T>(first, leftEnd(at, right), right);
}

/** Returns the address of the record with the longest box diagonal; of equal ones the lowest triangle. */
function largestTriangle<T>(box: usize, longest: u32, first: u32, end: u32): usize {
  // Relative to the longest side of the node, so that no square overflows or underflows.
  const side = sideOf(box, <usize>longest);
  const scale = side > 0 ? 1 / side : 0;
  const last = record<T>(end);
  let best = record<T>(first);
  let bestDiagonal: f64 = -1;
  for (let at = best; at < last; at += recordBytes<T>()) {
    const x = recordSide<T>(at, 0) * scale, y = recordSide<T>(at, 1) * scale, z = recordSide<T>(at, 2) * scale;
    const diagonal = x * x + y * y + z * z;
    if (diagonal < bestDiagonal || diagonal != diagonal) continue;
    if (diagonal == bestDiagonal && load<u32>(at + triangleAt<T>()) >= load<u32>(best + triangleAt<T>())) continue;
    best = at;
    bestDiagonal = diagonal;
  }
  return best;
}

/** Moves one record to the end of a range; the others keep their order. */
function moveToEnd<T>(at: usize, end: u32): void {
  const last = record<T>(end) - recordBytes<T>();
  copyRecord<T>(spare, at);
  memory.copy(at, at + recordBytes<T>(), last - at);
  copyRecord<T>(last, spare);
}
