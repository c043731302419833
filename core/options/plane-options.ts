import type { OptionTable, OptionValues } from './option.ts';

/** Options of a plane query (catalogue Q4). */
export const planeOptions = {
  thickness: {
    type: 'length',
    title: 'Thickness',
    meaning: 'Thickness of the slab around the plane, half of it on each side. At 0 only triangles that touch the plane itself overlap.',
    summary: 'Thickness of the slab around the plane, half of it on each side',
    min: 0,
    default: 0,
  },
  mode: {
    type: 'choice',
    title: 'Overlaps',
    meaning: 'Which overlapping triangles are reported.',
    choices: {
      all: { title: 'All', meaning: 'Every triangle that shares a point with the plane or slab.' },
      any: { title: 'Any', meaning: 'The first triangle that the search finds: enough for a yes or no.' },
    },
    default: 'all',
  },
} as const satisfies OptionTable;

export type PlaneOptions = OptionValues<typeof planeOptions>;
