import type { OptionTable, OptionValues } from './option.ts';

/** When a refitted tree is to be built anew (catalogue T15). */
export const refitOptions = {
  rebuildPercent: {
    type: 'integer',
    title: 'Rebuild beyond',
    meaning:
      'The expected ray cost of a refitted tree, in percent of what it was built with, from which on a rebuild is advised. Near 100 asks for one at every change, large values keep slow trees.',
    unit: 'percent',
    min: 100,
    max: 10000,
    default: 150,
  },
} as const satisfies OptionTable;

export type RefitOptions = OptionValues<typeof refitOptions>;
