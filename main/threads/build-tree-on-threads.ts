import { checkThreads } from '#core/check-threads';
import { type BuildTreeOptions, openTree, type Tree, type TriangleMesh } from '#core/index';
import { wholeMesh } from '#core/library/whole-mesh';
import { buildTreeParallel, fastByDefault, threadsHelpBuild } from '#core/tree';
import { startBuildPool } from '../worker/start-build-pool.ts';
import { threadScript } from './thread-script.ts';
import { threadsOf, type QueryThreadsOptions } from './threads-of.ts';

/**
 * Builds a tree as `buildTree` does, with worker threads of Node that help this one, and that end with the build. They help with trees of kind `wide` by
 * the split `sah` of 131,072 triangles and more; this thread builds all others. The bytes are those of `buildTree`.
 * @throws InspectorError as `buildTree`; `invalid-argument` for a wrong number of threads, and other options of threads; whatever `progress` throws.
 */
export async function buildTreeOnThreads(
  given: TriangleMesh,
  { progress, ...others }: BuildTreeOptions = {},
  also: QueryThreadsOptions = {},
): Promise<Tree> {
  const mesh = wholeMesh(given);
  const threads = threadsOf(also);
  checkThreads(threads);
  const options = fastByDefault(others);
  const started = threads > 1 && threadsHelpBuild(mesh, options) ? startBuildPool(threads - 1, threadScript('build-helper.js')) : null;
  try {
    const { bytes } = await buildTreeParallel(mesh, options, started?.pool ?? null, progress);
    return openTree(bytes, mesh);
  } finally {
    started?.end();
  }
}
