import type { OptionTable, OptionValues } from './option.ts';

/** Options of winding numbers (catalogue Q5). */
export const insideOptions = {
  accuracy: {
    type: 'number',
    title: 'Accuracy',
    meaning:
      'Maximum error of the winding number of an open mesh. Small values visit more nodes; large values give fewer correct digits. Inside and outside are exact at every value.',
    unit: 'turns',
    min: 1e-12,
    max: 0.4,
    default: 0.01,
    summary: 'Maximum error of the winding number of an open mesh',
  },
} as const satisfies OptionTable;

export type InsideOptions = OptionValues<typeof insideOptions>;
