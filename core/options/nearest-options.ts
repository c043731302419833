import type { OptionTable } from './option.ts';

/** Options of the nearest triangles (catalogue Q5). */
export const nearestOptions = {
  count: {
    type: 'integer',
    title: 'Count',
    meaning: 'List this many nearest triangles, by distance.',
    unit: 'triangles',
    min: 1,
    max: 1_000_000,
    default: 1,
  },
} as const satisfies OptionTable;
