import { isTooLarge, theKernel } from '../../kernel/index.ts';
import { quickTree } from '../../options/build-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { buildTreeParallel } from '../../tree/build-tree-parallel.ts';
import { openTree } from '../../tree/open-tree.ts';
import type { Tree } from '../../tree/layout.ts';
import type { BuildPool } from '../../tree/kinds/wide/parallel/build-pool.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { isLoadable, isOneSide, loadWide, type LoadedPair } from './load-pair.ts';

/** A loaded pair, and how its trees were built. */
export interface LoadedParallel {
  readonly pair: LoadedPair;
  /** Number of trees built, and how many of these by several threads. */
  readonly built: number;
  readonly parallel: number;
}

/**
 * Loads a pair as `loadPair` does with `buildsWide`. This thread and the threads of a pool build each wide tree in parallel where that is
 * faster, one tree after the other. `null` as there.
 * @throws InspectorError as `loadPair`; whatever `progress` throws.
 */
export async function loadPairParallel(
  a: TreedMesh,
  b: TreedMesh,
  pool: BuildPool | null,
  progress: Progress = noProgress,
): Promise<LoadedParallel | null> {
  if (!isLoadable(a, b, true) || theKernel === null) return null;
  let built = 0;
  let parallel = 0;
  const wideOf = async ({ mesh, tree }: TreedMesh, part: number): Promise<Tree> => {
    if (tree.kind === 'wide') return tree;
    const { bytes, isParallel } = await buildTreeParallel(mesh, quickTree, pool, (fraction) => progress(0.5 * (part + fraction)));
    built++;
    if (isParallel) parallel++;
    return openTree(bytes);
  };
  try {
    const treeA = await wideOf(a, 0);
    const treeB = isOneSide(a, b) ? treeA : await wideOf(b, 1);
    const pair = loadWide({ a, b, treeA, treeB }, theKernel);
    return pair === null ? null : { pair, built, parallel };
  } catch (error) {
    if (isTooLarge(error)) return null;
    throw error;
  }
}
