import type { OptionTable, OptionValues } from './option.ts';

/** How baked data is compared with testing every triangle. */
export const verifyOptions = {
  queries: {
    type: 'integer',
    title: 'Queries',
    meaning:
      'How many seeded rays each tree answers: 0 takes as many as fit in about a second, from 16 to 1,000; more finds rarer faults, and takes longer in proportion.',
    unit: 'rays',
    min: 0,
    max: 1_000_000,
    default: 0,
  },
} as const satisfies OptionTable;

export type VerifyOptions = OptionValues<typeof verifyOptions>;
