import type { OptionTable, OptionValues } from './option.ts';

/** Options of a query of two meshes (catalogue P1, P2). */
export const pairOptions = {
  maxPairs: {
    formerName: 'mostPairs',
    type: 'integer',
    title: 'Max pairs',
    meaning:
      'Max number of intersecting triangle pairs; the query fails if there are more. Small values fail for coincident meshes; large values may need gigabytes of memory.',
    unit: 'pairs',
    min: 1,
    max: 100_000_000,
    default: 5_000_000,
    summary: 'Max intersecting triangle pairs',
  },
} as const satisfies OptionTable;

export type PairOptions = OptionValues<typeof pairOptions>;
