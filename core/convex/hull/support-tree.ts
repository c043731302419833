import { hypot } from '../../math/hypot.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** Points with boxes around groups of them, for many searches of the farthest point in a direction. */
export interface SupportTree {
  readonly points: Float64Array;
  /** (N) points, those of each node in a row. */
  readonly order: Uint32Array;
  /** (9) rows: axes along which points that are long or flat have tight boxes. */
  readonly frame: Float64Array;
  /** (6 · nodes) centre and half the size of each box, along the axes. */
  readonly boxes: number[];
  /** (4 · nodes) first and end in `order`, and both children; -1 for a leaf. */
  readonly nodes: number[];
}

const maxLeafPoints = 16;

/** Returns boxes for points (3·N). It needs no hull: the points may be rounded. */
export function supportTree(points: Float64Array): SupportTree {
  const order = Uint32Array.from({ length: points.length / 3 }, (_, i) => i);
  const tree: SupportTree = { points, order, frame: frameOf(points), boxes: [], nodes: [] };
  const along = inFrame(points, tree.frame);
  addNode(tree, along, 0, order.length);
  const widths = [2 * tree.boxes[3]!, 2 * tree.boxes[4]!, 2 * tree.boxes[5]!];
  const todo = [0];
  while (todo.length > 0) {
    const node = todo.pop()!;
    const [first, end] = [tree.nodes[4 * node]!, tree.nodes[4 * node + 1]!];
    if (end - first <= maxLeafPoints) continue;
    const middle = split(tree, along, node, widths);
    if (middle === first || middle === end) continue;
    const low = addNode(tree, along, first, middle);
    tree.nodes[4 * node + 2] = low;
    tree.nodes[4 * node + 3] = addNode(tree, along, middle, end);
    todo.push(low, low + 1);
  }
  return tree;
}

/** Returns the largest height of the points along a direction, and at least `known`. It is less than 2⁻⁴⁰ of the size of the points too small. */
export function largestHeight(
  { points, order, frame: f, boxes, nodes }: SupportTree,
  x: number,
  y: number,
  z: number,
  known: number,
): number {
  const u = Math.abs(f[0] * x + f[1] * y + f[2] * z);
  const v = Math.abs(f[3] * x + f[4] * y + f[5] * z);
  const w = Math.abs(f[6] * x + f[7] * y + f[8] * z);
  const [su, sv, sw] = [f[0] * x + f[1] * y + f[2] * z, f[3] * x + f[4] * y + f[5] * z, f[6] * x + f[7] * y + f[8] * z];
  const boundOf = (node: number): number => {
    const at = 6 * node;
    return su * boxes[at]! + sv * boxes[at + 1]! + sw * boxes[at + 2]! + u * boxes[at + 3]! + v * boxes[at + 4]! + w * boxes[at + 5]!;
  };
  let best = known;
  const todo = [0];
  while (todo.length > 0) {
    const node = todo.pop()!;
    if (boundOf(node) <= best) continue;
    const child = nodes[4 * node + 2]!;
    if (child >= 0) {
      const other = nodes[4 * node + 3]!;
      // The higher one is next.
      if (boundOf(child) > boundOf(other)) todo.push(other, child);
      else todo.push(child, other);
      continue;
    }
    for (let i = nodes[4 * node]!; i < nodes[4 * node + 1]!; i++) {
      const at = 3 * order[i];
      best = Math.max(best, x * points[at] + y * points[at + 1] + z * points[at + 2]);
    }
  }
  return best;
}

function addNode({ order, boxes, nodes }: SupportTree, along: Float64Array, first: number, end: number): number {
  const at = boxes.length;
  boxes.push(0, 0, 0, 0, 0, 0);
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = first; i < end; i++) {
      const value = along[3 * order[i] + k];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    boxes[at + k] = low / 2 + high / 2;
    boxes[at + 3 + k] = high / 2 - low / 2;
  }
  return nodes.push(first, end, -1, -1) / 4 - 1;
}

/** Sorts the points of a node by the middle of the side that is longest, compared with that of all points; returns the start of the upper ones. */
function split({ order, boxes, nodes }: SupportTree, along: Float64Array, node: number, widths: readonly number[]): number {
  const part = (k: number): number => (widths[k]! > 0 ? boxes[6 * node + 3 + k]! / widths[k]! : 0);
  const [p, q, r] = [part(0), part(1), part(2)];
  const k = p >= q && p >= r ? 0 : q >= r ? 1 : 2;
  const middle = boxes[6 * node + k]!;
  let at = nodes[4 * node]!;
  for (let i = at; i < nodes[4 * node + 1]!; i++) {
    const point = order[i];
    if (!(along[3 * point + k] < middle)) continue;
    order[i] = order[at];
    order[at++] = point;
  }
  return at;
}

function inFrame(points: Float64Array, f: Float64Array): Float64Array {
  const along = new Float64Array(points.length);
  for (let at = 0; at < points.length; at += 3)
    for (let k = 0; k < 3; k++) along[at + k] = f[3 * k] * points[at] + f[3 * k + 1] * points[at + 1] + f[3 * k + 2] * points[at + 2];
  return along;
}

/** Returns unit vectors: to the farthest point from the first one, to the farthest point from that line, and across both. */
function frameOf(points: Float64Array): Float64Array {
  const [x, y, z] = farthest(points, (dx, dy, dz) => [dx, dy, dz]) ?? [1, 0, 0];
  const across = farthest(points, (dx, dy, dz) => {
    const along = dx * x + dy * y + dz * z;
    return [dx - along * x, dy - along * y, dz - along * z];
  });
  if (across === null) return Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const [u, v, w] = across;
  return Float64Array.of(x, y, z, u, v, w, y * w - z * v, z * u - x * w, x * v - y * u);
}

/** Returns the unit vector of the longest offset from the first point; `null` if all are 0. */
function farthest(points: Float64Array, offsetOf: (dx: number, dy: number, dz: number) => Vec3): Vec3 | null {
  let longest = 0;
  let found: Vec3 | null = null;
  for (let at = 3; at < points.length; at += 3) {
    const [x, y, z] = offsetOf(points[at] - points[0], points[at + 1] - points[1], points[at + 2] - points[2]);
    const size = hypot(x, y, z);
    if (!(size > longest)) continue;
    longest = size;
    found = [x / size, y / size, z / size];
  }
  return found;
}
