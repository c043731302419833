/** The package entry `boxwood/threads`: queries on worker threads of Node. */
export type { PairThreads, QueryThreads } from '#core/index';
export { startPairThreads } from './start-pair-threads.ts';
export { startQueryThreads, type QueryThreadsOptions } from './start-query-threads.ts';
