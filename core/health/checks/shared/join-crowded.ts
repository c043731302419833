import { findRoot, unite, type UnionFind } from '../../../mesh/union-find.ts';
import type { Progress } from '../../../progress.ts';
import { boxesPerRun, type BoxHierarchy } from '../../study/boxes/box-hierarchy.ts';

/** Work of a pair of nodes or points, in comparisons of boxes. */
const boxesPerPair = 16;
const pairsBetweenReports = 2 ** 16;

interface Crowd {
  /** Of points: boxes without extent. */
  readonly hierarchy: BoxHierarchy;
  readonly distance: number;
  /** Number in `clusters` of each point. */
  readonly items: Uint32Array;
  readonly clusters: UnionFind;
  /** 1 for nodes whose points are known to be one set. */
  readonly isOne: Uint8Array;
}

/**
 * Joins all points within `distance` of each other where they are too crowded for a grid. Points in one small box are joined without a look
 * at their pairs, and pairs of nodes that are one set already are left out. So a crowd of n points takes about n steps. Returns false at
 * the limit of `maxTests` comparisons of boxes.
 * @param items number in `clusters` of each point. @throws whatever `progress` throws.
 */
export function joinCrowded(
  hierarchy: BoxHierarchy,
  distance: number,
  items: Uint32Array,
  clusters: UnionFind,
  maxTests: number,
  progress: Progress,
): boolean {
  const { nodes, runs, order } = hierarchy;
  const crowd: Crowd = { hierarchy, distance, items, clusters, isOne: new Uint8Array(2 * runs) };
  const stack = order.length === 0 ? [] : [1, 1];
  let pairs = 0;
  let reportAt = 0;
  while (stack.length > 0) {
    const b = stack.pop()!;
    const a = stack.pop()!;
    if (pairs * boxesPerPair > maxTests) return false;
    if (++pairs >= reportAt) {
      progress(0);
      reportAt = pairs + pairsBetweenReports;
    }
    if (!areNear(nodes, 6 * a, 6 * b, distance) || isJoined(crowd, a, b)) continue;
    if (diagonalOf(nodes, 6 * a, 6 * b) <= distance) pairs += joinAll(crowd, a, b);
    else if (a >= runs) pairs += joinRuns(crowd, a, b);
    else if (a === b) stack.push(2 * a, 2 * a + 1, 2 * a + 1, 2 * a + 1, 2 * a, 2 * a);
    else stack.push(2 * a, 2 * b, 2 * a, 2 * b + 1, 2 * a + 1, 2 * b, 2 * a + 1, 2 * b + 1);
  }
  return true;
}

/** Whether all points below two nodes are one set, as far as is known. */
function isJoined(crowd: Crowd, a: number, b: number): boolean {
  return isOneSet(crowd, a) && isOneSet(crowd, b) && rootOf(crowd, a) === rootOf(crowd, b);
}

function isOneSet(crowd: Crowd, node: number): boolean {
  const { isOne, hierarchy } = crowd;
  if (isOne[node] === 0 && node < hierarchy.runs && isOne[2 * node] === 1) {
    const [, end] = rangeOf(hierarchy, 2 * node);
    // The last nodes can be empty.
    const isWhole =
      end === hierarchy.order.length || (isOne[2 * node + 1] === 1 && rootOf(crowd, 2 * node) === rootOf(crowd, 2 * node + 1));
    if (isWhole) isOne[node] = 1;
  }
  return isOne[node] === 1;
}

/** Returns the set of the first point below a node. */
function rootOf({ hierarchy, items, clusters }: Crowd, node: number): number {
  return findRoot(clusters, items[hierarchy.order[rangeOf(hierarchy, node)[0]]]);
}

/** Returns the first position below a node, and the end. */
function rangeOf({ runs, order }: BoxHierarchy, node: number): readonly [number, number] {
  let first = node;
  let last = node;
  while (first < runs) {
    first = 2 * first;
    last = 2 * last + 1;
  }
  return [boxesPerRun * (first - runs), Math.min(order.length, boxesPerRun * (last + 1 - runs))];
}

/** Joins all points below two nodes. Returns the number of points. */
function joinAll(crowd: Crowd, a: number, b: number): number {
  const { hierarchy, items, clusters, isOne } = crowd;
  const [to] = rangeOf(hierarchy, a);
  let points = 0;
  for (const node of [a, b]) {
    const [first, end] = rangeOf(hierarchy, node);
    const last = isOne[node] === 1 ? first + 1 : end;
    for (let i = first; i < last; i++) unite(clusters, items[hierarchy.order[to]], items[hierarchy.order[i]]);
    points += last - first;
    isOne[node] = 1;
  }
  return points;
}

/** Joins the near points of two runs. Returns the number of pairs. */
function joinRuns(crowd: Crowd, a: number, b: number): number {
  const { hierarchy, distance, items, clusters, isOne } = crowd;
  const { order, boxes } = hierarchy;
  const [first, end] = rangeOf(hierarchy, a);
  const [firstB, endB] = rangeOf(hierarchy, b);
  for (let i = first; i < end; i++) {
    for (let j = a === b ? i + 1 : firstB; j < endB; j++)
      if (diagonalOf(boxes, 6 * i, 6 * j) <= distance) unite(clusters, items[order[i]], items[order[j]]);
  }
  const rootAt = (i: number): number => findRoot(clusters, items[order[i]]);
  let isWhole = a === b;
  for (let i = first + 1; i < end; i++) if (rootAt(i) !== rootAt(first)) isWhole = false;
  if (isWhole) isOne[a] = 1;
  return (end - first) * (endB - firstB);
}

function areNear(boxes: Float64Array, p: number, q: number, distance: number): boolean {
  for (let k = 0; k < 3; k++)
    if (!(boxes[p + k] - boxes[q + 3 + k] <= distance && boxes[q + k] - boxes[p + 3 + k] <= distance)) return false;
  return true;
}

/** Returns the diagonal of the box around two boxes: for those of two points, their distance. */
function diagonalOf(boxes: Float64Array, p: number, q: number): number {
  const side = (k: number): number => Math.max(boxes[p + 3 + k], boxes[q + 3 + k]) - Math.min(boxes[p + k], boxes[q + k]);
  return Math.hypot(side(0), side(1), side(2));
}
