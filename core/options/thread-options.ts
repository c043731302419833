import type { OptionTable, OptionValues } from './option.ts';

/** What a build takes of the machine; its bytes do not depend on it. */
export const threadOptions = {
  jobs: {
    type: 'integer',
    title: 'Threads',
    meaning:
      'So many threads build a wide tree by binned SAH of 131,072 triangles or more; all else is built by one. The tree is the same to the last byte.',
    unit: 'threads',
    min: 1,
    max: 64,
    default: 1,
  },
} as const satisfies OptionTable;

export type ThreadOptions = OptionValues<typeof threadOptions>;
