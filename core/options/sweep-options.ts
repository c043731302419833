import type { OptionTable, OptionValues } from './option.ts';

/** Options of a swept shape (catalogue Q6). */
export const sweepOptions = {
  tolerance: {
    type: 'length',
    title: 'Tolerance',
    meaning:
      'Maximum distance that the shape moves within the interval of the first contact. 0 is 2⁻³⁶ of the largest coordinate, near the precision of f64. Large values save little time.',
    min: 0,
    default: 0,
    summary: 'Maximum motion within the interval of the contact; 0 is as accurate as f64 allows',
  },
} as const satisfies OptionTable;

export type SweepOptions = OptionValues<typeof sweepOptions>;
