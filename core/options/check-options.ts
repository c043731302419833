import type { OptionTable, OptionValues } from './option.ts';

/** How `boxwood check` prints its findings, when it fails, and how many threads it uses. */
export const checkOptions = {
  format: {
    type: 'choice',
    title: 'Format',
    meaning: 'Output format of the findings.',
    choices: {
      text: { title: 'Text', meaning: 'For reading in a terminal.' },
      json: { title: 'JSON', meaning: 'One document with the elements; the same as --json.' },
      sarif: { title: 'SARIF', meaning: 'SARIF 2.1.0, for code scanning.' },
      ndjson: { title: 'NDJSON', meaning: 'One JSON line for each file, printed while running.' },
      junit: { title: 'JUnit', meaning: 'JUnit XML, for test reports. A finding over the budget is a failure.' },
    },
    default: 'text',
    summary: 'Output format',
  },
  failOn: {
    type: 'choice',
    title: 'Fail on',
    meaning: 'Findings that cause exit code 1 if no budget is given.',
    choices: {
      nothing: { title: 'Nothing', meaning: 'Findings are printed; the exit code is 0.' },
      error: { title: 'Errors', meaning: 'Any error.' },
      warning: { title: 'Warnings', meaning: 'Any error or warning, like an empty budget.' },
      info: { title: 'Everything', meaning: 'Any finding.' },
    },
    default: 'nothing',
    summary: 'Min severity to fail',
  },
  elements: {
    type: 'text',
    title: 'Elements',
    meaning: 'How many elements of a finding JSON lists: none, all, or a number. Counts and totals are exact either way.',
    placeholder: 'none|n|all',
    default: '',
    defaultMeaning: '1000',
    summary: 'Elements of a finding in JSON',
  },
  jobs: {
    type: 'integer',
    title: 'Threads',
    meaning:
      'Number of files that are checked at the same time. Each needs a thread and its own memory. Up to four threads share the checks of a single large file.',
    unit: 'threads',
    min: 1,
    max: 64,
    default: 1,
    summary: 'Files to check in parallel',
  },
} as const satisfies OptionTable;

export type CheckOptions = OptionValues<typeof checkOptions>;

/** How `boxwood merge` prints the merged report. */
export const mergeOptions = {
  format: {
    type: 'choice',
    title: 'Format',
    meaning: 'Output format of the merged report.',
    choices: {
      text: { title: 'Text', meaning: 'Files that fail, and totals.' },
      json: checkOptions.format.choices.json,
      ndjson: checkOptions.format.choices.ndjson,
      sarif: checkOptions.format.choices.sarif,
      junit: checkOptions.format.choices.junit,
      html: { title: 'HTML', meaning: 'One page: verdict, worst files, findings by code and folder.' },
    },
    default: 'text',
    summary: 'Output format',
  },
  failOn: { ...checkOptions.failOn, meaning: 'Findings that cause exit code 1, instead of the verdict of the check.' },
} as const satisfies OptionTable;

export type MergeOptions = OptionValues<typeof mergeOptions>;
