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
  failOn: {
    type: 'choice',
    title: 'Fail on',
    meaning: 'Which findings end the program with 1 where no budget is given.',
    choices: {
      nothing: { title: 'Nothing', meaning: 'Findings are told, and nothing fails.' },
      error: { title: 'Errors', meaning: 'Any error.' },
      warning: { title: 'Warnings', meaning: 'Any error or warning: what an empty budget allows.' },
      info: { title: 'Everything', meaning: 'Any finding at all.' },
    },
    default: 'nothing',
  },
  jobs: {
    type: 'integer',
    title: 'Jobs',
    meaning: 'So many files are checked at a time, each in a thread and memory of its own.',
    unit: 'threads',
    min: 1,
    max: 64,
    default: 1,
  },
} as const satisfies OptionTable;

export type CheckOptions = OptionValues<typeof checkOptions>;
