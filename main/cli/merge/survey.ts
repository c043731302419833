import { InspectorError } from '#core/error';
import { many } from '../../terminal/columns.ts';
import type { CheckedRun, RunEntry } from '../check/checked-run.ts';
import type { CheckReport } from '../check/check-file.ts';
import { isCheckReport, type IsReport, readReportOf } from '../check/read-report.ts';

/** What a first reading of the reports shows. */
export interface Survey {
  /** The run of the merged report; `null` if the reports have none. */
  readonly run: CheckedRun | null;
  /** Reports to merge. */
  readonly reports: readonly SurveyedReport[];
  /** Missing, doubled, incomplete and foreign reports, a sentence each. */
  readonly problems: readonly string[];
}

/** A report by its name in messages and its path on the disk. */
export interface ReportPath {
  readonly file: string;
  readonly path: string;
}

export interface SurveyedReport extends ReportPath {
  /** Added to the indices of its entries: reports without a run follow each other. */
  readonly offset: number;
}

interface Read extends ReportPath {
  readonly run: CheckedRun | null;
  readonly entries: number;
  /** Indices of the entries, ascending. */
  readonly indices: readonly number[];
}

/**
 * Reads all reports once, and finds out which belong together. The first one decides the run.
 * @throws InspectorError as `readReport`; `cancelled`.
 */
export async function surveyReports<Report = CheckReport>(
  files: readonly ReportPath[],
  signal: AbortSignal,
  onEntry: (entry: RunEntry<Report>) => void,
  isReport: IsReport = isCheckReport,
): Promise<Survey> {
  const read: Read[] = [];
  for (const file of files) read.push(await readOnce(file, signal, onEntry, isReport));
  const wanted = read[0]?.run ?? null;
  return wanted === null ? withoutRun(read) : ofOneRun(read, wanted);
}

async function readOnce<Report>(
  { file, path }: ReportPath,
  signal: AbortSignal,
  onEntry: (entry: RunEntry<Report>) => void,
  isReport: IsReport,
): Promise<Read> {
  let run: CheckedRun | null = null;
  const indices: number[] = [];
  for await (const item of readReportOf<Report>(file, isReport, { path, signal })) {
    if (item.kind === 'run') run = item.run;
    else {
      const { index } = item.entry;
      if (index <= (indices.at(-1) ?? -1) || (run !== null && index >= run.files)) throw outOfOrder(file, item.end);
      indices.push(index);
      onEntry(item.entry);
    }
  }
  return { file, path, run, entries: indices.length, indices };
}

/** Reports of single files, or of older versions: nothing proves that they are complete. */
function withoutRun(read: readonly Read[]): Survey {
  const problems: string[] = [];
  const reports: SurveyedReport[] = [];
  let offset = 0;
  for (const { file, path, run, entries } of read) {
    if (run !== null) problems.push(`${file} is of a run with shards, ${read[0]!.file} is not`);
    else {
      reports.push({ file, path, offset });
      offset += entries;
    }
  }
  return { run: null, reports, problems };
}

function ofOneRun(read: readonly Read[], wanted: CheckedRun): Survey {
  const problems: string[] = [];
  const reports: SurveyedReport[] = [];
  const byShard = new Map<number, string>();
  const count = wanted.shard?.count ?? 1;
  const timesChecked = new Uint8Array(wanted.files);
  for (const { file, path, run, entries, indices } of read) {
    const number = run?.shard?.number ?? 1;
    const other = byShard.get(number);
    if (run === null) problems.push(`${file} belongs to no run`);
    else if (run.id !== wanted.id) problems.push(`${file} belongs to another run: other files, options or version`);
    else if ((run.shard?.count ?? 1) !== count)
      problems.push(`${file} is shard ${number}/${run.shard?.count ?? 1}, the others are of ${count}`);
    else if (other !== undefined) problems.push(`Shard ${number}/${count} is in ${other} and in ${file}`);
    else {
      byShard.set(number, file);
      reports.push({ file, path, offset: 0 });
      for (const index of indices) timesChecked[index] = Math.min(2, timesChecked[index]! + 1);
      const missing = (run.shard?.files ?? run.files) - entries;
      if (missing > 0) problems.push(`${file} is incomplete: ${many(missing, 'file')} missing`);
      else if (missing < 0) problems.push(`${file} has ${many(-missing, 'file')} more than its shard`);
    }
  }
  for (let number = 1; number <= count; number++) if (!byShard.has(number)) problems.push(`Shard ${number}/${count} is missing`);
  // Shards by bytes differ where machines see other sizes: then all are complete, and a file can still be in two or in none.
  const doubled = timesChecked.filter((times) => times > 1).length;
  const never = timesChecked.filter((times) => times === 0).length;
  if (doubled > 0) problems.push(`${many(doubled, 'file')} in two shards: the machines saw other file sizes`);
  if (never > 0 && problems.every((problem) => !/missing/.test(problem))) problems.push(`${many(never, 'file')} in no shard`);
  return { run: { ...wanted, shard: null }, reports, problems };
}

function outOfOrder(file: string, byte: number): InspectorError {
  return new InspectorError({
    code: 'malformed',
    message: 'The entries of the report are not in the order of its files',
    fix: 'Give a report as boxwood check wrote it',
    location: { file, byte },
  });
}
