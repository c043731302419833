import { roundDownF32, roundUpF32 } from '../../math/round-f32.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { openTree } from '../open-tree.ts';
import type { Tree } from '../layout.ts';
import { boxPadding, chooseFrame, type WideFrame } from '../kinds/wide/frame.ts';
import { writeChildBox } from '../kinds/wide/padded-boxes.ts';
import { readWideHeader, writeWideHeader } from '../kinds/wide/wide-sections.ts';
import { isF32, sideExponent } from '../kinds/wide/wide-tree.ts';
import {
  entryWords,
  leafReference,
  maxSideExponent,
  noReference,
  sideShift,
  wideFirstChildByte,
  wideReferencesByte,
  wideRowBytes,
  wideWidth,
} from '../../kernel/index.ts';
import { writeBlocks, type LeafRun } from '../kinds/wide/write-blocks.ts';
import { boxOfTriangles, dropSignsOfZero, minExtentByte, writeOrigin } from './refit-boxes.ts';

const rowWords = wideRowBytes / 4;

/**
 * Returns the bytes of a wide tree with the division of `tree`, a frame for the moved vertices, boxes around them and new blocks.
 * @throws InspectorError `invalid-argument` for a triangle of the tree that is not finite.
 */
export function refitWide(tree: Tree, mesh: TriangleMesh): ArrayBuffer {
  const bytes = new ArrayBuffer(tree.bytes.byteLength);
  new Uint8Array(bytes).set(new Uint8Array(tree.bytes));
  if (tree.nodeCount === 0) return bytes;
  const bounds = new Float64Array(6);
  boxOfTriangles(mesh, tree.leafOrder, 0, tree.triangles, bounds);
  dropSignsOfZero(bounds);
  const frame = chooseFrame(bounds, isF32(mesh.positions));
  writeFrame(bytes, frame, bounds);
  const moved = openTree(bytes);
  const largestSide = refitNodes(moved, mesh, frame);
  const header = new DataView(bytes);
  if (tree.minExtent > 0) header.setFloat64(minExtentByte, largestSide, true);
  const isExact = writeBlocks(openTree(bytes), mesh, leavesOf(moved));
  writeWideHeader(header, { ...readWideHeader(header), isExact });
  return bytes;
}

/** Writes the frame and the exact box (6) of all triangles to the header. */
export function writeFrame(bytes: ArrayBuffer, { origin, scale }: WideFrame, bounds: Float64Array): void {
  writeOrigin(bytes, origin, bounds);
  const header = new DataView(bytes);
  writeWideHeader(header, { ...readWideHeader(header), scale });
}

/** Writes the boxes of all children, from the last stored node. Returns the longest side of a leaf with more than `leafTriangles`, at least `minExtent`. */
function refitNodes(tree: Tree, mesh: TriangleMesh, { origin, scale }: WideFrame): number {
  const { nodesF32, nodesU32, nodeWords, leafOrder, leafTriangles, minExtent, wide } = tree;
  const box = new Float64Array(6);
  const padded = new Float32Array(6);
  let largestSide = minExtent;
  for (let stored = nodesU32.length / nodeWords - 1; stored >= 0; stored--) {
    const references = stored * nodeWords + wideReferencesByte / 4;
    const firstChild = nodesU32[stored * nodeWords + wideFirstChildByte / 4];
    for (let i = 0; i < wideWidth && nodesU32[references + i] !== noReference; i++) {
      const reference = nodesU32[references + i];
      if (reference < leafReference) {
        unionOfRows(nodesF32, reference * nodeWords, padded);
        writeChildBox(tree, stored, i, padded);
        continue;
      }
      const entry = entryWords * (firstChild + i);
      const first = wide.entries[entry + 1];
      const count = wide.entries[entry + 2];
      boxOfTriangles(mesh, leafOrder, first, first + count, box);
      for (let k = 0; k < 3; k++) {
        padded[k] = roundDownF32((box[k] - origin[k]!) * scale - boxPadding);
        padded[k + 3] = roundUpF32((box[k + 3] - origin[k]!) * scale + boxPadding);
      }
      writeChildBox(tree, stored, i, padded);
      nodesU32[references + i] = ((reference & ~(maxSideExponent << sideShift)) | (sideExponent(tree, stored, i) << sideShift)) >>> 0;
      if (minExtent > 0 && count > leafTriangles) largestSide = Math.max(largestSide, box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    }
  }
  return largestSide;
}

/** Writes the box (6) around the children of a stored node. */
function unionOfRows(nodesF32: Float32Array, at: number, out: Float32Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const row = at + 2 * axis * rowWords;
    let min = Infinity;
    let max = -Infinity;
    for (let child = 0; child < wideWidth; child++) {
      min = Math.min(min, nodesF32[row + child]);
      max = Math.max(max, nodesF32[row + rowWords + child]);
    }
    out[axis] = min;
    out[axis + 3] = max;
  }
}

/** Returns the ranges of the leaves in the order of the stored nodes, which is also that of their blocks. */
function leavesOf({ nodesU32, nodeWords, wide }: Tree): readonly LeafRun[] {
  const runs: LeafRun[] = [];
  for (let stored = 0; stored < nodesU32.length / nodeWords; stored++) {
    const references = stored * nodeWords + wideReferencesByte / 4;
    const firstChild = nodesU32[stored * nodeWords + wideFirstChildByte / 4];
    for (let i = 0; i < wideWidth && nodesU32[references + i] !== noReference; i++) {
      if (nodesU32[references + i] < leafReference) continue;
      const entry = entryWords * (firstChild + i);
      runs.push({ first: wide.entries[entry + 1], count: wide.entries[entry + 2] });
    }
  }
  return runs;
}
