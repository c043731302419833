import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { buildOptions, type BuildOptions } from '../options/build-options.ts';
import { checkValues } from '../options/option.ts';
import { noProgress, type Progress } from '../progress.ts';
import { axesByLength, splitMedian, type MedianSplit } from './split-median.ts';
import { createSahSplitter, splitSah } from './split-sah.ts';
import { appendNode, createTreeWriter, finishTree, setLeaf, setRightChild, setSplitAxis } from './tree-writer.ts';
import { boxOfRun, triangleBoxes } from './triangle-boxes.ts';

/** A node that waits to be built: a run of the triangle list, and the parent whose right child it is. */
interface Pending {
  readonly first: number;
  readonly end: number;
  readonly depth: number;
  /** -1 for a left child and for the root. */
  readonly rightOf: number;
  /** Cures in a row on the way here; see `splitMedian`. */
  readonly transfers: number;
}

/**
 * Builds the binary AABB tree of a mesh; see `layout.ts` for the bytes.
 * @throws InspectorError `invalid-argument` for options out of range; whatever `progress` throws.
 */
export function buildTree(mesh: TriangleMesh, options: BuildOptions, progress: Progress = noProgress): ArrayBuffer {
  const { split, leafTriangles, maxDepth, leastBox } = checkValues(buildOptions, options);
  const work = triangleBoxes(mesh);
  const { order } = work;
  const total = order.length;
  const writer = createTreeWriter(total, work.bounds);
  const box = new Float64Array(6);
  const median: MedianSplit = { mid: 0, axis: 0, cured: false };
  const sah = createSahSplitter();
  const balancedFrom = 2 * Math.log2(Math.max(1, total)) + 32;
  const step = Math.max(1, Math.ceil(total / 64));
  let nextReport = step;
  const stack: Pending[] = total === 0 ? [] : [{ first: 0, end: total, depth: 0, rightOf: -1, transfers: 0 }];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const { first, end, depth } = node;
    boxOfRun(work, first, end, box);
    const index = appendNode(writer, box, depth);
    if (node.rightOf >= 0) setRightChild(writer, node.rightOf, index);
    const count = end - first;
    const side = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    if (count <= leafTriangles || (maxDepth > 0 && depth >= maxDepth) || (leastBox > 0 && side <= leastBox)) {
      setLeaf(writer, index, first, count);
      if (end >= nextReport) {
        progress(end / total);
        nextReport = end + step;
      }
      continue;
    }
    let mid: number, axis: number, transfers = 0;
    if (depth >= balancedFrom) {
      mid = first + (count >> 1);
      axis = axesByLength(box)[0];
    } else if (split === 'median') {
      splitMedian(work, box, first, end, node.transfers, median);
      mid = median.mid;
      axis = median.axis;
      transfers = median.cured ? node.transfers + 1 : 0;
    } else {
      splitSah(work, box, first, end, sah);
      mid = sah.mid;
      axis = sah.axis;
    }
    setSplitAxis(writer, index, axis);
    stack.push({ first: mid, end, depth: depth + 1, rightOf: index, transfers });
    stack.push({ first, end: mid, depth: depth + 1, rightOf: -1, transfers });
  }
  return finishTree(writer, order, triangleCount(mesh), work.bounds, options);
}
