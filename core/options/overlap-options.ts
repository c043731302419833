import type { OptionTable, OptionValues } from './option.ts';

/** Options of the overlap queries with a capsule, triangle, frustum or hull (catalogue Q4). */
export const overlapOptions = {
  mode: {
    type: 'choice',
    title: 'Overlaps',
    meaning: 'Which overlapping triangles are reported.',
    choices: {
      all: { title: 'All', meaning: 'Every triangle that shares a point with the shape.' },
      any: { title: 'Any', meaning: 'The first triangle that the search finds: enough for a yes or no.' },
    },
    default: 'all',
  },
} as const satisfies OptionTable;

export type OverlapOptions = OptionValues<typeof overlapOptions>;
