import type { OptionTable, OptionValues } from './option.ts';

/** The size limit of the cache. */
export const cacheOptions = {
  cacheSize: {
    type: 'integer',
    title: 'Max cache size',
    meaning: 'Max size of the cache. Least recently used entries are evicted after a run. Choose more than one run adds.',
    unit: 'MiB',
    min: 1,
    max: 1_048_576,
    default: 1024,
    summary: 'Max size of the cache',
  },
} as const satisfies OptionTable;

export type CacheOptions = OptionValues<typeof cacheOptions>;
