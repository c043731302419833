import type { OptionTable, OptionValues } from './option.ts';

/** How a box is answered (catalogue Q4). */
export const boxOptions = {
  mode: {
    type: 'choice',
    title: 'Touches',
    meaning: 'Which of the triangles touched are reported.',
    choices: {
      all: { title: 'All', meaning: 'Every triangle that has a point in common with the box.' },
      any: { title: 'Any', meaning: 'Whichever is found first: enough to know whether there is one.' },
    },
    default: 'all',
  },
} as const satisfies OptionTable;

export type BoxOptions = OptionValues<typeof boxOptions>;
