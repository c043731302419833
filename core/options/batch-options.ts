import type { OptionTable } from './option.ts';

/** The threads of a batch of queries. */
export const batchOptions = {
  jobs: {
    type: 'integer',
    title: 'Threads',
    meaning: 'Number of threads for the queries of a file. The results and their order do not depend on it.',
    unit: 'threads',
    min: 1,
    max: 64,
    default: 1,
    summary: 'Threads for the queries of a file',
  },
} as const satisfies OptionTable;
