import type { OptionTable, OptionValues } from './option.ts';

/** How much a cache keeps. */
export const cacheOptions = {
  cacheSize: {
    type: 'integer',
    title: 'Cache size',
    meaning:
      'The cache is held to so much: behind a run that added to it, what was used longest ago goes. With less than one run adds, the next one finds little.',
    unit: 'MiB',
    min: 1,
    max: 1_048_576,
    default: 1024,
  },
} as const satisfies OptionTable;

export type CacheOptions = OptionValues<typeof cacheOptions>;
