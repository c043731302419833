import { createUnionFind, findRoot, unite, type UnionFind } from '../mesh/union-find.ts';
import { noProgress, type Progress } from '../progress.ts';

const { fround } = Math;

/** Points of a leaf of the tree. */
const leafPoints = 8;
/** Boxes are compared in 64 bits, points in 32: within this factor of the distance only the points decide. */
const rounding = 1 + 2 ** -20;
const stepsBetweenReports = 1 << 14;
/** Fractions of the time: of the tree, and of a node for what is within its two children. */
const buildTime = 0.3;
const withinTime = 0.8;

/**
 * Returns (V) the vertex that stands for each vertex after those closer than a distance are merged, also through others: the one that a corner
 * of a triangle uses first. Distances are computed in 32-bit floats. Vertices without a triangle stand for themselves. Where a chain of vertices is
 * longer than the distance, Jolt may leave links of it apart, by the order of its comparisons.
 *
 * A k-d tree finds the pairs. Points in a box that is smaller than the distance are one without a comparison, however many they are. Of two
 * such boxes, smaller and smaller parts are compared, until they are too far apart or one near pair is found.
 * @param positions (3·V) finite where a triangle uses them. @param indices (3·T) @param distance more than 0.
 * @throws whatever `progress` throws.
 */
export function mergeNear(positions: Float64Array, indices: Uint32Array, distance: number, progress: Progress = noProgress): Uint32Array {
  const vertices = positions.length / 3;
  const unused = 0xffffffff;
  const numberOf = new Uint32Array(vertices).fill(unused);
  const used = new Uint32Array(Math.min(vertices, indices.length));
  let count = 0;
  for (const vertex of indices) {
    if (numberOf[vertex] !== unused) continue;
    numberOf[vertex] = count;
    used[count++] = vertex;
  }
  const sets = createUnionFind(count);
  const points = { positions, used, sets, order: createUnionFind(count), distance, steps: 0, progress };
  if (count > 0) mergeWithin(points, buildNode(points, 0, count), { from: buildTime, length: 1 - buildTime });
  return Uint32Array.from({ length: vertices }, (_, vertex) => {
    const number = numberOf[vertex];
    return number === unused ? vertex : used[findRoot(sets, number)];
  });
}

interface Points {
  readonly positions: Float64Array;
  /** Vertex of each point. */
  readonly used: Uint32Array;
  readonly sets: UnionFind;
  /** Points in the order of the tree. */
  readonly order: Uint32Array;
  readonly distance: number;
  steps: number;
  readonly progress: Progress;
}

interface PointNode {
  readonly from: number;
  readonly to: number;
  /** min x, y, z, max x, y, z */
  readonly box: readonly number[];
  /** Longest side of the box. */
  readonly size: number;
  /** `null` of a leaf, and of points that are all near each other until their parts are compared. */
  children: readonly [PointNode, PointNode] | null;
  /** Whether all its points are one already. */
  isOne: boolean;
}

function coordinateOf({ positions, used, order }: Points, at: number, k: number): number {
  return positions[3 * used[order[at]] + k];
}

/** A part of the time, of 0 to 1. */
interface Span {
  readonly from: number;
  readonly length: number;
}

function buildNode(points: Points, from: number, to: number): PointNode {
  countStep(points, (buildTime * from) / points.order.length);
  const node = measure(points, from, to);
  if (node.isOne) for (let at = from + 1; at < to; at++) unite(points.sets, points.order[from], points.order[at]);
  else if (to - from > leafPoints) node.children = split(points, node, buildNode);
  return node;
}

/** Returns the node of some points, without children. */
function measure(points: Points, from: number, to: number): PointNode {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let at = from; at < to; at++) {
    for (let k = 0; k < 3; k++) {
      const value = coordinateOf(points, at, k);
      if (value < box[k]!) box[k] = value;
      if (value > box[k + 3]!) box[k + 3] = value;
    }
  }
  const sizes = [0, 1, 2].map((k) => box[k + 3]! - box[k]!);
  const isOne = Math.hypot(...sizes) * rounding <= points.distance;
  return { from, to, box, size: Math.max(...sizes), children: null, isOne };
}

function split(
  points: Points,
  { from, to, box, size }: PointNode,
  build: (points: Points, from: number, to: number) => PointNode,
): readonly [PointNode, PointNode] {
  const axis = [0, 1, 2].findIndex((k) => box[k + 3]! - box[k]! === size);
  const plane = (box[axis]! + box[axis + 3]!) / 2;
  const middle = divide(points, from, to, axis, plane > box[axis]! ? plane : box[axis + 3]!);
  return [build(points, from, middle), build(points, middle, to)];
}

/** Returns the children of a node. Those of points that are one are made when their parts are first compared. */
function childrenOf(points: Points, node: PointNode): PointNode['children'] {
  if (node.children !== null || node.size === 0 || node.to - node.from <= leafPoints) return node.children;
  node.children = split(points, node, measure);
  for (const child of node.children) child.isOne = true;
  return node.children;
}

/** Moves the points below a plane to the front; returns where the others begin. Both sides have points: the plane is above the lowest one, and not above the highest. */
function divide(points: Points, from: number, to: number, axis: number, plane: number): number {
  const { order } = points;
  let [low, high] = [from, to - 1];
  while (low <= high) {
    if (coordinateOf(points, low, axis) < plane) {
      low++;
      continue;
    }
    const point = order[low];
    order[low] = order[high];
    order[high--] = point;
  }
  return low;
}

/** Merges the near points of a node. */
function mergeWithin(points: Points, node: PointNode, span: Span): void {
  if (node.isOne) return;
  const { children, from, to } = node;
  if (children !== null) {
    const length = (span.length * withinTime) / 2;
    mergeWithin(points, children[0], { from: span.from, length });
    mergeWithin(points, children[1], { from: span.from + length, length });
    mergeBetween(points, children[0], children[1], { from: span.from + 2 * length, length: span.length - 2 * length });
  } else for (let a = from; a < to; a++) for (let b = a + 1; b < to; b++) mergePair(points, a, b);
  const root = findRoot(points.sets, points.order[from]);
  node.isOne = children === null ? allHave(points, node, root) : children.every((child) => child.isOne && rootOf(points, child) === root);
}

function allHave({ sets, order }: Points, { from, to }: PointNode, root: number): boolean {
  for (let at = from; at < to; at++) if (findRoot(sets, order[at]) !== root) return false;
  return true;
}

function rootOf({ sets, order }: Points, { from }: PointNode): number {
  return findRoot(sets, order[from]);
}

/** Merges the near points of two nodes. */
function mergeBetween(points: Points, a: PointNode, b: PointNode, span: Span): void {
  countStep(points, span.from);
  const gaps = [0, 1, 2].map((k) => Math.max(0, a.box[k]! - b.box[k + 3]!, b.box[k]! - a.box[k + 3]!));
  if (Math.hypot(...gaps) > points.distance * rounding) return;
  if (a.isOne && b.isOne) {
    if (rootOf(points, a) === rootOf(points, b)) return;
    const reach = [0, 1, 2].map((k) => Math.max(a.box[k + 3]! - b.box[k]!, b.box[k + 3]! - a.box[k]!));
    if (Math.hypot(...reach) * rounding <= points.distance) {
      unite(points.sets, points.order[a.from], points.order[b.from]);
      return;
    }
  }
  const [larger, other] = a.size >= b.size ? [a, b] : [b, a];
  const ofLarger = childrenOf(points, larger);
  const children = ofLarger ?? childrenOf(points, other);
  if (children === null) {
    mergeLeaves(points, a, b, span);
    return;
  }
  const rest = ofLarger === null ? larger : other;
  const length = span.length / 2;
  mergeBetween(points, children[0], rest, { from: span.from, length });
  mergeBetween(points, children[1], rest, { from: span.from + length, length });
}

function mergeLeaves(points: Points, a: PointNode, b: PointNode, span: Span): void {
  // Points in one place are one: the first stands for them, however many they are.
  const [endOfA, endOfB] = [a, b].map(({ from, to, size }) => (size === 0 ? from + 1 : to)) as [number, number];
  for (let i = a.from; i < endOfA; i++) {
    for (let j = b.from; j < endOfB; j++) {
      countStep(points, span.from);
      if (mergePair(points, i, j) && a.isOne && b.isOne) return;
    }
  }
}

/** Merges two points that are near; returns whether they are. */
function mergePair({ positions, used, order, sets, distance }: Points, a: number, b: number): boolean {
  const [p, q] = [3 * used[order[a]], 3 * used[order[b]]];
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const d = fround(positions[p + k] - positions[q + k]);
    sum = fround(sum + fround(d * d));
  }
  const limit = fround(distance);
  if (!(sum <= fround(limit * limit))) return false;
  unite(sets, order[a], order[b]);
  return true;
}

function countStep(points: Points, fraction: number): void {
  if (++points.steps % stepsBetweenReports === 0) points.progress(fraction);
}
