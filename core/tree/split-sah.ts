import type { TriangleBoxes } from './triangle-boxes.ts';

export const traversalCost = 1;
export const triangleCost = 1.25;
const binCount = 16;

/** Scratch of one build, and where the last split is left. */
export interface SahSplitter {
  /** (6·bins) min then max. */
  readonly binBoxes: Float64Array;
  readonly binCounts: Uint32Array;
  readonly rightCosts: Float64Array;
  mid: number;
  axis: number;
}

export function createSahSplitter(): SahSplitter {
  return {
    binBoxes: new Float64Array(6 * binCount),
    binCounts: new Uint32Array(binCount),
    rightCosts: new Float64Array(binCount),
    mid: 0,
    axis: 0,
  };
}

/** T7, binned SAH. */
export function splitSah(work: TriangleBoxes, box: Float64Array, first: number, end: number, out: SahSplitter): void {
  const { boxes, order, scratch } = work;
  const { binBoxes, binCounts, rightCosts } = out;
  let bestCost = Infinity, bestAxis = -1, bestBin = 0, bestLow = 0, bestScale = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity, high = -Infinity;
    for (let i = first; i < end; i++) {
      const at = 6 * order[i] + axis;
      const centre = boxes[at] * 0.5 + boxes[at + 3] * 0.5;
      if (centre < low) low = centre;
      if (centre > high) high = centre;
    }
    const scale = (binCount * 0.999999) / (high - low);
    if (!(scale < Infinity)) continue;
    for (let b = 0; b < binCount; b++) {
      binCounts[b] = 0;
      binBoxes.fill(Infinity, 6 * b, 6 * b + 3).fill(-Infinity, 6 * b + 3, 6 * b + 6);
    }
    for (let i = first; i < end; i++) {
      const at = 6 * order[i];
      const bin = ((boxes[at + axis] * 0.5 + boxes[at + axis + 3] * 0.5 - low) * scale) | 0;
      binCounts[bin]++;
      grow(binBoxes, 6 * bin, boxes, at);
    }
    const sweep = new Float64Array(6);
    let count = 0;
    sweep.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    for (let b = binCount - 1; b > 0; b--) {
      count += binCounts[b];
      if (binCounts[b] > 0) grow(sweep, 0, binBoxes, 6 * b);
      rightCosts[b] = count === 0 ? Infinity : area(sweep) * count;
    }
    count = 0;
    sweep.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    for (let b = 0; b + 1 < binCount; b++) {
      count += binCounts[b];
      if (binCounts[b] > 0) grow(sweep, 0, binBoxes, 6 * b);
      const cost = area(sweep) * count + rightCosts[b + 1];
      if (count > 0 && cost < bestCost) {
        bestCost = cost;
        bestAxis = axis;
        bestBin = b;
        bestLow = low;
        bestScale = scale;
      }
    }
  }
  if (bestAxis < 0) {
    out.mid = first + ((end - first) >> 1);
    out.axis = 0;
    return;
  }
  let left = first, right = 0;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    const at = 6 * triangle + bestAxis;
    const bin = ((boxes[at] * 0.5 + boxes[at + 3] * 0.5 - bestLow) * bestScale) | 0;
    if (bin > bestBin) scratch[right++] = triangle;
    else order[left++] = triangle;
  }
  for (let i = 0; i < right; i++) order[left + i] = scratch[i];
  out.mid = left;
  out.axis = bestAxis;
  void box;
}

function grow(into: Float64Array, at: number, from: Float64Array, fromAt: number): void {
  for (let k = 0; k < 3; k++) {
    if (from[fromAt + k] < into[at + k]) into[at + k] = from[fromAt + k];
    if (from[fromAt + k + 3] > into[at + k + 3]) into[at + k + 3] = from[fromAt + k + 3];
  }
}

function area(box: Float64Array): number {
  const x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}
