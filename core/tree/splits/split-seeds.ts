import { axesByLength, splitAt, type Split } from './split.ts';
import type { TriangleBoxes } from './triangle-boxes.ts';

/**
 * T6, two seeds (ABB-2010): on the longest side of the box the least and the greatest projected centre are the seeds, and
 * each triangle goes to the nearer one. Those that are equally near are placed last, by index, each into the group that is
 * smaller by then, the left one when both are alike.
 *
 * So it is the split at the midpoint of the centres, balanced by its ties alone. Both groups always have a triangle.
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

/** Below 0 nearer to the low seed, above 0 to the high one. Halves, so that nothing overflows. */
function sideOf(centre: number, low: number, high: number): number {
  return centre * 0.5 - low * 0.5 - (high * 0.5 - centre * 0.5);
}
