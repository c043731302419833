import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { checkLeaf, checkTotals } from '../../check-leaf.ts';
import type { Report } from '../../tree-rules.ts';
import { treeKinds } from '../kinds.ts';
import type { Tree } from '../../layout.ts';
import { innerOf, isLeaf, leafCount, leafFirst, splitAxis } from '../../nodes.ts';

/**
 * Checks the nodes of the leaf-free layout from left to right. Links are followed only inside the range of inner nodes
 * of their subtree, so each node is visited at most once.
 */
export function checkLeafFreeNodes(tree: Tree, mesh: TriangleMesh, report: Report): void {
  const { flags, triangles } = tree;
  const { checkVolume, checkHoldsChild } = treeKinds[tree.kind];
  checkPadding(tree, report);
  let position = 0;
  let leaves = 0;
  let deepest = 0;
  /** Stack of slots to visit: slot, end of the range of inner nodes of its subtree, depth. */
  const stack: number[] = tree.nodeCount === 0 ? [] : [0, flags.length, 0];
  while (stack.length > 0) {
    const depth = stack.pop()!;
    const end = stack.pop()!;
    const slot = stack.pop()!;
    deepest = Math.max(deepest, depth);
    if (isLeaf(tree, slot)) {
      leaves++;
      const first = leafFirst(tree, slot);
      const count = leafCount(tree, slot);
      if (first !== position || count === 0 || first + count > triangles) {
        report('leaf-run', slot, `the leaf has ${count} triangles from ${first}; expected from ${position} of ${triangles}`);
      }
      // Only leaves in sequence are read, so that damaged bytes cannot make this quadratic.
      else checkLeaf(tree, mesh, slot, first, first + count, depth, [slot], report);
      position += count;
      continue;
    }
    const inner = innerOf(tree, slot);
    const left = 2 * inner + 1;
    const right = left + 1;
    checkVolume(tree, slot, report);
    if (splitAxis(tree, slot)! > 2) report('axis', slot, `the flags are ${flags[inner]}`);
    const ends = childEnds(tree, inner, end);
    if (ends === null) {
      report('link', slot, `the children of inner node ${inner} do not divide nodes ${inner + 1} to ${end} in preorder`);
      continue;
    }
    for (const child of [left, right]) if (!isLeaf(tree, child)) checkHoldsChild?.(tree, slot, child, report);
    stack.push(right, ends[1], depth + 1, left, ends[0], depth + 1);
  }
  checkTotals(tree, { position, leaves, deepest }, report);
}

/** Returns the ends of the ranges of inner nodes below both children; `null` where the ranges do not fill up to `end`. */
function childEnds(tree: Tree, inner: number, end: number): readonly [number, number] | null {
  const left = 2 * inner + 1;
  const right = left + 1;
  const next = inner + 1;
  if (isLeaf(tree, left) && isLeaf(tree, right)) return end === next ? [next, next] : null;
  if (isLeaf(tree, left)) return innerOf(tree, right) === next && next < end ? [next, end] : null;
  if (innerOf(tree, left) !== next || next >= end) return null;
  if (isLeaf(tree, right)) return [end, end];
  const link = innerOf(tree, right);
  return link > next && link < end ? [link, end] : null;
}

/** Checks that the bytes between the flags and the leaf order are zero. */
function checkPadding({ bytes, flags, leafOrder }: Tree, report: Report): void {
  const end = flags.byteOffset + flags.byteLength;
  if (new Uint8Array(bytes, end, leafOrder.byteOffset - end).some((byte) => byte !== 0))
    report('header', null, 'the bytes after the flags are not zero');
}
