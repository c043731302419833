import type { OptionTable, OptionValues } from './option.ts';

/** How a ray is answered (catalogue Q1). */
export const rayOptions = {
  mode: {
    type: 'choice',
    title: 'Hits',
    meaning: 'Which of the triangles met are reported.',
    choices: {
      first: { title: 'First', meaning: 'The least (distance, triangle).' },
      any: { title: 'Any', meaning: 'Whichever is found first: enough for a shadow or a line of sight.' },
      all: { title: 'All', meaning: 'Every triangle met, by distance; a shared edge gives both its triangles.' },
    },
    default: 'first',
    choiceSummaries: {
      first: 'the closest hit',
      any: 'any one hit',
      all: 'every hit, by distance',
    },
    summary: 'Hits to report',
  },
  cull: {
    type: 'flag',
    title: 'Front only',
    meaning: 'Triangles seen from behind (by their winding) are passed through.',
    default: false,
    summary: 'Ignore back faces',
  },
} as const satisfies OptionTable;

export type RayOptions = OptionValues<typeof rayOptions>;
