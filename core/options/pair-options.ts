import type { OptionTable, OptionValues } from './option.ts';

/** How two meshes are tested against each other (catalogue P1, P2). */
export const pairOptions = {
  maxPairs: {
    formerName: 'mostPairs',
    type: 'integer',
    title: 'Most pairs',
    meaning:
      'With more intersecting triangle pairs than this the query is refused: small values refuse meshes that lie on each other, large ones may need gigabytes.',
    unit: 'pairs',
    min: 1,
    max: 100_000_000,
    default: 5_000_000,
    summary: 'Max intersecting triangle pairs',
  },
} as const satisfies OptionTable;

export type PairOptions = OptionValues<typeof pairOptions>;
