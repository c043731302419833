import { noHost, theKernel, type Kernel } from '../../kernel/compile-kernel.ts';
import type { KernelExports } from '../../kernel/kernel-exports.ts';
import { checkFits, granted } from '../../kernel/kernel-memory.ts';
import { InspectorError } from '../../error.ts';
import { vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkTreeFits } from '../check-tree-fits.ts';
import type { Tree } from '../layout.ts';
import { refitWideWords } from './refit-wide-words.ts';
import { refitWords, vertexBytes } from './refit-words.ts';

/** The division of a tree in the memory of an instance of the kernel, which refits it. */
export interface LoadedRefit {
  readonly tree: Tree;
  /** The triangles that it was loaded with; a moved mesh has the same. */
  readonly indices: Uint32Array;
  /** Nodes that are no leaves, but for the root of a wide tree, whose box is its children's. */
  readonly innerCount: number;
  readonly kernel: KernelExports;
  /** (3·V) where the moved vertices go; the words of the nodes, and behind them of a wide tree's blocks; (6) the box of all. Nothing grows, so they stay. */
  readonly positions: Float64Array;
  readonly nodes: Uint32Array;
  readonly bounds: Float64Array;
}

/**
 * Gives the division of a tree of plain boxes, or of a wide one, to WebAssembly, for many refits: `refitTree` with it gives the bytes that it gives without.
 * It goes when the record that is given back is dropped.
 *
 * `null` where there is no kernel or no memory for it, and for other kinds.
 * @throws InspectorError `invalid-argument` for a tree of another mesh.
 */
export function loadRefit(tree: Tree, mesh: TriangleMesh, from: Kernel | null = theKernel): LoadedRefit | null {
  checkTreeFits(tree, mesh);
  if (from === null || (tree.kind !== 'aabb' && tree.kind !== 'wide') || tree.nodeCount === 0) return null;
  try {
    return loaded(tree, mesh, from);
  } catch (error) {
    // TypeScript needs no copy.
    if (error instanceof InspectorError && error.code === 'too-large') return null;
    throw error;
  }
}

function loaded(tree: Tree, mesh: TriangleMesh, from: Kernel): LoadedRefit {
  const vertices = vertexCount(mesh);
  const { leaves, inner } = tree.kind === 'wide' ? refitWideWords(tree, mesh) : refitWords(tree, mesh);
  const words = volumeWords(tree, tree.bytes);
  checkFits(vertexBytes * vertices + leaves.byteLength + inner.byteLength + words.byteLength);
  const used = usedVertices(tree, mesh);
  const kernel = from.instantiate(noHost);
  granted(kernel.reserveRefit(vertices, leaves.length, inner.length / 2, words.byteLength, used === null ? 0 : used.length));
  if (tree.kind === 'wide') granted(kernel.reserveWideRefit());
  const { buffer } = kernel.memory;
  const at = ({ value }: { readonly value: number }): number => value >>> 0;
  new Uint32Array(buffer, at(kernel.movedLeaves), leaves.length).set(leaves);
  new Uint32Array(buffer, at(kernel.movedInner), inner.length).set(inner);
  if (used !== null) new Uint32Array(buffer, at(kernel.usedVertices), used.length).set(used);
  const nodes = new Uint32Array(buffer, at(kernel.movedNodes), words.length);
  nodes.set(words);
  return {
    tree,
    indices: mesh.indices,
    innerCount: inner.length / 2,
    kernel,
    positions: new Float64Array(buffer, at(kernel.moved), 3 * vertices),
    nodes,
    bounds: new Float64Array(buffer, at(kernel.movedBounds), 6),
  };
}

/** The words that a refit writes in the bytes of a tree: its nodes, and a wide one's blocks, which follow them. */
export function volumeWords({ nodesU32, wide }: Tree, bytes: ArrayBuffer | SharedArrayBuffer): Uint32Array {
  return new Uint32Array(bytes, nodesU32.byteOffset, nodesU32.length + wide.blocksU32.length);
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
