import { jsonText } from '../json-text.ts';
import type { CheckReport } from './check-file.ts';
import { type CheckedRun, entryValue, type RunEntry } from './checked-run.ts';

/** Writes a report of several files piece by piece, so that memory does not grow with the files. */
export interface ReportWriter<Report = CheckReport> {
  readonly begin: () => string;
  readonly entry: (entry: RunEntry<Report>) => string;
  readonly end: () => string;
}

/** One JSON document, as `jsonText` of `{ run, problems, files }`. `boxwood merge` has problems. */
export function jsonWriter(run: CheckedRun | null, problems: readonly string[] = []): ReportWriter<object> {
  let separator = '';
  const head = [
    ...(run === null ? [] : [`  "run": ${indented(run, '  ')},\n`]),
    ...(problems.length === 0 ? [] : [`  "problems": ${indented(problems, '  ')},\n`]),
  ];
  return {
    begin: () => `{\n${head.join('')}  "files": [`,
    entry: (entry) => {
      const text = `${separator}\n    ${indented(entryValue(entry), '    ')}`;
      separator = ',';
      return text;
    },
    end: () => (separator === '' ? ']\n}\n' : '\n  ]\n}\n'),
  };
}

/** A JSON line for the run, then one for each file. */
export function ndjsonWriter(run: CheckedRun | null): ReportWriter<object> {
  return {
    begin: () => (run === null ? '' : `${JSON.stringify({ run })}\n`),
    entry: (entry) => `${JSON.stringify(entryValue(entry))}\n`,
    end: () => '',
  };
}

function indented(value: object, indent: string): string {
  return jsonText(value).trimEnd().replaceAll('\n', `\n${indent}`);
}
