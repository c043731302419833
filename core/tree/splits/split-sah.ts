import { splitHalf, type Split } from './split.ts';
import type { TriangleBoxes } from './triangle-boxes.ts';

const maxBins = 16;
/** Words of the box of a bin: min, max. */
const binWords = 6;

/** Scratch memory of a build. */
export interface SahBins {
  /** (3·bins·6) boxes of the triangles in each bin, axis by axis. */
  readonly boxes: Float64Array;
  /** (3·bins) */
  readonly counts: Uint32Array;
  /** (bins) area times count of all triangles in this and the higher bins. */
  readonly above: Float64Array;
  /** (3) smallest centre on each axis. */
  readonly low: Float64Array;
  /** (3) bins per length; 0 where all centres are equal. */
  readonly scale: Float64Array;
  /** The best plane so far: `cost` in area times triangles, the first bin on its right side, and its axis, -1 for none. */
  cost: number;
  plane: number;
  axis: number;
}

export function createSahBins(): SahBins {
  return {
    boxes: new Float64Array(3 * maxBins * binWords),
    counts: new Uint32Array(3 * maxBins),
    above: new Float64Array(maxBins),
    low: new Float64Array(3),
    scale: new Float64Array(3),
    cost: Infinity,
    plane: 0,
    axis: -1,
  };
}

/**
 * Divides a node by binned SAH (T7, Wald 2007). The centres of the triangles' boxes are put into bins on each axis. The plane
 * between bins with the smallest Σ area·count of both sides divides. Ties go to the lower axis, then the lower plane. Where all
 * centres coincide or areas overflow, the range is halved by index.
 */
export function splitSah(work: TriangleBoxes, box: Float64Array, first: number, end: number, bins: SahBins, out: Split): void {
  // Small nodes need few bins, and most nodes are small. With 16 bins for all nodes a build takes a tenth longer, for 0.1 % lower cost.
  const count = end - first;
  const binCount = count > 64 ? maxBins : count > 16 ? 8 : Math.min(6, count);
  measureCentres(work, first, end, binCount, bins);
  clearBins(bins, binCount);
  fillBins(work, first, end, binCount, bins);
  bins.cost = Infinity;
  bins.axis = -1;
  for (let axis = 0; axis < 3; axis++) if (bins.scale[axis] > 0) sweepPlanes(bins, axis, binCount);
  if (bins.axis < 0) {
    splitHalf(work, box, first, end, out);
    return;
  }
  out.axis = bins.axis;
  out.mid = partitionByBin(work, first, end, bins);
  const base = bins.axis * binCount;
  boxOfBins(bins, base, base + bins.plane, out.leftBox);
  boxOfBins(bins, base + bins.plane, base + binCount, out.rightBox);
}

/** Writes the range of the centres on each axis. Hot. */
function measureCentres(work: TriangleBoxes, first: number, end: number, binCount: number, bins: SahBins): void {
  const { boxes, order } = work;
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  for (let i = first; i < end; i++) {
    const at = 6 * order[i];
    const x = boxes[at] * 0.5 + boxes[at + 3] * 0.5;
    const y = boxes[at + 1] * 0.5 + boxes[at + 4] * 0.5;
    const z = boxes[at + 2] * 0.5 + boxes[at + 5] * 0.5;
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  const { low, scale } = bins;
  low[0] = lowX;
  low[1] = lowY;
  low[2] = lowZ;
  scale[0] = binsPerLength(binCount, highX - lowX);
  scale[1] = binsPerLength(binCount, highY - lowY);
  scale[2] = binsPerLength(binCount, highZ - lowZ);
}

/** Returns slightly less than `binCount` / extent, so that the largest centre falls into the last bin. */
function binsPerLength(binCount: number, extent: number): number {
  const scale = (binCount * (1 - 1e-9)) / extent;
  return scale < Infinity ? scale : 0;
}

function clearBins(bins: SahBins, binCount: number): void {
  const { boxes, counts } = bins;
  for (let i = 0; i < 3 * binCount * binWords; i += binWords) {
    boxes[i] = boxes[i + 1] = boxes[i + 2] = Infinity;
    boxes[i + 3] = boxes[i + 4] = boxes[i + 5] = -Infinity;
  }
  for (let i = 0; i < 3 * binCount; i++) counts[i] = 0;
}

/** Adds every triangle of the range to a bin of each axis. Hot: unrolled by hand, because a call per bin costs a third more. */
function fillBins(work: TriangleBoxes, first: number, end: number, binCount: number, bins: SahBins): void {
  const { boxes, order } = work;
  const { boxes: b, counts, low, scale } = bins;
  const lowX = low[0];
  const lowY = low[1];
  const lowZ = low[2];
  const scaleX = scale[0];
  const scaleY = scale[1];
  const scaleZ = scale[2];
  for (let i = first; i < end; i++) {
    const at = 6 * order[i];
    const x0 = boxes[at];
    const y0 = boxes[at + 1];
    const z0 = boxes[at + 2];
    const x1 = boxes[at + 3];
    const y1 = boxes[at + 4];
    const z1 = boxes[at + 5];
    let bin = ((x0 * 0.5 + x1 * 0.5 - lowX) * scaleX) | 0;
    let to = bin * binWords;
    counts[bin]++;
    if (x0 < b[to]) b[to] = x0;
    if (y0 < b[to + 1]) b[to + 1] = y0;
    if (z0 < b[to + 2]) b[to + 2] = z0;
    if (x1 > b[to + 3]) b[to + 3] = x1;
    if (y1 > b[to + 4]) b[to + 4] = y1;
    if (z1 > b[to + 5]) b[to + 5] = z1;
    bin = binCount + (((y0 * 0.5 + y1 * 0.5 - lowY) * scaleY) | 0);
    to = bin * binWords;
    counts[bin]++;
    if (x0 < b[to]) b[to] = x0;
    if (y0 < b[to + 1]) b[to + 1] = y0;
    if (z0 < b[to + 2]) b[to + 2] = z0;
    if (x1 > b[to + 3]) b[to + 3] = x1;
    if (y1 > b[to + 4]) b[to + 4] = y1;
    if (z1 > b[to + 5]) b[to + 5] = z1;
    bin = 2 * binCount + (((z0 * 0.5 + z1 * 0.5 - lowZ) * scaleZ) | 0);
    to = bin * binWords;
    counts[bin]++;
    if (x0 < b[to]) b[to] = x0;
    if (y0 < b[to + 1]) b[to + 1] = y0;
    if (z0 < b[to + 2]) b[to + 2] = z0;
    if (x1 > b[to + 3]) b[to + 3] = x1;
    if (y1 > b[to + 4]) b[to + 4] = y1;
    if (z1 > b[to + 5]) b[to + 5] = z1;
  }
}

/** Costs of all planes between the bins of one axis; keeps the best. Hot. */
function sweepPlanes(bins: SahBins, axis: number, binCount: number): void {
  const { boxes, counts, above } = bins;
  const base = axis * binCount;
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  let count = 0;
  for (let bin = binCount - 1; bin > 0; bin--) {
    const at = (base + bin) * binWords;
    if (boxes[at] < minX) minX = boxes[at];
    if (boxes[at + 1] < minY) minY = boxes[at + 1];
    if (boxes[at + 2] < minZ) minZ = boxes[at + 2];
    if (boxes[at + 3] > maxX) maxX = boxes[at + 3];
    if (boxes[at + 4] > maxY) maxY = boxes[at + 4];
    if (boxes[at + 5] > maxZ) maxZ = boxes[at + 5];
    const x = maxX - minX;
    const y = maxY - minY;
    const z = maxZ - minZ;
    count += counts[base + bin];
    above[bin] = count * (x * y + y * z + z * x);
  }
  minX = minY = minZ = Infinity;
  maxX = maxY = maxZ = -Infinity;
  count = 0;
  // The first and the last bin are never empty: they have the smallest and the largest centre.
  for (let bin = 0; bin + 1 < binCount; bin++) {
    const at = (base + bin) * binWords;
    if (boxes[at] < minX) minX = boxes[at];
    if (boxes[at + 1] < minY) minY = boxes[at + 1];
    if (boxes[at + 2] < minZ) minZ = boxes[at + 2];
    if (boxes[at + 3] > maxX) maxX = boxes[at + 3];
    if (boxes[at + 4] > maxY) maxY = boxes[at + 4];
    if (boxes[at + 5] > maxZ) maxZ = boxes[at + 5];
    const x = maxX - minX;
    const y = maxY - minY;
    const z = maxZ - minZ;
    count += counts[base + bin];
    const cost = count * (x * y + y * z + z * x) + above[bin + 1];
    if (cost < bins.cost) {
      bins.cost = cost;
      bins.axis = axis;
      bins.plane = bin + 1;
    }
  }
}

/** Moves the bins left of the best plane to the front; both sides keep their order. Returns the first position of the right side. Hot. */
function partitionByBin(work: TriangleBoxes, first: number, end: number, bins: SahBins): number {
  const { boxes, order, scratch } = work;
  const { axis, plane } = bins;
  const low = bins.low[axis];
  const scale = bins.scale[axis];
  let left = first;
  let right = 0;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    const at = 6 * triangle + axis;
    // The same arithmetic as in `fillBins`, so that both agree to the last bit.
    if ((((boxes[at] * 0.5 + boxes[at + 3] * 0.5 - low) * scale) | 0) >= plane) scratch[right++] = triangle;
    else order[left++] = triangle;
  }
  for (let i = 0; i < right; i++) order[left + i] = scratch[i];
  return left;
}

/** Writes the box of the bins [from, to) into `out` (6). Hot. */
function boxOfBins(bins: SahBins, from: number, to: number, out: Float64Array): void {
  const { boxes } = bins;
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let at = from * binWords + k; at < to * binWords; at += binWords) {
      if (boxes[at] < min) min = boxes[at];
      if (boxes[at + 3] > max) max = boxes[at + 3];
    }
    out[k] = min;
    out[k + 3] = max;
  }
}
