import type { BuildOptions } from '../../options/build-options.ts';
import type { Progress } from '../../progress.ts';
import { maxTreeDepth, halvedFrom } from '../max-tree-depth.ts';
import { createSplit, splitHalf } from '../splits/split.ts';
import { splitMedian } from '../splits/split-median.ts';
import { createSahBins, splitSah } from '../splits/split-sah.ts';
import { splitSeeds } from '../splits/split-seeds.ts';
import { createSweep, splitSweep } from '../splits/split-sweep.ts';
import { appendNode, setLeaf, setRightChild, setSplitAxis, type TreeWriter } from './tree-writer.ts';
import { boxOfRun, type TriangleBoxes } from '../splits/triangle-boxes.ts';

/** Words of a node on the stack: its range [first, end), its depth, the parent whose right child it is, consecutive fixes of `splitMedian`. */
const stackWords = 5;
/** The root and left children need no link: a left child follows its parent. */
const noParent = 0xffff_ffff;
/** Approximate number of calls of `progress` in a build. */
const reports = 64;

/** Splits that divide top-down. */
export type TopDownSplit = Exclude<BuildOptions['split'], 'morton' | 'ploc'>;

/**
 * Divides the triangles top-down, writes the nodes, and writes the leaf order to `work.order`.
 *
 * A node becomes a leaf when it has at most `leafTriangles`, is at `maxDepth`, or no side of its box is longer than
 * `minExtent`. The depth is bounded for every input: from depth 2·log2 N + 32 ranges are halved by index.
 * @throws whatever `progress` throws.
 */
export function buildTopDown(
  work: TriangleBoxes,
  split: TopDownSplit,
  options: BuildOptions,
  writer: TreeWriter,
  progress: Progress,
): void {
  const { leafTriangles, minExtent } = options;
  const total = work.order.length;
  const halveFrom = halvedFrom(total);
  const maxDepth = options.maxDepth === 0 ? Infinity : options.maxDepth;
  // Depth first, so that the stack has one sibling per level.
  const stack = new Uint32Array((maxTreeDepth(total) + 2) * stackWords);
  const stackBoxes = new Float64Array((maxTreeDepth(total) + 2) * 6);
  const box = new Float64Array(6);
  const bins = createSahBins();
  const sweep = split === 'sweep' ? createSweep(work, progress) : null;
  const out = createSplit();
  let top = 0;

  const push = (first: number, end: number, depth: number, rightOf: number, fixes: number, itsBox: Float64Array): void => {
    const at = top * stackWords;
    stack[at] = first;
    stack[at + 1] = end;
    stack[at + 2] = depth;
    stack[at + 3] = rightOf;
    stack[at + 4] = fixes;
    for (let k = 0; k < 6; k++) stackBoxes[6 * top + k] = itsBox[k];
    top++;
  };

  // Work is counted in triangles: every level of the tree processes each triangle once.
  const workStep = Math.max(1, (total * Math.max(1, Math.log2(Math.max(2, total) / leafTriangles))) / reports);
  let workDone = 0;
  let nextReport = workStep;
  if (total > 0) {
    boxOfRun(work, 0, total, box);
    push(0, total, 0, noParent, 0, box);
  }
  while (top > 0) {
    top--;
    const at = top * stackWords;
    const first = stack[at];
    const end = stack[at + 1];
    const depth = stack[at + 2];
    const rightOf = stack[at + 3];
    const fixes = stack[at + 4];
    for (let k = 0; k < 6; k++) box[k] = stackBoxes[6 * top + k];
    const node = appendNode(writer, box, depth);
    if (rightOf !== noParent) setRightChild(writer, rightOf, node);
    const count = end - first;
    workDone += count;
    if (workDone >= nextReport) {
      nextReport = workDone + workStep;
      progress(first / total);
    }
    const side = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    if (count <= leafTriangles || depth >= maxDepth || (minExtent > 0 && side <= minExtent)) {
      setLeaf(writer, node, first, count);
      continue;
    }
    let childFixes = 0;
    if (depth >= halveFrom) splitHalf(work, box, first, end, out);
    else if (split === 'median') childFixes = splitMedian(work, box, first, end, fixes, out);
    else if (split === 'seeds') splitSeeds(work, box, first, end, out);
    else if (sweep !== null) splitSweep(work, sweep, box, first, end, out, () => progress(first / total));
    else splitSah(work, box, first, end, bins, out);
    setSplitAxis(writer, node, out.axis);
    push(out.mid, end, depth + 1, node, childFixes, out.rightBox);
    push(first, out.mid, depth + 1, noParent, childFixes, out.leftBox);
  }
}
