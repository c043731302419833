import type { OptionTable, OptionValues } from './option.ts';

/** Options of a ray query (catalogue Q1). */
export const rayOptions = {
  mode: {
    type: 'choice',
    title: 'Hits',
    meaning: 'Which hits are reported.',
    choices: {
      first: { title: 'First', meaning: 'The nearest hit; of equally near triangles the one with the lowest index.' },
      any: { title: 'Any', meaning: 'The first hit that the search finds: enough for shadows and lines of sight.' },
      all: { title: 'All', meaning: 'All hits, sorted by distance. A ray through a shared edge hits both triangles.' },
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
    meaning: 'Ignore triangles seen from behind, by their winding.',
    default: false,
    summary: 'Ignore back faces',
  },
} as const satisfies OptionTable;

export type RayOptions = OptionValues<typeof rayOptions>;
