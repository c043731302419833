import { axesByLength, splitAt, splitHalf, type Split } from './split.ts';
import type { TriangleBoxes } from './triangle-boxes.ts';

/**
 * Divides a node by the spatial median (T1, GD-AABB): at the middle of the longest side of its box. A triangle goes to the
 * right child when the centre of its box is above the middle, else to the left child. Of equal sides the lower axis counts as longer.
 *
 * Empty-side fix (T2, GD-AABB, BOBIC): where the right side is empty, the second-longest axis is tried, then the third. Then
 * the largest triangle alone (longest box diagonal, ties to the lowest index) goes right. The left side is never empty:
 * the triangle with the minimum of the box has its centre at or below the middle.
 *
 * `transfers` is the number of consecutive fixes above this node; from two on the range is halved by index. Returns the number for
 * the children, 0 where a plane divided.
 */
export function splitMedian(work: TriangleBoxes, box: Float64Array, first: number, end: number, transfers: number, out: Split): number {
  const axes = axesByLength(box);
  for (const axis of axes) {
    const mid = partitionAt(work, first, end, axis, box[axis] * 0.5 + box[axis + 3] * 0.5);
    if (mid === end) continue;
    splitAt(work, first, mid, end, axis, out);
    return 0;
  }
  if (transfers >= 2) {
    splitHalf(work, box, first, end, out);
  } else {
    moveToEnd(work, end, largestTriangle(work, box, axes[0], first, end));
    splitAt(work, first, end - 1, end, axes[0], out);
  }
  return transfers + 1;
}

/** Moves triangles with a centre at or below `middle` to the front; both sides keep their order. Returns the first position of the others. Hot. */
function partitionAt(work: TriangleBoxes, first: number, end: number, axis: number, middle: number): number {
  const { boxes, order, scratch } = work;
  let left = first;
  let right = 0;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    const at = 6 * triangle + axis;
    if (boxes[at] * 0.5 + boxes[at + 3] * 0.5 > middle) scratch[right++] = triangle;
    else order[left++] = triangle;
  }
  for (let i = 0; i < right; i++) order[left + i] = scratch[i];
  return left;
}

/** Returns the position of the triangle with the longest box diagonal; of equal ones the lowest index. */
function largestTriangle(work: TriangleBoxes, box: Float64Array, longest: number, first: number, end: number): number {
  const { boxes, order } = work;
  // Relative to the node's longest side, so that no square overflows or underflows.
  const side = box[longest + 3] - box[longest];
  const scale = side > 0 ? 1 / side : 0;
  let best = first;
  let bestDiagonal = -1;
  for (let i = first; i < end; i++) {
    const at = 6 * order[i];
    const x = (boxes[at + 3] - boxes[at]) * scale;
    const y = (boxes[at + 4] - boxes[at + 1]) * scale;
    const z = (boxes[at + 5] - boxes[at + 2]) * scale;
    const diagonal = x * x + y * y + z * z;
    if (diagonal > bestDiagonal || (diagonal === bestDiagonal && order[i] < order[best])) {
      best = i;
      bestDiagonal = diagonal;
    }
  }
  return best;
}

/** Moves one triangle to the end; the others keep their order. */
function moveToEnd(work: TriangleBoxes, end: number, position: number): void {
  const { order } = work;
  const moved = order[position];
  order.copyWithin(position, position + 1, end);
  order[end - 1] = moved;
}
