import type { BuildOptions } from '../../options/build-options.ts';
import type { Progress } from '../../progress.ts';
import { halvedFrom } from '../max-tree-depth.ts';
import { clusterSize, readClusterBox, type Merges } from '../splits/merges.ts';
import { createSplit, splitHalf } from '../splits/split.ts';
import { appendNode, setLeaf, setRightChild, setSplitAxis, type TreeWriter } from './tree-writer.ts';
import { boxOfRun, type TriangleBoxes } from '../splits/triangle-boxes.ts';

const noParent = 0xffff_ffff;
/** Approximate number of calls of `progress`. */
const reports = 32;

/**
 * Writes a tree of merges as nodes in preorder, and writes the leaf order to `work.order`. Leaves are the same as in
 * `buildTopDown`, and nodes that are too deep are halved by index.
 * @throws whatever `progress` throws.
 */
export function flattenMerges(work: TriangleBoxes, merges: Merges, options: BuildOptions, writer: TreeWriter, progress: Progress): void {
  const { leafTriangles, minExtent } = options;
  const total = merges.count;
  const maxDepth = options.maxDepth === 0 ? Infinity : options.maxDepth;
  const halveFrom = halvedFrom(total);
  const order = new Uint32Array(total);
  const box = new Float64Array(6);
  const other = new Float64Array(6);
  const scratch: number[] = [];
  /** Stack of clusters to write: cluster, depth, the parent whose right child it is. One per level. */
  const stack: number[] = [];
  if (total > 0) stack.push(2 * total - 2, 0, noParent);
  let placed = 0;
  const reportStep = total / reports;
  let nextReport = reportStep;
  while (stack.length > 0) {
    const rightOf = stack.pop()!;
    const depth = stack.pop()!;
    const cluster = stack.pop()!;
    readClusterBox(work, merges, cluster, box);
    const count = clusterSize(merges, cluster);
    const side = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    const isLeaf = count <= leafTriangles || depth >= maxDepth || (minExtent > 0 && side <= minExtent);
    if (isLeaf || depth >= halveFrom) {
      const first = placed;
      placed = placeTriangles(work, merges, cluster, order, placed, scratch);
      if (isLeaf) setLeaf(writer, linked(writer, box, depth, rightOf), first, count);
      else writeHalved({ ...work, order }, options, writer, { first, end: placed, depth, rightOf });
    } else {
      const node = linked(writer, box, depth, rightOf);
      const left = merges.left[cluster - total];
      const right = merges.right[cluster - total];
      setSplitAxis(writer, node, separatingAxis(work, merges, left, right, box, other));
      stack.push(right, depth + 1, node, left, depth + 1, noParent);
    }
    if (placed >= nextReport) {
      nextReport = placed + reportStep;
      progress(placed / total);
    }
  }
  work.order.set(order);
}

/** Appends a node and the link from its parent; left children and the root need no link. */
function linked(writer: TreeWriter, box: Float64Array, depth: number, rightOf: number): number {
  const node = appendNode(writer, box, depth);
  if (rightOf !== noParent) setRightChild(writer, rightOf, node);
  return node;
}

/** Writes the triangles of a cluster from position `at`. Returns the position after them. `stack` is empty before and after. */
function placeTriangles(work: TriangleBoxes, merges: Merges, cluster: number, order: Uint32Array, at: number, stack: number[]): number {
  const { count, left, right } = merges;
  let to = at;
  stack.push(cluster);
  while (stack.length > 0) {
    const next = stack.pop()!;
    if (next < count) order[to++] = work.order[next];
    else stack.push(right[next - count], left[next - count]);
  }
  return to;
}

/** Returns the axis on which the centres of two boxes are farthest apart; `p` and `q` (6) are scratch. */
function separatingAxis(work: TriangleBoxes, merges: Merges, left: number, right: number, p: Float64Array, q: Float64Array): number {
  readClusterBox(work, merges, left, p);
  readClusterBox(work, merges, right, q);
  const x = Math.abs(p[0] * 0.5 + p[3] * 0.5 - q[0] * 0.5 - q[3] * 0.5);
  const y = Math.abs(p[1] * 0.5 + p[4] * 0.5 - q[1] * 0.5 - q[4] * 0.5);
  const z = Math.abs(p[2] * 0.5 + p[5] * 0.5 - q[2] * 0.5 - q[5] * 0.5);
  return x >= y ? (x >= z ? 0 : 2) : y >= z ? 1 : 2;
}

interface Run {
  readonly first: number;
  readonly end: number;
  readonly depth: number;
  readonly rightOf: number;
}

/** Writes a range of the leaf order by halving it: at most log2 N levels. */
function writeHalved(work: TriangleBoxes, options: BuildOptions, writer: TreeWriter, { first, end, depth, rightOf }: Run): void {
  const box = new Float64Array(6);
  boxOfRun(work, first, end, box);
  const node = linked(writer, box, depth, rightOf);
  const side = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const isTooDeep = options.maxDepth > 0 && depth >= options.maxDepth;
  if (end - first <= options.leafTriangles || isTooDeep || (options.minExtent > 0 && side <= options.minExtent)) {
    setLeaf(writer, node, first, end - first);
    return;
  }
  const out = createSplit();
  splitHalf(work, box, first, end, out);
  setSplitAxis(writer, node, out.axis);
  writeHalved(work, options, writer, { first, end: out.mid, depth: depth + 1, rightOf: noParent });
  writeHalved(work, options, writer, { first: out.mid, end, depth: depth + 1, rightOf: node });
}
