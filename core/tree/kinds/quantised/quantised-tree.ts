import { aabbWords } from '../aabb/node-aabb.ts';
import type { Tree } from '../../layout.ts';
import { quantisedAt, quantisedFormat, writeGrid, writeQuantisedBox } from './quantised-box.ts';
import { createTreeOfKind } from '../../builders/tree-writer.ts';

/** Returns the bytes of a tree with the boxes of `boxes`, a tree of kind `aabb`, in 16 bits, rounded outward (T4). */
export function quantisedTree(boxes: Tree): ArrayBuffer {
  const { bytes, tree } = createTreeOfKind(boxes, quantisedFormat);
  const { nodesF32, nodeCount } = boxes;
  if (nodeCount > 0) writeGrid(tree.grid, nodesF32);
  for (let node = 0; node < nodeCount; node++)
    writeQuantisedBox(nodesF32, node * aabbWords, tree.grid, tree.nodesU16, quantisedAt(tree, node));
  return bytes;
}
