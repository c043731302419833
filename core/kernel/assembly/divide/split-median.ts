import { centreOf, sideOf } from './box';
import { copyRecord, leftEnd, record, recordBytes, placeOf, placeOfCentre, recordSide, send, spare, triangleAt } from './records';
import { joinSides, longestAxis, middleAxis, shortestAxis, splitAt, splitHalf } from './split';

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
  const mid = partition<T>(first, end, <usize>axis, placeOfCentre<T>(centreOf(box, <usize>axis)));
  if (mid == end) return false;
  splitAt<T>(first, mid, end, axis);
  return true;
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
