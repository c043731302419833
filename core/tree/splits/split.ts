import { boxOfRun, type TriangleBoxes } from './triangle-boxes.ts';

/** Where a splitter leaves its answer; one is used for a whole build. */
export interface Split {
  /** First position of the right child's run. */
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

/** Divides the run [first, end) at `mid`, where it stands. */
export function splitAt(work: TriangleBoxes, first: number, mid: number, end: number, axis: number, out: Split): void {
  out.mid = mid;
  out.axis = axis;
  boxOfRun(work, first, mid, out.leftBox);
  boxOfRun(work, mid, end, out.rightBox);
}

/** Halves the run by index: what is left where no plane divides. `box` is that of the run. */
export function splitHalf(work: TriangleBoxes, box: Float64Array, first: number, end: number, out: Split): void {
  splitAt(work, first, first + ((end - first) >> 1), end, axesByLength(box)[0], out);
}

/** The three axes, longest side of the box first; of equal sides the lower axis counts as longer. */
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
