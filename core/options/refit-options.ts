import type { OptionTable, OptionValues } from './option.ts';

/** When to rebuild a refitted tree. */
export const refitOptions = {
  rebuildPercent: {
    type: 'integer',
    title: 'Rebuild threshold',
    meaning:
      'Recommend a rebuild when the expected ray cost of a refitted tree reaches this percentage of the cost after its build. Values near 100 rebuild often, large values keep slow trees.',
    unit: 'percent',
    min: 100,
    max: 10000,
    default: 150,
    summary: 'Ray cost that advises a rebuild',
  },
} as const satisfies OptionTable;

export type RefitOptions = OptionValues<typeof refitOptions>;
