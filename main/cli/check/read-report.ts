import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { cancelledError } from '#core/cancelled';
import { InspectorError } from '#core/error';
import type { CheckReport } from './check-file.ts';
import type { CheckedFile } from './check-files.ts';
import type { CheckedRun, RunEntry } from './checked-run.ts';
import { createJsonSplitter } from './json-splitter.ts';

/** A piece of a report, with the number of bytes up to its end. */
export type ReportItem<Report = CheckReport> =
  | { readonly kind: 'run'; readonly run: CheckedRun; readonly end: number }
  | { readonly kind: 'entry'; readonly entry: RunEntry<Report>; readonly end: number };

/** Whether the members of an entry are a whole report. */
export type IsReport = (value: Readonly<Record<string, unknown>>) => boolean;

interface ReadReportOptions {
  readonly path?: string;
  readonly isCut?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Reads a report of `boxwood check` in JSON or NDJSON, file by file, in bounded memory. A report of one file, or of an older version,
 * has no run, and its entries are numbered as they come.
 * @param file its name in messages; `path` is where it is on the disk, without it the same.
 * @param isCut whether the last line may be cut off, as a kill leaves it: it is skipped.
 * @throws InspectorError `unreadable`; `malformed` with the byte; `cancelled`.
 */
export async function* readReport(file: string, options: ReadReportOptions = {}): AsyncGenerator<ReportItem, void> {
  yield* readReportOf<CheckReport>(file, isCheckReport, options);
}

/** As `readReport`, for the reports of another verb. */
export async function* readReportOf<Report>(
  file: string,
  isReport: IsReport,
  { path = resolve(file), isCut = false, signal }: ReadReportOptions,
): AsyncGenerator<ReportItem<Report>, void> {
  const splitter = createJsonSplitter('files');
  let number = 0;
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      if (signal?.aborted === true) throw cancelledError();
      for (const { key, text, end } of splitter.add(piece)) {
        const value = parsed(file, text, end);
        if (key === 'run') yield { kind: 'run', run: asRun(file, value, end), end };
        else yield { kind: 'entry', entry: asEntry<Report>(file, value, number++, end, isReport), end };
      }
    }
  } catch (thrown) {
    if (thrown instanceof InspectorError) throw thrown;
    const { code } = thrown as NodeJS.ErrnoException;
    const fix = code === 'ENOENT' ? 'Check the path' : 'Give a report of boxwood check --format json or ndjson';
    throw new InspectorError(
      {
        code: 'unreadable',
        message: code === 'ENOENT' ? 'The report does not exist' : 'The report cannot be read',
        fix,
        location: { file },
      },
      { cause: thrown },
    );
  }
  const rest = splitter.rest();
  if (rest !== null && !isCut) throw malformed(file, rest.message, rest.at);
  if (number === 0 && splitter.values() === 0 && !isCut) throw malformed(file, 'The report is empty', 0);
}

function parsed(file: string, text: string, end: number): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw malformed(file, 'The report is no JSON', end);
  }
}

function asRun(file: string, value: unknown, at: number): CheckedRun {
  const run = value as Partial<CheckedRun> | null;
  const shard = run?.shard ?? null;
  const isShard =
    shard === null || ([shard.number, shard.count, shard.files].every(isIndex) && shard.number >= 1 && shard.number <= shard.count);
  if (typeof run?.id === 'string' && isIndex(run.files) && isShard) return run as CheckedRun;
  throw malformed(file, 'The run of the report is damaged', at);
}

function asEntry<Report>(file: string, value: unknown, number: number, at: number, isReport: IsReport): RunEntry<Report> {
  if (!isObject(value) || typeof value['file'] !== 'string') throw malformed(file, 'An entry of the report has no file', at);
  const { index = number, ...rest } = value;
  if (!isIndex(index)) throw malformed(file, 'An entry of the report has no index', at);
  const name = value['file'];
  if (isObject(rest['error']) && typeof rest['error']['message'] === 'string')
    return { index, checked: { file: name, report: null, error: rest['error'] as unknown as CheckedFile['error'] & object } };
  if (!isReport(rest)) throw malformed(file, `The entry of ${name} is no report of this verb`, at);
  // All that merging reads has the right type.
  return { index, checked: { file: name, report: rest as Report, error: null } };
}

/** Whether an entry has what merging reads of a report of `boxwood check`. */
export function isCheckReport({ findings, options, notRun, overBudget, triangles, timings }: Readonly<Record<string, unknown>>): boolean {
  return (
    areAll(findings, isFinding) &&
    isObject(options) &&
    typeof options['only'] === 'string' &&
    areAll(notRun, ({ code }) => typeof code === 'string') &&
    (overBudget === null ||
      areAll(overBudget, ({ code, count, allowed }) => typeof code === 'string' && isIndex(count) && isIndex(allowed))) &&
    isIndex(triangles) &&
    isObject(timings) &&
    typeof timings['checkMilliseconds'] === 'number'
  );
}

const severities: ReadonlySet<unknown> = new Set(['error', 'warning', 'info']);

function isFinding(value: Readonly<Record<string, unknown>>): boolean {
  const { code, severity, count, counted, ignored, message, fix, detail } = value;
  return (
    [code, counted, message, fix].every((text) => typeof text === 'string') &&
    (detail === null || typeof detail === 'string') &&
    severities.has(severity) &&
    isIndex(count) &&
    isObject(ignored) &&
    isIndex(ignored['count']) &&
    ['items', 'triangles', 'locations', 'materials', 'colliders'].every((name) => Array.isArray((name === 'items' ? ignored : value)[name]))
  );
}

function areAll(values: unknown, isRight: (value: Readonly<Record<string, unknown>>) => boolean): boolean {
  return Array.isArray(values) && values.every((value) => isObject(value) && isRight(value));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function malformed(file: string, message: string, byte: number): InspectorError {
  const fix = 'Give a report of boxwood check --format json or ndjson';
  return new InspectorError({ code: 'malformed', message, fix, location: { file, byte } });
}
