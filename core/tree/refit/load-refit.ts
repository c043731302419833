import {
  type Kernel,
  type KernelExports,
  checkFits,
  copyIn,
  isTooLarge,
  noHost,
  reserve,
  reserved,
  theKernel,
  vertexBytes,
  viewF64,
  viewU32,
} from '../../kernel/index.ts';
import { vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkTreeFits } from '../check-tree-fits.ts';
import type { Tree } from '../layout.ts';
import { refitWideWords } from './refit-wide-words.ts';
import { refitWords, type RefitPart } from './refit-words.ts';

/** A tree in the memory of an instance of the kernel, which refits it to moved vertices. */
export interface LoadedRefit {
  readonly tree: Tree;
  /** The indices it was loaded with; a moved mesh has the same. */
  readonly indices: Uint32Array;
  readonly kernel: KernelExports;
  /** (3·V) views of the moved vertices, and (6) of the box of all. The memory does not grow, so the views stay valid. */
  readonly positions: Float64Array;
  readonly bounds: Float64Array;
  /** Number of vertices that triangles use. */
  readonly usedCount: number;
  /** Addresses of the words of leaves and of other nodes. */
  readonly leavesAt: number;
  readonly innerAt: number;
  readonly parts: readonly LoadedPart[];
}

export interface LoadedPart extends RefitPart {
  /** Views of the words it writes, and where these are in the bytes of a tree. */
  readonly copies: readonly { readonly words: Uint32Array; readonly toByte: number }[];
}

/**
 * Loads a tree of kind `aabb` or `wide` into WebAssembly, for many refits: `refitTree` then gives the same bytes, faster. The memory is freed with the
 * last reference to the returned record.
 *
 * Returns `null` where there is no kernel or no memory for it, and for other kinds.
 * @throws InspectorError `invalid-argument` for a tree of another mesh.
 */
export function loadRefit(tree: Tree, mesh: TriangleMesh, from: Kernel | null = theKernel): LoadedRefit | null {
  checkTreeFits(tree, mesh);
  if (from === null || (tree.kind !== 'aabb' && tree.kind !== 'wide') || tree.nodeCount === 0) return null;
  try {
    return loaded(tree, mesh, from);
  } catch (error) {
    if (isTooLarge(error)) return null;
    throw error;
  }
}

function loaded(tree: Tree, mesh: TriangleMesh, from: Kernel): LoadedRefit {
  const { bytes, nodesU32, wide } = tree;
  const vertices = vertexCount(mesh);
  const kernel = from.instantiate(noHost);
  // A wide tree's blocks follow its nodes.
  const words = new Uint32Array(bytes, nodesU32.byteOffset, nodesU32.length + wide.blocksU32.length);
  checkFits(vertexBytes * vertices + words.byteLength);
  const verticesAt = reserve(kernel, vertexBytes * vertices);
  const nodesAt = copyIn(kernel, words);
  const boundsAt = reserve(kernel, 48);
  const addresses = { verticesAt, nodesAt };
  const { leaves, inner, parts } = tree.kind === 'wide' ? refitWideWords(tree, mesh, addresses) : refitWords(tree, mesh, addresses);
  const leavesAt = copyIn(kernel, leaves);
  const innerAt = copyIn(kernel, inner);
  const used = usedVertices(tree, mesh, verticesAt);
  kernel.setMoved(verticesAt, vertices, used === null ? 0 : copyIn(kernel, used), boundsAt);
  if (tree.kind === 'wide') reserved(kernel.beginRefitWide());
  const copiesOf = ({ written }: RefitPart): LoadedPart['copies'] =>
    written.map(({ first, end }) => ({
      words: viewU32(kernel, nodesAt + 4 * first, end - first),
      toByte: nodesU32.byteOffset + 4 * first,
    }));
  return {
    tree,
    indices: mesh.indices,
    kernel,
    leavesAt,
    innerAt,
    positions: viewF64(kernel, verticesAt, 3 * vertices),
    bounds: viewF64(kernel, boundsAt, 6),
    usedCount: used === null ? vertices : used.length,
    parts: parts.map((part) => ({ ...part, copies: copiesOf(part) })),
  };
}

/** Returns the addresses of the vertices that triangles of the tree use; `null` where all vertices are used. */
function usedVertices({ leafOrder, triangles }: Tree, mesh: TriangleMesh, verticesAt: number): Uint32Array | null {
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
  const addresses = new Uint32Array(count);
  let at = 0;
  isUsed.forEach((used, vertex) => {
    if (used === 1) addresses[at++] = verticesAt + vertexBytes * vertex;
  });
  return addresses;
}
