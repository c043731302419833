import { availableParallelism } from 'node:os';
import { createQueryThreads, type QueryThreads, type Tree, type TriangleMesh } from '#core/index';
import { startWorkThread } from '../worker/start-work-thread.ts';
import { threadScript } from './thread-script.ts';

const script = threadScript('query-helper.js');

export interface QueryThreadsOptions {
  /** Number of worker threads; by default one for each processor. */
  readonly threads?: number;
}

/**
 * Starts worker threads of Node that run batches of queries on a mesh and its tree. They share one copy of both; the process goes on until `end`.
 * @throws InspectorError `invalid-argument` for a tree of another mesh, and for a number of threads that is not whole, below 1 or above 1024.
 */
export function startQueryThreads(
  tree: Tree,
  mesh: TriangleMesh,
  { threads = availableParallelism() }: QueryThreadsOptions = {},
): QueryThreads {
  return createQueryThreads(tree, mesh, threads, () => startWorkThread(script));
}
