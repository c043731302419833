import { largeLeafFlag, minLeafVertices, vertexBytes } from '../../kernel/index.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { aabbBytes, aabbWords } from '../kinds/aabb/node-aabb.ts';
import type { Tree } from '../layout.ts';
import { childAt, isLeaf, leafCount, leafFirst } from '../nodes.ts';

/** The words that describe a tree to the kernel: see `core/kernel/layouts/refit.ts`. */
export interface RefitWords {
  readonly leaves: Uint32Array;
  readonly inner: Uint32Array;
  /** The parts, in the order of refitting and of their words. */
  readonly parts: readonly RefitPart[];
}

/** Nodes that are refitted together and then copied out, while they are in the cache. Their children are among them, or in an earlier part. */
export interface RefitPart {
  /** Numbers of leaves, or of blocks of a wide tree, and of other nodes. */
  readonly leaves: number;
  readonly inner: number;
  /** Address of the first block of a wide tree; else 0. */
  readonly firstBlockAt: number;
  /** The ranges of words that it writes, counted from the first node on. */
  readonly written: readonly { readonly first: number; readonly end: number }[];
}

/** Addresses in the kernel. */
export interface RefitAddresses {
  readonly verticesAt: number;
  readonly nodesAt: number;
}

/** Number of nodes of a part: with their vertices they fit the cache of a core. */
const partNodes = 1 << 13;

/** Returns the words of a tree of kind `aabb`. */
export function refitWords(tree: Tree, mesh: TriangleMesh, addresses: RefitAddresses): RefitWords {
  const { nodeCount, triangles, leafCount: allLeaves } = tree;
  const writer: Writer = {
    tree,
    mesh,
    addresses,
    leaves: new Uint32Array((2 + minLeafVertices) * allLeaves + 3 * triangles),
    leavesEnd: 0,
    inner: new Uint32Array(2 * (nodeCount - allLeaves)),
    innerEnd: 0,
    lastLeaf: new Uint32Array(mesh.positions.length / 3),
  };
  const heights = heightsOf(tree);
  const parts: RefitPart[] = [];
  for (let end = nodeCount; end > 0; end -= partNodes) {
    const first = Math.max(0, end - partNodes);
    let leaves = 0;
    for (let node = first; node < end; node++) {
      if (!isLeaf(tree, node)) continue;
      leaves++;
      addLeaf(writer, node);
    }
    for (const node of upwards(heights, first, end)) addInner(writer, node);
    parts.push({ leaves, inner: end - first - leaves, firstBlockAt: 0, written: [{ first: aabbWords * first, end: aabbWords * end }] });
  }
  return { leaves: writer.leaves.slice(0, writer.leavesEnd), inner: writer.inner, parts };
}

/** Returns the number of levels below each node; 0 for a leaf. */
function heightsOf(tree: Tree): Uint32Array {
  const heights = new Uint32Array(tree.nodeCount);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    if (!isLeaf(tree, node)) heights[node] = 1 + Math.max(heights[childAt(tree, node, 0)], heights[childAt(tree, node, 1)]);
  }
  return heights;
}

/** Returns the inner nodes of [first, end), the lowest level first. A node then does not depend on the one before it, which saves a third of the time. */
function upwards(heights: Uint32Array, first: number, end: number): readonly number[] {
  const keys: number[] = [];
  for (let node = first; node < end; node++) if (heights[node] > 0) keys.push(heights[node] * partNodes + node - first);
  return Array.from(Float64Array.from(keys).sort(), (key) => first + (key % partNodes));
}

/** The words written so far, for both kinds of trees. */
export interface WordsWriter {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  readonly addresses: RefitAddresses;
  readonly leaves: Uint32Array;
  leavesEnd: number;
  readonly inner: Uint32Array;
  innerEnd: number;
}

interface Writer extends WordsWriter {
  /** For each vertex the last leaf that uses it, as node + 1. */
  readonly lastLeaf: Uint32Array;
}

/** Adds the words of a leaf; its vertices are in the order of the triangles. */
function addLeaf(writer: Writer, node: number): void {
  const { tree, mesh, addresses, leaves, lastLeaf } = writer;
  const head = writer.leavesEnd;
  let at = head + 2;
  const first = leafFirst(tree, node);
  const count = leafCount(tree, node);
  for (let i = first; i < first + count; i++) {
    const corner = 3 * tree.leafOrder[i];
    for (let k = corner; k < corner + 3; k++) {
      const vertex = mesh.indices[k];
      if (lastLeaf[vertex] === node + 1) continue;
      lastLeaf[vertex] = node + 1;
      leaves[at++] = addresses.verticesAt + vertexBytes * vertex;
    }
  }
  for (; at < head + 2 + minLeafVertices; at++) leaves[at] = leaves[at - 1];
  leaves[head] = addresses.nodesAt + aabbBytes * node;
  leaves[head + 1] = at - head - 2 + (count > tree.leafTriangles ? largeLeafFlag : 0);
  writer.leavesEnd = at;
}

/** Adds the words of an inner node. */
function addInner(writer: Writer, node: number): void {
  const { tree, addresses, inner } = writer;
  inner[writer.innerEnd++] = addresses.nodesAt + aabbBytes * node;
  inner[writer.innerEnd++] = addresses.nodesAt + aabbBytes * childAt(tree, node, 1);
}
