import { mortonOrder } from './morton-order.ts';

/**
 * Boxes of anything (triangles, edges, points) with boxes around runs of them, around pairs of these, and so on up to one:
 * for finding all pairs that overlap, once. It is built in a tenth of the time of a good tree, which pays while the boxes
 * are asked a few times each. Exact f64 throughout.
 */
export interface BoxHierarchy {
  /** (n) which box is at each position. */
  readonly order: Uint32Array;
  /** (6·n) min then max, by position. */
  readonly boxes: Float64Array;
  /** A power of two: so many runs, of which the last may be empty. */
  readonly runs: number;
  /** (12·runs) boxes of the nodes: node 1 is the root, 2·i and 2·i + 1 are the children of i, runs begin at `runs`. */
  readonly nodes: Float64Array;
}

/** Boxes in a run. One gives twice the nodes, sixteen twice the pairs of boxes to compare. */
export const runLength = 4;

/** `boxes` (6·n) min then max, finite; not kept. */
export function createBoxHierarchy(boxes: Float64Array): BoxHierarchy {
  const order = mortonOrder(boxes);
  const sorted = new Float64Array(boxes.length);
  for (let i = 0; i < order.length; i++) {
    const from = 6 * order[i];
    const to = 6 * i;
    for (let k = 0; k < 6; k++) sorted[to + k] = boxes[from + k];
  }
  let runs = 1;
  while (runs * runLength < order.length) runs *= 2;
  const nodes = new Float64Array(12 * runs);
  // What holds nothing meets nothing.
  for (let at = 0; at < nodes.length; at += 6) nodes.fill(Infinity, at, at + 3).fill(-Infinity, at + 3, at + 6);
  for (let i = 0; i < order.length; i++) growBox(nodes, 6 * (runs + Math.floor(i / runLength)), sorted, 6 * i);
  for (let node = 2 * runs - 1; node > 1; node--) growBox(nodes, 6 * (node >> 1), nodes, 6 * node);
  return { order, boxes: sorted, runs, nodes };
}

/** Makes the box at `at` hold the box at `from` too. Hot. */
function growBox(boxes: Float64Array, at: number, others: Float64Array, from: number): void {
  for (let k = 0; k < 3; k++) {
    if (others[from + k] < boxes[at + k]) boxes[at + k] = others[from + k];
    if (others[from + 3 + k] > boxes[at + 3 + k]) boxes[at + 3 + k] = others[from + 3 + k];
  }
}
