import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { nodeBytes, type Tree } from '../layout.ts';
import { childAt, isLeaf, leafCount, leafFirst } from '../nodes.ts';

/** What the kernel goes by: `assembly/refit/refit-boxes.ts` and `refit-wide.ts` describe the words. */
export interface RefitWords {
  readonly leaves: Uint32Array;
  readonly inner: Uint32Array;
}

export const vertexBytes = 24;

/** More triangles than a leaf would have without the least box. */
const isLarge = 0x8000_0000;

/** Of a tree of kind `aabb`. */
export function refitWords(tree: Tree, mesh: TriangleMesh): RefitWords {
  return { leaves: leafWords(tree, mesh), inner: innerWords(tree) };
}

/** Of each leaf where it is among the nodes, how many vertices it has, and where these are, each once in the order of the triangles. */
function leafWords(tree: Tree, { indices, positions }: TriangleMesh): Uint32Array {
  const { nodeCount, triangles, leafCount: leaves, leafOrder, leafTriangles } = tree;
  const words = new Uint32Array(2 * leaves + 3 * triangles);
  /** The last leaf, counted from 1, that has a vertex. */
  const lastLeaf = new Uint32Array(positions.length / 3);
  let at = 0, leaf = 0;
  for (let node = 0; node < nodeCount; node++) {
    if (!isLeaf(tree, node)) continue;
    leaf++;
    const head = at;
    at += 2;
    const first = leafFirst(tree, node), count = leafCount(tree, node);
    for (let i = first; i < first + count; i++) {
      for (let corner = 3 * leafOrder[i]!; corner < 3 * leafOrder[i]! + 3; corner++) {
        const vertex = indices[corner]!;
        if (lastLeaf[vertex] === leaf) continue;
        lastLeaf[vertex] = leaf;
        words[at++] = vertexBytes * vertex;
      }
    }
    words[head] = nodeBytes * node;
    words[head + 1] = at - head - 2 + (count > leafTriangles ? isLarge : 0);
  }
  return words.slice(0, at);
}

/** Where the other nodes are, the last one first, and their right children. */
function innerWords(tree: Tree): Uint32Array {
  const words = new Uint32Array(2 * (tree.nodeCount - tree.leafCount));
  let at = 0;
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    if (isLeaf(tree, node)) continue;
    words[at++] = nodeBytes * node;
    words[at++] = nodeBytes * childAt(tree, node, 1);
  }
  return words;
}
