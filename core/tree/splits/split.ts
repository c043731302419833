import { boxOfRun, type TriangleBoxes } from './triangle-boxes.ts';

/** Result of a splitter; one record is reused for a whole build. */
export interface Split {
  /** First position of the right child's range. */
  mid: number;
  /** 0, 1 or 2: the axis that divides. */
  axis: number;
  /** (6) min then max, f64, source space. */
  readonly leftBox: Float64Array;
  readonly rightBox: Float64Array;
}

export function createSplit(): Split {
  return { mid: 0, axis: 0, leftBox: new Float64Array(6), rightBox: new Float64Array(6) };
}

/** Divides the range [first, end) at `mid`, without reordering it. */
export function splitAt(work: TriangleBoxes, first: number, mid: number, end: number, axis: number, out: Split): void {
  out.mid = mid;
  out.axis = axis;
  boxOfRun(work, first, mid, out.leftBox);
  boxOfRun(work, mid, end, out.rightBox);
}

/** Halves the range by index, for ranges that no plane divides. `box` is the box of the range. */
export function splitHalf(work: TriangleBoxes, box: Float64Array, first: number, end: number, out: Split): void {
  splitAt(work, first, first + ((end - first) >> 1), end, axesByLength(box)[0], out);
}

/** Returns the three axes, longest side of the box first. Of equal sides the lower axis counts as longer. */
export function axesByLength(box: Float64Array): readonly [number, number, number] {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  if (x >= y) {
    if (y >= z) return [0, 1, 2];
    return x >= z ? [0, 2, 1] : [2, 0, 1];
  }
  if (x >= z) return [1, 0, 2];
  return y >= z ? [1, 2, 0] : [2, 1, 0];
}
