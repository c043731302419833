import { noHost, theKernel, type Kernel } from '../../kernel/compile-kernel.ts';
import type { KernelExports } from '../../kernel/kernel-exports.ts';
import { checkFits, granted } from '../../kernel/kernel-memory.ts';
import { InspectorError } from '../../error.ts';
import { vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkTreeFits } from '../check-tree-fits.ts';
import { nodeBytes, type Tree } from '../layout.ts';
import { childAt, isLeaf, leafCount, leafFirst } from '../nodes.ts';

/** The division of a tree in the memory of an instance of the kernel, which refits it. */
export interface LoadedRefit {
  readonly tree: Tree;
  /** The triangles that it was loaded with; a moved mesh has the same. */
  readonly indices: Uint32Array;
  readonly kernel: KernelExports;
  /** (3·V) where the moved vertices go; (8·N) where the nodes are; (6) the box of all. Nothing grows, so they stay. */
  readonly positions: Float64Array;
  readonly nodes: Uint32Array;
  readonly bounds: Float64Array;
}

const vertexBytes = 24;

/**
 * Gives the division of a tree of plain boxes to WebAssembly, for many refits: `refitTree` with it gives the bytes that it gives without. It goes when
 * the record that is given back is dropped.
 *
 * `null` where there is no kernel or no memory for it, and for other kinds.
 * @throws InspectorError `invalid-argument` for a tree of another mesh.
 */
export function loadRefit(tree: Tree, mesh: TriangleMesh, from: Kernel | null = theKernel): LoadedRefit | null {
  checkTreeFits(tree, mesh);
  if (from === null || tree.kind !== 'aabb' || tree.nodeCount === 0) return null;
  try {
    return loaded(tree, mesh, from);
  } catch (error) {
    // TypeScript needs no copy.
    if (error instanceof InspectorError && error.code === 'too-large') return null;
    throw error;
  }
}

function loaded(tree: Tree, mesh: TriangleMesh, from: Kernel): LoadedRefit {
  const { nodeCount, nodesU32 } = tree;
  const vertices = vertexCount(mesh);
  const leaves = leafWords(tree, mesh);
  checkFits(vertexBytes * vertices + leaves.byteLength + (nodeBytes + 8) * nodeCount);
  const used = usedVertices(tree, mesh);
  const kernel = from.instantiate(noHost);
  granted(kernel.reserveRefit(vertices, leaves.length, nodeCount, used === null ? 0 : used.length));
  const { buffer } = kernel.memory;
  const at = ({ value }: { readonly value: number }): number => value >>> 0;
  new Uint32Array(buffer, at(kernel.movedLeaves), leaves.length).set(leaves);
  writeInner(tree, new Uint32Array(buffer, at(kernel.movedInner), 2 * nodeCount));
  if (used !== null) new Uint32Array(buffer, at(kernel.usedVertices), used.length).set(used);
  const nodes = new Uint32Array(buffer, at(kernel.movedNodes), nodesU32.length);
  nodes.set(nodesU32);
  return {
    tree,
    indices: mesh.indices,
    kernel,
    positions: new Float64Array(buffer, at(kernel.moved), 3 * vertices),
    nodes,
    bounds: new Float64Array(buffer, at(kernel.movedBounds), 6),
  };
}

/** Where the vertices are that triangles of the tree use; `null` where that is all of them. */
function usedVertices({ leafOrder, triangles }: Tree, mesh: TriangleMesh): Uint32Array | null {
  const isUsed = new Uint8Array(vertexCount(mesh));
  let count = 0;
  for (let i = 0; i < triangles; i++) {
    for (let corner = 3 * leafOrder[i]!; corner < 3 * leafOrder[i]! + 3; corner++) {
      const vertex = mesh.indices[corner]!;
      count += 1 - isUsed[vertex]!;
      isUsed[vertex] = 1;
    }
  }
  if (count === isUsed.length) return null;
  const places = new Uint32Array(count);
  let at = 0;
  isUsed.forEach((used, vertex) => {
    if (used === 1) places[at++] = vertexBytes * vertex;
  });
  return places;
}

/** More triangles than a leaf would have without the least box. */
const isLarge = 0x8000_0000;

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
function writeInner(tree: Tree, out: Uint32Array): void {
  let at = 0;
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    if (isLeaf(tree, node)) continue;
    out[at++] = nodeBytes * node;
    out[at++] = nodeBytes * childAt(tree, node, 1);
  }
}
