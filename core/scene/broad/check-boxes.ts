import { invalidArgument } from '../../error.ts';

/** @throws InspectorError `invalid-argument` with the index of a box that is not finite, or whose min is above its max. */
export function checkBoxes(boxes: Float64Array): void {
  if (boxes.length % 6 !== 0) throw invalidArgument(`${boxes.length} numbers are no list of boxes`, 'Give six numbers for each box');
  for (let k = 0; k < boxes.length; k++) {
    const box = Math.floor(k / 6);
    if (!Number.isFinite(boxes[k])) throw invalidArgument(`Box ${box} is not finite`, 'Give six finite numbers');
    if (k % 6 > 2 && boxes[k - 3] > boxes[k]) throw invalidArgument(`Box ${box} has a min above its max`, 'Give min before max');
  }
}
