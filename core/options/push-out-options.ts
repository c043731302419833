import type { OptionTable, OptionValues } from './option.ts';

/** Options of the push-out of a box or a capsule (catalogue Q4). */
export const pushOutOptions = {
  steps: {
    type: 'integer',
    title: 'Step limit',
    meaning: 'Maximum number of moves. Small values leave shapes stuck in corners; large values take time where no push-out exists.',
    unit: 'steps',
    min: 1,
    max: 1024,
    default: 32,
    summary: 'Push-out steps',
  },
} as const satisfies OptionTable;

export type PushOutOptions = OptionValues<typeof pushOutOptions>;
