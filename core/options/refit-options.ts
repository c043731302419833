import type { OptionTable, OptionValues } from './option.ts';

/** When to rebuild a refitted tree. */
export const refitOptions = {
  rebuildPercent: {
    type: 'integer',
    title: 'Rebuild threshold',
    meaning:
      'Recommend a rebuild when the ray cost of a refitted tree exceeds this percentage of its cost after the build. Values near 100 recommend many rebuilds; large values keep slow trees.',
    unit: 'percent',
    min: 100,
    max: 10000,
    default: 150,
    summary: 'Relative ray cost above which to advise a rebuild',
  },
} as const satisfies OptionTable;

export type RefitOptions = OptionValues<typeof refitOptions>;
