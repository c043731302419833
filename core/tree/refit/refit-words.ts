import { largeLeafFlag, minLeafVertices, vertexBytes } from '../../kernel/index.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { aabbBytes, aabbWords } from '../kinds/aabb/node-aabb.ts';
import type { Tree } from '../layout.ts';
import { childAt, isLeaf, leafCount, leafFirst } from '../nodes.ts';

/** What the kernel goes by: `assembly/refit/refit-boxes.ts` and `refit-wide.ts` describe the words. */
export interface RefitWords {
  readonly leaves: Uint32Array;
  readonly inner: Uint32Array;
  /** In the order in which they are refitted, and in which their words follow each other. */
  readonly parts: readonly RefitPart[];
}

/** Nodes that are refitted together and then copied out, while they are still at hand. Their children are among them, or in a part before. */
export interface RefitPart {
  /** Leaves, or blocks of a wide tree, and other nodes. */
  readonly leaves: number;
  readonly inner: number;
  /** Of a wide tree, in the kernel. */
  readonly firstBlockAt: number;
  /** The words that it writes, counted from the first node's on. */
  readonly written: readonly { readonly first: number; readonly end: number }[];
}

/** Where things lie in the kernel. */
export interface RefitPlaces {
  readonly verticesAt: number;
  readonly nodesAt: number;
}

/** Nodes of a part: with their vertices they fit the cache of a core. */
const partNodes = 1 << 13;

/** Of a tree of kind `aabb`. */
export function refitWords(tree: Tree, mesh: TriangleMesh, places: RefitPlaces): RefitWords {
  const { nodeCount, triangles, leafCount: allLeaves } = tree;
  const writer: Writer = {
    tree,
    mesh,
    places,
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

/** How many levels are below each node; 0 for a leaf. */
function heightsOf(tree: Tree): Uint32Array {
  const heights = new Uint32Array(tree.nodeCount);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    if (!isLeaf(tree, node)) heights[node] = 1 + Math.max(heights[childAt(tree, node, 0)], heights[childAt(tree, node, 1)]);
  }
  return heights;
}

/** The nodes of [first, end) that are no leaves, the lowest first: so none has to wait for the one before it, which is a third of the time. */
function upwards(heights: Uint32Array, first: number, end: number): readonly number[] {
  const keys: number[] = [];
  for (let node = first; node < end; node++) if (heights[node] > 0) keys.push(heights[node] * partNodes + node - first);
  return Array.from(Float64Array.from(keys).sort(), (key) => first + (key % partNodes));
}

/** Words that are being written, of both kinds of trees. */
export interface WordsWriter {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  readonly places: RefitPlaces;
  readonly leaves: Uint32Array;
  leavesEnd: number;
  readonly inner: Uint32Array;
  innerEnd: number;
}

interface Writer extends WordsWriter {
  /** The last leaf, its node counted from 1, that has a vertex. */
  readonly lastLeaf: Uint32Array;
}

/** Where it is, how many vertices it has, and where these are, each once in the order of the triangles. */
function addLeaf(writer: Writer, node: number): void {
  const { tree, mesh, places, leaves, lastLeaf } = writer;
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
      leaves[at++] = places.verticesAt + vertexBytes * vertex;
    }
  }
  for (; at < head + 2 + minLeafVertices; at++) leaves[at] = leaves[at - 1];
  leaves[head] = places.nodesAt + aabbBytes * node;
  leaves[head + 1] = at - head - 2 + (count > tree.leafTriangles ? largeLeafFlag : 0);
  writer.leavesEnd = at;
}

/** Where it is, and where its right child is. */
function addInner(writer: Writer, node: number): void {
  const { tree, places, inner } = writer;
  inner[writer.innerEnd++] = places.nodesAt + aabbBytes * node;
  inner[writer.innerEnd++] = places.nodesAt + aabbBytes * childAt(tree, node, 1);
}
