import type { OptionTable, OptionValues } from './option.ts';

/** How many files are checked, and how it is told. */
export const checkOptions = {
  format: {
    type: 'choice',
    title: 'Format',
    meaning: 'How the findings are printed.',
    choices: {
      text: { title: 'Text', meaning: 'For a person.' },
      json: { title: 'JSON', meaning: 'One document with every element, as --json.' },
      sarif: { title: 'SARIF', meaning: 'SARIF 2.1.0, for code scanning.' },
      junit: { title: 'JUnit', meaning: 'JUnit’s XML, for test reports: what is over the budget fails.' },
    },
    default: 'text',
  },
  jobs: {
    type: 'integer',
    title: 'Jobs',
    meaning: 'So many files are checked at a time, each in a thread and memory of its own.',
    unit: 'threads',
    least: 1,
    most: 64,
    default: 1,
  },
} as const satisfies OptionTable;

export type CheckOptions = OptionValues<typeof checkOptions>;
