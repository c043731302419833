import type { Progress } from '../../progress.ts';
import { splitHalf, type Split } from './split.ts';
import type { TriangleBoxes } from './triangle-boxes.ts';

/** State of the sweep during a build. */
export interface Sweep {
  /** The triangles sorted by (centre, index) on each axis. The range of a node has the triangles of the node. */
  readonly orders: readonly [Uint32Array, Uint32Array, Uint32Array];
  /** (N) area of the box of all triangles from a position on. */
  readonly above: Float64Array;
  /** By triangle: 1 when it goes right. */
  readonly isRight: Uint8Array;
}

/** @throws whatever `progress` throws, which is called without a meaningful fraction. */
export function createSweep({ boxes, order }: TriangleBoxes, progress: Progress): Sweep {
  const sorted = (axis: number): Uint32Array => {
    progress(0);
    const centres = new Float64Array(boxes.length / 6);
    for (let t = 0; t < centres.length; t++) centres[t] = boxes[6 * t + axis] * 0.5 + boxes[6 * t + axis + 3] * 0.5;
    return order.slice().sort((p, q) => centres[p] - centres[q] || p - q);
  };
  return { orders: [sorted(0), sorted(1), sorted(2)], above: new Float64Array(order.length), isRight: new Uint8Array(boxes.length / 6) };
}

/** Ranges of more triangles report their progress within a division. */
const largeRange = 2 ** 17;

/** The best division so far: `cost` in area times triangles, and the number of triangles that go left on `axis`. */
interface Best {
  cost: number;
  axis: number;
  left: number;
}

/**
 * Divides a node by full-sweep SAH (T7; Wald 2007, §3): of all divisions of the triangles sorted by centre, on all three axes,
 * the one with the smallest Σ area·count of both sides. Ties go to the more even division, then the lower axis. Where areas
 * overflow, the range is halved by index.
 *
 * The three orders are sorted once and stay sorted in every division, so a level takes linear time.
 */
export function splitSweep(
  work: TriangleBoxes,
  sweep: Sweep,
  box: Float64Array,
  first: number,
  end: number,
  out: Split,
  report: () => void,
): void {
  const best: Best = { cost: Infinity, axis: -1, left: 0 };
  for (let axis = 0; axis < 3; axis++) {
    if (end - first > largeRange) report();
    sweepAxis(work, sweep, axis, first, end, best, out);
  }
  if (end - first > largeRange) report();
  if (best.axis < 0) {
    splitHalf(work, box, first, end, out);
    markRight(sweep, work.order, out.mid, end);
  } else {
    out.axis = best.axis;
    out.mid = first + best.left;
    const order = sweep.orders[best.axis]!;
    markRight(sweep, order, out.mid, end);
    boxOf(work, order, first, out.mid, out.leftBox);
    boxOf(work, order, out.mid, end, out.rightBox);
    partition(work.order, sweep.isRight, work.scratch, first, end);
  }
  for (const order of sweep.orders) partition(order, sweep.isRight, work.scratch, first, end);
  for (let i = out.mid; i < end; i++) sweep.isRight[work.order[i]] = 0;
}

/** Computes the costs of all divisions on one axis and keeps the best. Hot. */
function sweepAxis(work: TriangleBoxes, sweep: Sweep, axis: number, first: number, end: number, best: Best, out: Split): void {
  const { boxes } = work;
  const { above } = sweep;
  const order = sweep.orders[axis]!;
  const box = out.leftBox;
  clear(box);
  for (let i = end - 1; i > first; i--) {
    grow(box, boxes, 6 * order[i]);
    above[i] = halfArea(box);
  }
  clear(box);
  const count = end - first;
  for (let left = 1; left < count; left++) {
    grow(box, boxes, 6 * order[first + left - 1]);
    const cost = halfArea(box) * left + above[first + left] * (count - left);
    if (!(cost <= best.cost) || cost === Infinity) continue;
    const isMoreEven = Math.abs(count - 2 * left) < Math.abs(count - 2 * best.left);
    if (cost === best.cost && !isMoreEven) continue;
    best.cost = cost;
    best.axis = axis;
    best.left = left;
  }
}

function clear(box: Float64Array): void {
  box[0] = box[1] = box[2] = Infinity;
  box[3] = box[4] = box[5] = -Infinity;
}

/** Extends a box by that of a triangle. Hot. */
function grow(box: Float64Array, boxes: Float64Array, at: number): void {
  if (boxes[at] < box[0]) box[0] = boxes[at];
  if (boxes[at + 1] < box[1]) box[1] = boxes[at + 1];
  if (boxes[at + 2] < box[2]) box[2] = boxes[at + 2];
  if (boxes[at + 3] > box[3]) box[3] = boxes[at + 3];
  if (boxes[at + 4] > box[4]) box[4] = boxes[at + 4];
  if (boxes[at + 5] > box[5]) box[5] = boxes[at + 5];
}

function halfArea(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}

function boxOf({ boxes }: TriangleBoxes, order: Uint32Array, first: number, end: number, out: Float64Array): void {
  clear(out);
  for (let i = first; i < end; i++) grow(out, boxes, 6 * order[i]);
}

function markRight({ isRight }: Sweep, order: Uint32Array, mid: number, end: number): void {
  for (let i = mid; i < end; i++) isRight[order[i]] = 1;
}

/** Moves the triangles that go left to the front; both sides keep their order. Hot. */
function partition(order: Uint32Array, isRight: Uint8Array, scratch: Uint32Array, first: number, end: number): void {
  let left = first;
  let right = 0;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    if (isRight[triangle] === 1) scratch[right++] = triangle;
    else order[left++] = triangle;
  }
  for (let i = 0; i < right; i++) order[left + i] = scratch[i];
}
