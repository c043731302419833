import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { checkLeaf, checkTotals } from '../../check-leaf.ts';
import type { Report } from '../../tree-rules.ts';
import { checkBoxVolume, checkBoxHoldsChild } from '../aabb/check-box.ts';
import type { Tree } from '../../layout.ts';
import { checkBlocks, type BlockTotals } from './check-blocks.ts';
import { checkPadding } from './check-padding.ts';
import { isSoundFrame } from './frame.ts';
import {
  blockMask,
  entryWords,
  leafReference,
  maxSideExponent,
  noReference,
  sideShift,
  wideChildCountByte,
  wideFirstChildByte,
  wideNodeBytes,
  wideOwnNumberByte,
  wideReferencesByte,
  wideRowBytes,
  wideWidth,
} from '../../../kernel/index.ts';

/** A stored node to visit; it must be the next one in preorder. */
interface Waiting {
  readonly reference: number;
  readonly number: number;
  readonly depth: number;
}

interface Pass {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  readonly report: Report;
  readonly stack: Waiting[];
  readonly blocks: BlockTotals;
  nextStored: number;
  nextEntry: number;
  leaves: number;
  deepest: number;
  triangles: number;
}

/**
 * Checks the nodes of the wide layout in one pass over the stored nodes, which are in preorder. A reference is followed only
 * if it leads to the next stored node.
 */
export function checkWideNodes(tree: Tree, mesh: TriangleMesh, report: Report): void {
  const { nodesU32, nodeWords, nodeCount, wide } = tree;
  const stored = nodesU32.length / nodeWords;
  const blocks: BlockTotals = { next: 0, isExact: true };
  const pass: Pass = {
    tree,
    mesh,
    report,
    stack: [],
    blocks,
    nextStored: 0,
    nextEntry: nodeCount > 1 ? 1 : 0,
    leaves: 0,
    deepest: 0,
    triangles: 0,
  };
  if (nodeCount > 0) {
    if (nodeCount > 1) checkEntry(pass, 0, noReference, 0, tree.triangles);
    pass.stack.push({ reference: 0, number: 0, depth: 0 });
  }
  for (let next = pass.stack.pop(); next !== undefined; next = pass.stack.pop()) {
    if (next.reference !== pass.nextStored || next.reference >= stored) {
      report('link', next.number, `the stored node is ${next.reference}; expected ${pass.nextStored} of ${stored}`);
      break;
    }
    pass.nextStored++;
    checkStoredNode(pass, next);
  }
  if (pass.nextStored !== stored) report('link', null, `${pass.nextStored} of ${stored} stored nodes are reached`);
  if (pass.nextEntry !== nodeCount) report('header', null, `${pass.nextEntry} nodes, but ${nodeCount} in the header`);
  if (blocks.next * wideBlockWords !== wide.blocksU32.length)
    report('block', null, `${blocks.next} blocks belong to leaves, but there are ${wide.blocksU32.length / wideBlockWords}`);
  else if (blocks.isExact !== wide.isExact)
    report('block', null, `the header says ${wide.isExact ? 'that blocks are exact' : 'that blocks are not exact'}`);
  checkTotals(tree, { position: pass.triangles, leaves: pass.leaves, deepest: pass.deepest }, report);
}

const wideBlockWords = 40;

function checkStoredNode(pass: Pass, { reference: stored, number, depth }: Waiting): void {
  const { tree, report } = pass;
  const { nodesU32, nodeWords, nodeCount, wide } = tree;
  const word = (byte: number): number => nodesU32[stored * nodeWords + byte / 4];
  let children = 0;
  while (children < wideWidth && word(wideReferencesByte + 4 * children) !== noReference) children++;
  for (let i = children; i < wideWidth; i++) checkFree(tree, stored, i, number, report);
  if (word(wideFirstChildByte) !== pass.nextEntry || word(wideChildCountByte) !== children || word(wideOwnNumberByte) !== number) {
    report(
      'link',
      number,
      `stored node ${stored} has number ${word(wideOwnNumberByte)} and ${word(wideChildCountByte)} children from ${word(wideFirstChildByte)}`,
    );
  }
  for (let byte = wideOwnNumberByte + 4; byte < wideNodeBytes; byte += 4)
    if (word(byte) !== 0) report('link', number, 'the last bytes of the stored node are not zero');
  if (children === 0 || pass.nextEntry + children > nodeCount) {
    report('link', number, `${children} children from node ${pass.nextEntry} of ${nodeCount}`);
    return;
  }
  let first = wide.entries[entryWords * number + 1];
  const end = first + wide.entries[entryWords * number + 2];
  const waiting: Waiting[] = [];
  for (let i = 0; i < children; i++) {
    const child = pass.nextEntry++;
    const count = wide.entries[entryWords * child + 2];
    checkEntry(pass, child, wideWidth * stored + i, first, count);
    checkBoxVolume(tree, child, report);
    if (child !== 0 && number !== 0) checkBoxHoldsChild(tree, number, child, report);
    if (count === 0 || first + count > end) {
      report('leaf-run', child, `the node has ${count} triangles from ${first}; its parent ends at ${end}`);
      return;
    }
    const reference = word(wideReferencesByte + 4 * i);
    if (reference < leafReference) waiting.push({ reference, number: child, depth: depth + 1 });
    else checkWideLeaf(pass, child, wideWidth * stored + i, reference, first, count, child === 0 ? 0 : depth + 1);
    first += count;
  }
  if (first !== end) report('leaf-run', number, `the children end at ${first}, the node at ${end}`);
  pass.stack.push(...waiting.reverse());
}

function checkEntry({ tree, report }: Pass, node: number, place: number, first: number, count: number): void {
  const { entries } = tree.wide;
  const at = entryWords * node;
  if (entries[at] === place && entries[at + 1] === first && entries[at + 2] === count) return;
  report(
    'link',
    node,
    `the entry has slot ${entries[at]} and ${entries[at + 2]} triangles from ${entries[at + 1]}; expected slot ${place} and ${count} from ${first}`,
  );
}

function checkWideLeaf(pass: Pass, leaf: number, place: number, reference: number, first: number, count: number, depth: number): void {
  const { tree, mesh, report, blocks } = pass;
  pass.leaves++;
  pass.triangles += count;
  pass.deepest = Math.max(pass.deepest, depth);
  const exponent = (reference >>> sideShift) & maxSideExponent;
  // In a frame that is too small for the mesh sides may be longer; queries do not use the exponent there.
  const max =
    exponent === 0 && !isSoundFrame({ origin: tree.origin, scale: tree.wide.scale }, tree.bounds) ? Infinity : 2 ** (2 - exponent);
  for (let axis = 0; axis < 3; axis++) {
    const at = Math.floor(place / wideWidth) * tree.nodeWords + (2 * axis * wideRowBytes) / 4 + (place % wideWidth);
    const side = tree.nodesF32[at + wideRowBytes / 4] - tree.nodesF32[at];
    if (side > max) report('box', leaf, `a side of ${side}; the maximum in the reference is ${max}`);
  }
  if (first + count > tree.triangles || (reference & blockMask) !== blocks.next) {
    report(
      'leaf-run',
      leaf,
      `${count} triangles from ${first} of ${tree.triangles}, in the blocks from ${reference & blockMask}; expected ${blocks.next}`,
    );
    return;
  }
  checkLeaf(tree, mesh, leaf, first, first + count, depth, [leaf], report);
  checkPadding(tree, mesh, leaf, place, first, count, report);
  checkBlocks(tree, mesh, leaf, first, count, blocks, report);
}

function checkFree(tree: Tree, stored: number, child: number, number: number, report: Report): void {
  const { nodesF32, nodesU32, nodeWords } = tree;
  let isFree = nodesU32[stored * nodeWords + wideReferencesByte / 4 + child] === noReference;
  for (let row = 0; row < 6; row++) {
    isFree = isFree && nodesF32[stored * nodeWords + (row * wideRowBytes) / 4 + child] === (row % 2 === 0 ? Infinity : -Infinity);
  }
  if (!isFree) report('box', number, `slot ${child} of stored node ${stored} is neither a child nor free`);
}
