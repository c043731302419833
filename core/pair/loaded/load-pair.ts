import {
  type Kernel,
  type KernelExports,
  type KernelHost,
  checkFits,
  copyIn,
  isTooLarge,
  meshMemory,
  noHost,
  reserve,
  reserved,
  theKernel,
  viewF64,
  viewU32,
  wideNodeBytes,
} from '../../kernel/index.ts';
import { identityTransform } from '../../math/transform.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { quickTree } from '../../options/build-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { checkTreeFits } from '../../tree/check-tree-fits.ts';
import { openTree } from '../../tree/open-tree.ts';
import type { Tree } from '../../tree/layout.ts';
import { buildTree } from '../../tree/build-tree.ts';
import { isSoundFrame } from '../../tree/kinds/wide/frame.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../placed-triangle.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import type { LoadedPair } from './loaded-pair.ts';
import { placementView } from './place-pair.ts';

export type { LoadedPair } from './loaded-pair.ts';

/** Options of `loadPair`. */
export interface LoadPairOptions {
  /** Whether wide trees are built for trees of kind `aabb`: worth it for many queries of one pair. */
  readonly buildsWide?: boolean;
  readonly progress?: Progress;
  readonly from?: Kernel | null;
}

/**
 * Loads two wide trees into the kernel, for `pairs`, `surfacesIntersect` and `meshDistance` of this pair. The trees are copied, and
 * the meshes too unless the trees contain the exact vertices. The memory is freed when the returned record is garbage-collected.
 *
 * Returns `null` without a kernel or enough memory, if f32 has no frame for a mesh, and for trees of other kinds. JavaScript runs
 * the queries then, with the same results.
 * @throws InspectorError `invalid-argument` for a tree of another mesh; whatever `progress` throws.
 */
export function loadPair(
  a: TreedMesh,
  b: TreedMesh,
  { buildsWide = false, progress = noProgress, from = theKernel }: LoadPairOptions = {},
): LoadedPair | null {
  if (!isLoadable(a, b, buildsWide) || from === null) return null;
  try {
    const treeA = wideOf(a, from, (fraction) => progress(0.5 * fraction));
    const treeB = isOneSide(a, b) ? treeA : wideOf(b, from, (fraction) => progress(0.5 + 0.5 * fraction));
    return loadWide({ a, b, treeA, treeB }, from);
  } catch (error) {
    if (isTooLarge(error)) return null;
    throw error;
  }
}

/** Whether the kinds of both trees can be loaded. @throws InspectorError `invalid-argument` for a tree of another mesh. */
export function isLoadable(a: TreedMesh, b: TreedMesh, buildsWide: boolean): boolean {
  checkTreeFits(a.tree, a.mesh);
  checkTreeFits(b.tree, b.mesh);
  return [a, b].every(({ tree }) => (tree.kind === 'wide' || (buildsWide && tree.kind === 'aabb')) && tree.nodeCount > 0);
}

/** Whether the pair is a mesh against itself. */
export function isOneSide(a: TreedMesh, b: TreedMesh): boolean {
  return b.mesh === a.mesh && b.tree === a.tree;
}

/** Loads a pair with wide trees; `null` if f32 has no frame for a mesh. @throws InspectorError `too-large`. */
export function loadWide(pair: Pick<LoadedPair, 'a' | 'b' | 'treeA' | 'treeB'>, from: Kernel): LoadedPair | null {
  const isSound = ({ origin, wide, bounds, nodeCount }: Tree): boolean =>
    nodeCount > 0 && isSoundFrame({ origin, scale: wide.scale }, bounds);
  return isSound(pair.treeA) && isSound(pair.treeB) ? loaded(pair, from) : null;
}

/** Whether `loaded` is the pair of `a` and `b`. */
export function isOf(loaded: LoadedPair | null, a: TreedMesh, b: TreedMesh): loaded is LoadedPair {
  return loaded !== null && loaded.a === a && loaded.b === b;
}

function wideOf({ mesh, tree }: TreedMesh, from: Kernel, progress: Progress): Tree {
  return tree.kind === 'wide' ? tree : openTree(buildTree(mesh, quickTree, progress, from));
}

function loaded(pair: Pick<LoadedPair, 'a' | 'b' | 'treeA' | 'treeB'>, from: Kernel): LoadedPair {
  const { a, b, treeA, treeB } = pair;
  checkFits(sideMemory(treeA, a.mesh) + (treeB === treeA ? 0 : sideMemory(treeB, b.mesh)));
  const holder: { loaded: LoadedPair | null } = { loaded: null };
  const kernel = from.instantiate({ ...noHost, intersects: judgeOf(holder) });
  const sideA = copySide(kernel, treeA, a.mesh);
  const sideB = treeB === treeA ? sideA : copySide(kernel, treeB, b.mesh);
  kernel.setSideA(...sideA);
  kernel.setSideB(...sideB);
  reserved(kernel.reservePair(treeA.depth + treeB.depth + 2));
  holder.loaded = { ...pair, kernel, placement: placementView(kernel), aFromB: identityTransform };
  return holder.loaded;
}

/** Returns the callback that decides where f64 does not. */
function judgeOf(holder: { readonly loaded: LoadedPair | null }): KernelHost['intersects'] {
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  return (triangleA, triangleB) => {
    const { a, b, aFromB } = holder.loaded!;
    readCorners(a.mesh, triangleA, p);
    return readPlacedCorners(b.mesh, triangleB, aFromB, q) && trianglesIntersect(p, q) ? 1 : 0;
  };
}

type Side = readonly [nodes: number, blocks: number, positions: number, indices: number, frame: number];

function sideMemory({ nodesU32, wide }: Tree, mesh: TriangleMesh): number {
  return nodesU32.byteLength + wide.blocksU32.byteLength + (wide.isExact ? 0 : meshMemory(mesh));
}

function copySide(kernel: KernelExports, { nodesU32, wide, origin }: Tree, { positions, indices }: TriangleMesh): Side {
  const allocate = (bytes: number): number => reserve(kernel, bytes);
  const nodes = allocate(wideNodeBytes + nodesU32.byteLength) + wideNodeBytes;
  const blocks = copyIn(kernel, wide.blocksU32);
  const frame = allocate(32);
  const [positionsAt, indicesAt] = wide.isExact ? [0, 0] : [allocate(positions.byteLength), copyIn(kernel, indices)];
  viewU32(kernel, nodes, nodesU32.length).set(nodesU32);
  viewF64(kernel, frame, 4).set([...origin, wide.scale]);
  if (!wide.isExact) viewF64(kernel, positionsAt, positions.length).set(positions);
  return [nodes, blocks, positionsAt, indicesAt, frame];
}
