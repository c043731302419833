import { countBitsByte, headerBytes, kindByte, leafFlag, type Tree } from '../layout.ts';
import { aabbFormat, aabbWords } from '../kinds/aabb/node-aabb.ts';
import { byteLengthOf, viewTree } from '../view-tree.ts';
import { triangleAt } from '../leaf-order.ts';
import { childAt, isLeaf, leafCount, leafFirst, splitAxis } from '../nodes.ts';

/**
 * Returns the bytes of a tree of kind `aabb` with the division and the leaf order of a binary or leaf-free tree, without
 * boxes, which the caller writes.
 */
export function boxSkeleton(tree: Tree): ArrayBuffer {
  const bytes = new ArrayBuffer(byteLengthOf(aabbFormat, tree.nodeCount, tree.triangles, tree.meshTriangles));
  new Uint8Array(bytes).set(new Uint8Array(tree.bytes, 0, headerBytes));
  const header = new DataView(bytes);
  header.setUint32(kindByte, aabbFormat.code, true);
  header.setUint32(countBitsByte, 0, true);
  const { nodesU32, leafOrder } = viewTree(bytes, aabbFormat);
  for (let i = 0; i < tree.triangles; i++) leafOrder[i] = triangleAt(tree, i);
  /** Stack of nodes, each with the parent whose right child it is; -1 for left children. */
  const waiting: [node: number, parent: number][] = tree.nodeCount === 0 ? [] : [[0, -1]];
  let next = 0;
  for (let top = waiting.pop(); top !== undefined; top = waiting.pop()) {
    const [node, parent] = top;
    const own = next++;
    if (parent >= 0) nodesU32[(parent + 1) * aabbWords - 2] = own;
    if (isLeaf(tree, node)) {
      nodesU32[(own + 1) * aabbWords - 2] = leafFirst(tree, node);
      nodesU32[(own + 1) * aabbWords - 1] = leafCount(tree, node) + leafFlag;
      continue;
    }
    nodesU32[(own + 1) * aabbWords - 1] = splitAxis(tree, node) ?? 0;
    waiting.push([childAt(tree, node, 1), own], [childAt(tree, node, 0), -1]);
  }
  return bytes;
}
