import type { OptionTable, OptionValues } from './option.ts';

/** Options of a box query (catalogue Q4). */
export const boxOptions = {
  mode: {
    type: 'choice',
    title: 'Overlaps',
    meaning: 'Which overlapping triangles are reported.',
    choices: {
      all: { title: 'All', meaning: 'Every triangle that shares a point with the box.' },
      any: { title: 'Any', meaning: 'The first triangle that the search finds: enough for a yes or no.' },
    },
    default: 'all',
  },
} as const satisfies OptionTable;

export type BoxOptions = OptionValues<typeof boxOptions>;
