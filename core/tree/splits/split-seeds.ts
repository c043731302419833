import { axesByLength, splitAt, type Split } from './split.ts';
import type { TriangleBoxes } from './triangle-boxes.ts';

/**
 * Divides a node by two seeds (T6, ABB-2010). The seeds are the smallest and the largest centre on the longest side of the
 * box, and each triangle goes to the nearer seed. Ties are assigned last, by index, to the group that is smaller then, or to the
 * left group when both have the same size.
 *
 * This equals a split at the midpoint of the centres, with balanced ties. Both groups always have a triangle.
 */
export function splitSeeds(work: TriangleBoxes, box: Float64Array, first: number, end: number, out: Split): void {
  const axis = axesByLength(box)[0];
  const { boxes, order, scratch } = work;
  let low = Infinity;
  let high = -Infinity;
  for (let i = first; i < end; i++) {
    const centre = centreOf(boxes, order[i], axis);
    if (centre < low) low = centre;
    if (centre > high) high = centre;
  }
  let nearLow = 0;
  let nearHigh = 0;
  for (let i = first; i < end; i++) {
    const side = sideOf(centreOf(boxes, order[i], axis), low, high);
    if (side < 0) nearLow++;
    else if (side > 0) nearHigh++;
  }
  let left = first;
  let right = 0;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    let side = sideOf(centreOf(boxes, triangle, axis), low, high);
    if (side === 0) {
      side = nearLow <= nearHigh ? -1 : 1;
      if (side < 0) nearLow++;
      else nearHigh++;
    }
    if (side < 0) order[left++] = triangle;
    else scratch[right++] = triangle;
  }
  for (let i = 0; i < right; i++) order[left + i] = scratch[i];
  splitAt(work, first, left, end, axis, out);
}

function centreOf(boxes: Float64Array, triangle: number, axis: number): number {
  const at = 6 * triangle + axis;
  return boxes[at] * 0.5 + boxes[at + 3] * 0.5;
}

/** Returns a negative number nearer to the low seed, a positive one nearer to the high seed. Halved, so that nothing overflows. */
function sideOf(centre: number, low: number, high: number): number {
  return centre * 0.5 - low * 0.5 - (high * 0.5 - centre * 0.5);
}
