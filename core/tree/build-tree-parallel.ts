import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type SharedKernel, theSharedKernel } from '../kernel/index.ts';
import { buildOptions, type BuildOptions } from '../options/build-options.ts';
import { checkValues } from '../options/option.ts';
import { noProgress, type Progress } from '../progress.ts';
import { buildWithEngine, type BuiltTree } from './build-tree.ts';
import { buildWideParallel } from './kinds/wide/parallel/build-wide-parallel.ts';
import type { BuildPool } from './kinds/wide/parallel/build-pool.ts';

/** With fewer triangles one thread is faster: it builds the tree before another thread has started. */
export const minForThreads = 1 << 17;

/** Whether other threads make a build faster. */
export function threadsHelpBuild(mesh: TriangleMesh, { kind, split = buildOptions.split.default }: Partial<BuildOptions>): boolean {
  return kind === 'wide' && split === 'sah' && triangleCount(mesh) >= minForThreads;
}

export interface ParallelBuilt extends BuiltTree {
  /** Whether the pool was used. A thread that started late may have done none of the tasks. */
  readonly isParallel: boolean;
}

/**
 * Builds the same bytes as `buildWithEngine`, with several threads where that helps: for wide trees by binned SAH of many
 * triangles, where memory can be shared. Everything else is built by this thread, also when the pool fails.
 * @throws InspectorError as `buildTree`; whatever `progress` throws.
 */
export async function buildTreeParallel(
  mesh: TriangleMesh,
  options: Partial<BuildOptions>,
  pool: BuildPool | null,
  progress: Progress = noProgress,
  kernel: SharedKernel | null = theSharedKernel,
): Promise<ParallelBuilt> {
  const checked = checkValues(buildOptions, options);
  // A build that starts again must not report less progress than before.
  let furthest = 0;
  const forward = (fraction: number): void => progress((furthest = Math.max(furthest, fraction)));
  const canShare = kernel !== null && pool !== null && checked.kind === 'wide' && checked.split === 'sah';
  const tree = canShare ? await buildWideParallel(kernel, pool, mesh, checked, forward) : null;
  return tree === null
    ? { ...buildWithEngine(mesh, checked, forward), isParallel: false }
    : { bytes: tree, engine: 'webassembly', isParallel: true };
}
