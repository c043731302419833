import { createPairThreads, type PairThreads, type TreedMesh } from '#core/index';
import { startWorkThread } from '../worker/start-work-thread.ts';
import { threadScript } from './thread-script.ts';
import { threadsOf, type QueryThreadsOptions } from './threads-of.ts';

const script = threadScript('pair-helper.js');

/**
 * Starts worker threads of Node that query two meshes in many placements. They share one copy of both; the process goes on until `end`.
 * @throws InspectorError `invalid-argument` for a tree of another mesh, unknown options, and a number of threads that is not whole, below 1 or above 1024.
 */
export function startPairThreads(a: TreedMesh, b: TreedMesh, options: QueryThreadsOptions = {}): PairThreads {
  return createPairThreads(a, b, threadsOf(options), () => startWorkThread(script));
}
