import { createQueryThreads, type QueryThreads, type Tree, type TriangleMesh } from '#core/index';
import { startWorkThread } from '../worker/start-work-thread.ts';
import { threadScript } from './thread-script.ts';
import { threadsOf, type QueryThreadsOptions } from './threads-of.ts';

const script = threadScript('query-helper.js');

/**
 * Starts worker threads of Node that run batches of queries on a mesh and its tree. They share one copy of both; the process goes on until `end`.
 * @throws InspectorError `invalid-argument` for a tree of another mesh, unknown options, and a number of threads that is not whole, below 1 or above 1024.
 */
export function startQueryThreads(tree: Tree, mesh: TriangleMesh, options: QueryThreadsOptions = {}): QueryThreads {
  return createQueryThreads(tree, mesh, threadsOf(options), () => startWorkThread(script));
}
