import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Progress } from '../../../progress.ts';
import { headerBytes, kindByte, type Tree } from '../../layout.ts';
import { byteLengthOf, viewTree } from '../../view-tree.ts';
import { chooseFrame, type WideFrame } from './frame.ts';
import { paddedBoxes, writeChildBox } from './padded-boxes.ts';
import { planWide, type WidePlan } from './plan-wide.ts';
import { wideFormat, writeWideHeader } from './wide-sections.ts';
import { writeBlocks } from './write-blocks.ts';
import {
  entryWords,
  leafReference,
  maxSideExponent,
  noReference,
  sideShift,
  wideChildCountByte,
  wideFirstChildByte,
  wideOwnNumberByte,
  wideReferencesByte,
  wideRowBytes,
  wideWidth,
} from '../../../kernel/index.ts';

/** Fraction of the time at the start and the end of the plan, and after the nodes; the rest is for blocks. */
const planned = { from: 0.1, to: 0.5 };
const nodesWritten = 0.75;

/**
 * Returns the bytes of a wide tree (T9) with the division of `boxes`, a tree of kind `aabb` of the same mesh that was built without a
 * depth limit. Nodes are replaced by their children, largest surface area first, until there are eight (Wald, Benthin & Boulos,
 * "Getting Rid of Packets", 2008). No node is deeper than `maxDepth`, unless that is 0.
 * @throws whatever `progress` throws.
 */
export function wideTree(boxes: Tree, mesh: TriangleMesh, maxDepth: number, progress: Progress): ArrayBuffer {
  const frame = chooseFrame(boxes.bounds, isF32(mesh.positions));
  const padded = paddedBoxes(boxes, mesh, frame);
  progress(planned.from);
  const plan = planWide(boxes, padded, maxDepth, (fraction) => progress(planned.from + (planned.to - planned.from) * fraction));
  const tree = viewTree(createBytes(boxes, plan, frame, maxDepth), wideFormat);
  tree.leafOrder.set(boxes.leafOrder);
  writeNodes(tree, plan, padded);
  progress(nodesWritten);
  const isExact = writeBlocks(
    tree,
    mesh,
    plan.stored.flatMap((children) => children.filter(({ stored }) => stored === null)),
    (fraction) => progress(nodesWritten + (1 - nodesWritten) * fraction),
  );
  const header = new DataView(tree.bytes);
  writeWideHeader(header, { scale: frame.scale, stored: plan.stored.length, blocks: plan.blocks, isExact });
  return tree.bytes as ArrayBuffer; // made in `createBytes`
}

/** Returns whether every coordinate is an f32 or NaN. */
export function isF32(positions: Float64Array): boolean {
  // Triangles with NaN are in no tree.
  return positions.every((value) => Math.fround(value) === value || value !== value);
}

function createBytes(boxes: Tree, plan: WidePlan, frame: WideFrame, maxDepth: number): ArrayBuffer {
  const { triangles, meshTriangles } = boxes;
  const wide = { scale: frame.scale, stored: plan.stored.length, blocks: plan.blocks, isExact: false };
  const bytes = new ArrayBuffer(byteLengthOf(wideFormat, plan.nodes, triangles, meshTriangles, wide));
  new Uint8Array(bytes).set(new Uint8Array(boxes.bytes, 0, headerBytes));
  const header = new DataView(bytes);
  header.setUint32(kindByte, wideFormat.code, true);
  header.setUint32(16, plan.nodes, true);
  header.setUint32(20, plan.leaves, true);
  header.setUint32(32, plan.depth, true);
  header.setUint32(40, maxDepth, true);
  frame.origin.forEach((value, k) => header.setFloat64(56 + 8 * k, value, true));
  writeWideHeader(header, wide);
  return bytes;
}

/** Writes stored nodes and entries, with references to blocks in the order of `writeBlocks`. */
function writeNodes(tree: Tree, plan: WidePlan, padded: Float32Array): void {
  const { nodesU32, nodeWords, wide } = tree;
  const { entries } = wide;
  const word = (stored: number, byte: number): number => stored * nodeWords + byte / 4;
  const isOneLeaf = plan.nodes === 1;
  let entry = isOneLeaf ? 0 : 1;
  let block = 0;
  if (plan.nodes > 1) entries.set([noReference, 0, tree.triangles]);
  plan.stored.forEach((children, stored) => {
    nodesU32[word(stored, wideFirstChildByte)] = entry;
    nodesU32[word(stored, wideChildCountByte)] = children.length;
    for (let i = 0; i < wideWidth; i++) {
      const at = word(stored, wideReferencesByte) + i;
      const child = children[i];
      writeChildBox(tree, stored, i, child === undefined ? null : padded.subarray(6 * child.node, 6 * child.node + 6));
      nodesU32[at] = noReference;
      if (child === undefined) continue;
      entries.set([wideWidth * stored + i, child.first, child.count], entryWords * entry);
      if (child.stored === null) {
        nodesU32[at] = (leafReference | (sideExponent(tree, stored, i) << sideShift) | block) >>> 0;
        block += Math.ceil(child.count / 4);
      } else {
        nodesU32[at] = child.stored;
        nodesU32[word(child.stored, wideOwnNumberByte)] = entry;
      }
      entry++;
    }
  });
}

/** Returns the largest e up to 31 for which no side of the child's box is longer than 2²⁻ᵉ. */
export function sideExponent({ nodesF32, nodeWords }: Tree, stored: number, child: number): number {
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    const row = stored * nodeWords + (2 * axis * wideRowBytes) / 4 + child;
    longest = Math.max(longest, nodesF32[row + wideRowBytes / 4] - nodesF32[row]);
  }
  let exponent = 0;
  while (exponent < maxSideExponent && longest <= 2 ** (1 - exponent)) exponent++;
  return exponent;
}
