import type { OptionTable } from './option.ts';

/** The threads of a build. The bytes of the tree do not depend on them. */
export const threadOptions = {
  jobs: {
    type: 'integer',
    title: 'Threads',
    group: 'Tree',
    meaning:
      'Max number of threads to build a wide tree with binned SAH and 131,072 triangles or more. Other trees use one thread. The bytes of the tree do not depend on it.',
    unit: 'threads',
    min: 1,
    max: 64,
    default: 1,
    summary: 'Build threads (kind wide, split sah)',
  },
} as const satisfies OptionTable;
