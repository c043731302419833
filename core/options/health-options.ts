import type { OptionTable, OptionValues } from './option.ts';

/** How far the health of a mesh is looked into. */
export const healthOptions = {
  mostPairs: {
    type: 'integer',
    title: 'Most pairs',
    meaning: 'So many pairs of triangles are listed, all of them counted: few hide where the others are, many need memory.',
    unit: 'pairs',
    least: 0,
    most: 10_000_000,
    default: 1_000_000,
  },
  effort: {
    type: 'integer',
    title: 'Effort',
    meaning:
      'A search for pairs ends after so many comparisons, and says that there may be more: small values give up on crowded meshes, large ones may take hours on a mesh made to take them.',
    unit: 'million comparisons',
    least: 1,
    most: 1_000_000,
    default: 1000,
  },
} as const satisfies OptionTable;

export type HealthOptions = OptionValues<typeof healthOptions>;
