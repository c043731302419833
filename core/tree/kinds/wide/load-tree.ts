import {
  type Kernel,
  type KernelHost,
  type QueryExports,
  copyIn,
  isTooLarge,
  loadMesh,
  noHost,
  reserved,
  theKernel,
  viewQueries,
} from '../../../kernel/index.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { checkTreeFits } from '../../check-tree-fits.ts';
import type { Tree } from '../../layout.ts';
import { readNodeBox } from '../../node-box.ts';
import { isSoundFrame } from './frame.ts';
import type { LoadedTree, RayJudge } from './loaded-tree.ts';

/**
 * Returns the same tree with a copy in WebAssembly, which from then on runs its queries with the same results as JavaScript. Nodes and triangles are
 * copied, and the mesh where the blocks are not exact. The copy is freed with the last reference to the returned record.
 *
 * Returns the tree itself where there is no kernel or no memory for it, for kinds other than `wide`, and where f32 has no frame for the mesh.
 * @throws InspectorError `invalid-argument` for a tree of another mesh.
 */
export function loadTree(tree: Tree, mesh: TriangleMesh, from: Kernel | null = theKernel): Tree {
  checkTreeFits(tree, mesh);
  if (from === null || tree.loaded !== null || !isForKernel(tree, from)) return tree;
  try {
    return { ...tree, loaded: loaded(tree, mesh, from) };
  } catch (error) {
    if (isTooLarge(error)) return tree;
    throw error;
  }
}

/** Returns whether `loadTree` loads a tree into the kernel, if there is memory. */
export function isForKernel(tree: Tree, from: Kernel | null): boolean {
  return (
    from !== null &&
    tree.kind === 'wide' &&
    tree.nodeCount > 0 &&
    isSoundFrame({ origin: tree.origin, scale: tree.wide.scale }, tree.bounds)
  );
}

function loaded(tree: Tree, mesh: TriangleMesh, from: Kernel): LoadedTree {
  const holder: LoadedHolder = { loaded: null };
  const kernel = from.instantiate(hostOf(holder));
  if (!tree.wide.isExact) loadMesh(kernel, mesh);
  const at = { nodes: copyIn(kernel, tree.nodesU32), blocks: copyIn(kernel, tree.wide.blocksU32) };
  return loadedOn(holder, kernel, tree, at, false);
}

/** The loaded tree that an instance calls back, which is made after it. */
export interface LoadedHolder {
  loaded: LoadedTree | null;
}

/** Returns the callbacks of an instance that has one tree. */
export function hostOf(holder: LoadedHolder): KernelHost {
  return {
    exactDistance: (triangle) => holder.loaded!.judge.exactDistance(triangle),
    settle: (triangle, distance, error, best, bestDistance, bestError) => {
      const { loaded } = holder;
      loaded!.judge.settle(loaded!, triangle, distance, error, best, bestDistance, bestError);
    },
    touches: (triangle) => (holder.loaded!.touchJudge(triangle) ? 1 : 0),
    intersects: noHost.intersects,
  };
}

/** Prepares an instance for queries of a tree whose nodes and blocks are in its memory. @throws InspectorError `too-large`. */
export function loadedOn(
  holder: LoadedHolder,
  kernel: QueryExports,
  tree: Tree,
  { nodes, blocks }: { readonly nodes: number; readonly blocks: number },
  isShared: boolean,
): LoadedTree {
  const { origin, wide } = tree;
  kernel.setFrame(origin[0], origin[1], origin[2], wide.scale);
  kernel.setTree(nodes, blocks);
  kernel.setExact(wide.isExact ? 1 : 0);
  reserved(kernel.reserveStack(tree.depth + 1));
  // The same numbers from which JavaScript computes the error bounds of its tests.
  const box = new Float32Array(6);
  readNodeBox(tree, 0, box);
  reserved(kernel.setBounds(box[0], box[1], box[2], box[3], box[4], box[5]));
  reserved(kernel.setSweepBounds(box[0], box[1], box[2], box[3], box[4], box[5]));
  reserved(kernel.reserveResult());
  reserved(kernel.reserveClosest());
  reserved(kernel.reserveSweep());
  reserved(kernel.reserveSolid());
  holder.loaded = { ...viewQueries(kernel, isShared), judge: noJudge, touchJudge: () => false };
  return holder.loaded;
}

/** The judge between queries. */
const noJudge: RayJudge = { exactDistance: () => -1, settle: () => {} };
