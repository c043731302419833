/** The package entry `boxwood/threads`: queries on worker threads of Node. */
export type { QueryThreads } from '#core/index';
export { startQueryThreads, type QueryThreadsOptions } from './start-query-threads.ts';
