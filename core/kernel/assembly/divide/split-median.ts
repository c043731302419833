import { centreOf, copyRecord, record, recordBytes, sideOf, spare, triangleAt } from './records';
import { joinSides, longestAxis, middleAxis, send, shortestAxis, splitAt, splitHalf } from './split';

/**
 * Divides the records [first, end) by the spatial median with the empty-side fix, as `core/tree/splits/split-median.ts` does. `transfers` is the number
 * of consecutive fixes above. Returns the number for the children.
 */
export function splitMedian(box: usize, first: u32, end: u32, transfers: u32): u32 {
  const longest = longestAxis(box);
  if (dividesAt(box, first, end, longest)) return 0;
  if (dividesAt(box, first, end, middleAxis(box))) return 0;
  if (dividesAt(box, first, end, shortestAxis(box))) return 0;
  if (transfers >= 2) {
    splitHalf(box, first, end);
  } else {
    moveToEnd(largestTriangle(box, longest, first, end), end);
    splitAt(first, end - 1, end, longest);
  }
  return transfers + 1;
}

/** Divides at the middle of one side of the box; false where the right side is empty. */
function dividesAt(box: usize, first: u32, end: u32, axis: u32): bool {
  const mid = partition(first, end, <usize>axis, centreOf(box, <usize>axis));
  if (mid == end) return false;
  splitAt(first, mid, end, axis);
  return true;
}

/** Moves records with a centre at or below `middle` to the front; both sides keep their order. Returns the first position of the others. */
function partition(first: u32, end: u32, axis: usize, middle: f64): u32 {
  const last = record(end);
  let left = record(first), right = spare;
  for (let at = left; at < last; at += recordBytes) {
    const isRight = <usize>(centreOf(at, axis) > middle);
    send(at, left, right);
    right += recordBytes * isRight;
    left += recordBytes * (1 - isRight);
  }
  return joinSides(first, left, right);
}

/** Returns the address of the record with the longest box diagonal; of equal ones the lowest triangle. */
function largestTriangle(box: usize, longest: u32, first: u32, end: u32): usize {
  // Relative to the longest side of the node, so that no square overflows or underflows.
  const side = sideOf(box, <usize>longest);
  const scale = side > 0 ? 1 / side : 0;
  const last = record(end);
  let best = record(first);
  let bestDiagonal: f64 = -1;
  for (let at = best; at < last; at += recordBytes) {
    const x = sideOf(at, 0) * scale, y = sideOf(at, 1) * scale, z = sideOf(at, 2) * scale;
    const diagonal = x * x + y * y + z * z;
    if (diagonal < bestDiagonal || diagonal != diagonal) continue;
    if (diagonal == bestDiagonal && load<u32>(at, triangleAt) >= load<u32>(best, triangleAt)) continue;
    best = at;
    bestDiagonal = diagonal;
  }
  return best;
}

/** Moves one record to the end of a range; the others keep their order. */
function moveToEnd(at: usize, end: u32): void {
  const last = record(end) - recordBytes;
  copyRecord(spare, at);
  memory.copy(at, at + recordBytes, last - at);
  copyRecord(last, spare);
}
