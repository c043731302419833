/** The package entry `boxwood/threads`: files of the disk, and queries, builds and checks on worker threads of Node. */
export type { PairThreads, QueryThreads } from '#core/index';
export { buildTreeOnThreads } from './build-tree-on-threads.ts';
export { checkMeshOnThreads, type CheckThreads, type CheckThreadsOptions, startCheckThreads } from './check-mesh-on-threads.ts';
export { readMeshFile, type ReadThreads, startReadThreads } from './read-mesh-file.ts';
export { startPairThreads } from './start-pair-threads.ts';
export { startQueryThreads } from './start-query-threads.ts';
export type { QueryThreadsOptions } from './threads-of.ts';
