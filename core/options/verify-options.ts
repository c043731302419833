import type { OptionTable, OptionValues } from './option.ts';

/** How queries on baked data are compared with brute force. */
export const verifyOptions = {
  queries: {
    type: 'integer',
    title: 'Queries',
    meaning: 'Number of seeded rays to test on each tree. 0 chooses 16 to 1,000 rays, about one second. More rays find rarer errors.',
    unit: 'rays',
    min: 0,
    max: 1_000_000,
    default: 0,
    summary: 'Rays per tree; 0: as many as take about 1 s',
  },
} as const satisfies OptionTable;

export type VerifyOptions = OptionValues<typeof verifyOptions>;
