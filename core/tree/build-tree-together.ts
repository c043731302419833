import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type SharedKernel, theSharedKernel } from '../kernel/index.ts';
import { buildOptions, type BuildOptions } from '../options/build-options.ts';
import { checkValues } from '../options/option.ts';
import { noProgress, type Progress } from '../progress.ts';
import { buildTold, type BuiltTree } from './build-tree.ts';
import { buildWideTogether } from './kinds/wide/crew/build-wide-together.ts';
import type { BuildCrew } from './kinds/wide/crew/build-crew.ts';

/** With fewer triangles one thread has built the tree before another has started. */
export const minForThreads = 1 << 17;

export interface TogetherBuilt extends BuiltTree {
  /** Whether the threads of the crew had a share in it, be it none of its tasks: a thread that starts late takes none. */
  readonly isTogether: boolean;
}

/**
 * What `buildTold` gives, the bytes being the same, by several threads where that helps: a wide tree by binned SAH of some tens of thousands of triangles,
 * where memory can be shared. All else, and what a crew without luck leaves undone, is built by this thread alone.
 * @throws InspectorError as `buildTree`; whatever `progress` throws.
 */
export async function buildTreeTogether(
  mesh: TriangleMesh,
  options: Partial<BuildOptions>,
  crew: BuildCrew | null,
  progress: Progress = noProgress,
  kernel: SharedKernel | null = theSharedKernel,
): Promise<TogetherBuilt> {
  const checked = checkValues(buildOptions, options);
  // What is begun anew does not tell that it has gone back.
  let furthest = 0;
  const forward = (fraction: number): void => progress((furthest = Math.max(furthest, fraction)));
  const canShare = kernel !== null && crew !== null && checked.kind === 'wide' && checked.split === 'sah';
  const tree = canShare ? await buildWideTogether(kernel, crew, mesh, checked, forward) : null;
  return tree === null
    ? { ...buildTold(mesh, checked, forward), isTogether: false }
    : { bytes: tree, engine: 'webassembly', isTogether: true };
}
