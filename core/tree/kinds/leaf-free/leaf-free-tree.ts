import { InspectorError } from '../../../error.ts';
import { countBitsByte, type KindFormat, type Tree } from '../../layout.ts';
import { aabbWords } from '../aabb/node-aabb.ts';
import { viewTree } from '../../view-tree.ts';
import { childAt, isLeaf, leafCount, leafFirst, splitAxis } from '../../nodes.ts';
import { quantisedAt, writeGrid, writeQuantisedBox } from '../quantised/quantised-box.ts';
import { createTreeOfKind } from '../../builders/tree-writer.ts';

/**
 * Returns the bytes of a tree without leaf nodes (T5), with the boxes of the inner nodes of `boxes`, a tree of kind `aabb`.
 * Kind `compressed` has 16-bit boxes (T4) and a packed leaf order.
 * @throws InspectorError `too-large` when position and count of a leaf do not fit into one slot.
 */
export function leafFreeTree(boxes: Tree, format: KindFormat): ArrayBuffer {
  const { bytes } = createTreeOfKind(boxes, format);
  const countBits = bitsOf(maxLeafTriangles(boxes));
  checkFits(boxes, countBits);
  new DataView(bytes).setUint32(countBitsByte, countBits, true);
  const tree = viewTree(bytes, format);
  if (format.hasGrid && boxes.nodeCount > 0) writeGrid(tree.grid, boxes.nodesF32);
  const inner = innerIndices(boxes);
  for (let node = 0; node < boxes.nodeCount; node++) {
    if (isLeaf(boxes, node)) continue;
    const at = inner[node];
    let flags = splitAxis(boxes, node)! << 2;
    for (let child = 0; child < 2; child++) {
      const of = childAt(boxes, node, child);
      const isChildLeaf = isLeaf(boxes, of);
      if (isChildLeaf) flags |= 1 << child;
      tree.slots[2 * at + child] = isChildLeaf ? leafFirst(boxes, of) * 2 ** countBits + leafCount(boxes, of) : inner[of];
    }
    tree.flags[at] = flags;
    if (format.hasGrid) writeQuantisedBox(boxes.nodesF32, node * aabbWords, tree.grid, tree.nodesU16, quantisedAt(tree, at));
    else for (let k = 0; k < 6; k++) tree.nodesF32[at * tree.nodeWords + k] = boxes.nodesF32[node * aabbWords + k];
  }
  return bytes;
}

/** Returns for each node the number of inner nodes before it. */
function innerIndices(boxes: Tree): Uint32Array {
  const indices = new Uint32Array(boxes.nodeCount);
  let inner = 0;
  for (let node = 0; node < boxes.nodeCount; node++) {
    indices[node] = inner;
    if (!isLeaf(boxes, node)) inner++;
  }
  return indices;
}

function maxLeafTriangles(boxes: Tree): number {
  let max = 0;
  for (let node = 0; node < boxes.nodeCount; node++) if (isLeaf(boxes, node)) max = Math.max(max, leafCount(boxes, node));
  return max;
}

/** A tree of one node has no slots. */
function checkFits({ triangles, nodeCount }: Tree, countBits: number): void {
  if (nodeCount <= 1 || bitsOf(triangles - 1) + countBits <= 32) return;
  throw new InspectorError({
    code: 'too-large',
    message: `A leaf of ${countBits} bits among ${triangles} triangles does not fit a child slot of 32 bits`,
    fix: 'Increase the max depth, reduce the leaf size, or choose a kind with leaves',
    location: {},
  });
}

function bitsOf(value: number): number {
  return 32 - Math.clz32(value);
}
