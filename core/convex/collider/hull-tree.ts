import { hullPlanes } from '../hull/hull-planes.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { ColliderBody } from './collider.ts';

/** A hull of a collider, prepared for many tests. */
export interface PlanedHull {
  /** (4·F) */
  readonly planes: Float64Array;
  /** (3·V) */
  readonly positions: Float64Array;
}

/** The hulls of a collider with a tree over their boxes. The middle hull of a range of `order` is its node; the hulls on both sides are its children. */
export interface HullTree {
  readonly hulls: readonly PlanedHull[];
  /** (6·n) min and max of each hull. */
  readonly boxes: Float64Array;
  /** (n) */
  readonly order: Uint32Array;
  /** (6·n) the box of the range whose middle is this place in `order`. */
  readonly ranges: Float64Array;
}

/** Prepares the hulls among some bodies. Bodies of other kinds are left out. @throws whatever `progress` throws. */
export function hullTree(bodies: readonly ColliderBody[], progress: Progress = noProgress): HullTree {
  const hulls = bodies.flatMap((body): readonly PlanedHull[] =>
    body.kind === 'hull' ? [{ planes: hullPlanes(body.hull, progress), positions: body.hull.positions }] : [],
  );
  const boxes = new Float64Array(6 * hulls.length);
  hulls.forEach(({ positions }, hull) => {
    boxes.fill(Infinity, 6 * hull, 6 * hull + 3).fill(-Infinity, 6 * hull + 3, 6 * hull + 6);
    for (let at = 0; at < positions.length; at += 3) growBox(boxes, hull, positions, at, at);
  });
  const tree = { hulls, boxes, order: Uint32Array.from(hulls.keys()), ranges: new Float64Array(6 * hulls.length) };
  buildRange(tree, 0, hulls.length);
  return tree;
}

/** Lists the hulls whose boxes overlap a box, in ascending order. A box of the wrong way round overlaps those that extend over it on both sides. */
export function hullsAt({ boxes, order, ranges }: HullTree, min: readonly number[], max: readonly number[]): readonly number[] {
  const found: number[] = [];
  const overlaps = (of: Float64Array, at: number): boolean =>
    of[at] <= max[0]! &&
    of[at + 1] <= max[1]! &&
    of[at + 2] <= max[2]! &&
    of[at + 3] >= min[0]! &&
    of[at + 4] >= min[1]! &&
    of[at + 5] >= min[2]!;
  const visit = (from: number, to: number): void => {
    if (from >= to) return;
    const middle = (from + to) >> 1;
    if (!overlaps(ranges, 6 * middle)) return;
    if (overlaps(boxes, 6 * order[middle])) found.push(order[middle]);
    visit(from, middle);
    visit(middle + 1, to);
  };
  visit(0, order.length);
  return found.sort((a, b) => a - b);
}

/** Sorts the hulls of a range by their centres along its longest side, and then those of both halves. */
function buildRange(tree: HullTree, from: number, to: number): void {
  if (from >= to) return;
  const { boxes, order, ranges } = tree;
  const middle = (from + to) >> 1;
  ranges.fill(Infinity, 6 * middle, 6 * middle + 3).fill(-Infinity, 6 * middle + 3, 6 * middle + 6);
  for (let i = from; i < to; i++) growBox(ranges, middle, boxes, 6 * order[i], 6 * order[i] + 3);
  const sides = [0, 1, 2].map((k) => ranges[6 * middle + 3 + k] - ranges[6 * middle + k]);
  const k = sides.indexOf(Math.max(...sides));
  order.subarray(from, to).sort((a, b) => boxes[6 * a + k] + boxes[6 * a + 3 + k] - boxes[6 * b + k] - boxes[6 * b + 3 + k] || a - b);
  buildRange(tree, from, middle);
  buildRange(tree, middle + 1, to);
}

function growBox(boxes: Float64Array, box: number, points: Float64Array, low: number, high: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[6 * box + k] = Math.min(boxes[6 * box + k], points[low + k]);
    boxes[6 * box + 3 + k] = Math.max(boxes[6 * box + 3 + k], points[high + k]);
  }
}
