import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toErrorData } from '#core/error';
import { productVersion } from '../../product-version.ts';
import { isAddress, shownFile } from '../../remote/address.ts';
import { counted, many, printable } from '../../terminal/columns.ts';
import { errorLine } from '../../terminal/error-line.ts';
import type { CheckedFile } from '../check/check-files.ts';
import { type RunEntry, runOf } from '../check/checked-run.ts';
import type { Part } from '../check/given-files.ts';
import { inOrder } from '../check/in-order.ts';
import type { IsReport } from '../check/read-report.ts';
import { jsonWriter, ndjsonWriter, type ReportWriter } from '../check/report-writer.ts';
import { resumeRun } from '../check/resumed-run.ts';
import type { VerdictContext } from '../context.ts';
import type { MeshWork } from '../mesh-work.ts';
import { notesText, type WrittenBake } from '../write-bake.ts';
import { outputNames } from './output-names.ts';

/** The report of one baked file, as `--json` prints it. */
export interface BakeReport extends Pick<WrittenBake, 'bytes' | 'verified' | 'notes'> {
  readonly file: string;
  readonly out: string;
  readonly format: string;
  readonly queries: number;
  readonly mismatches: number;
  readonly problems: readonly string[];
}

/** Many files to bake into a folder. */
export interface BakeMany extends Part {
  /** The whole list. */
  readonly files: readonly string[];
  readonly folder: string;
  readonly extension: string;
  /** All that the bytes depend on except the files. */
  readonly settings: object;
  readonly jobs: number;
  readonly isJson: boolean;
  /** NDJSON file that grows; `null` without `--resume`. */
  readonly resume: string | null;
  readonly bake: (file: string, out: string) => Promise<BakeReport>;
}

/** Bakes files in parallel and reports each, in the order of the list. A file that cannot be read or verified stops no other. */
export async function bakeMany(work: MeshWork, context: VerdictContext, task: BakeMany): Promise<void> {
  const { files, indices, shard, folder, extension, settings, jobs, isJson, resume, bake } = task;
  const outs = outputNames(files, folder, extension);
  const version = productVersion();
  const part = shard === null ? null : { ...shard, files: indices.length };
  const run = { ...runOf({ verb: 'bake', version, files, folder, settings }, part), verb: 'bake' } as const;
  const writer: ReportWriter<BakeReport> = resume !== null ? ndjsonWriter(run) : isJson ? jsonWriter(run) : bakeTextWriter();
  const totals = createBakeTotals();
  const add = (entry: RunEntry<BakeReport>): void => totals.add(entry);
  const resumed = resume === null ? null : await resumeRun<BakeReport>(resume, run, writer.begin(), isBakeReport, add);
  const write = resumed?.append ?? context.out;
  try {
    if (resumed === null) write(writer.begin());
    const left = indices.filter((i) => resumed?.finished.has(i) !== true);
    const bakeOne = async (k: number): Promise<RunEntry<BakeReport>> => {
      const index = left[k]!;
      return { index, checked: await bakedOrError(files[index]!, outs[index]!, bake) };
    };
    await inOrder(left.length, jobs, bakeOne, (entry) => {
      add(entry);
      work.clearProgress();
      if (entry.checked.error !== null) context.err(errorLine(entry.checked.error));
      write(writer.entry(entry));
    });
    totals.judge(context);
    if (!isJson && resume === null) write(totals.text());
    write(writer.end());
  } finally {
    resumed?.close();
  }
}

/** @throws InspectorError `cancelled`. */
async function bakedOrError(file: string, out: string, bake: BakeMany['bake']): Promise<CheckedFile<BakeReport>> {
  try {
    if (!isAddress(out)) await mkdir(dirname(out), { recursive: true });
    return { file: shownFile(file), report: await bake(file, out), error: null };
  } catch (thrown) {
    const error = toErrorData(thrown);
    if (error.code === 'cancelled') throw thrown;
    return { file: shownFile(file), report: null, error };
  }
}

/** Whether an entry of a report is that of a baked file. */
export const isBakeReport: IsReport = ({ out, format, bytes, verified, notes, problems }) =>
  typeof out === 'string' &&
  typeof format === 'string' &&
  typeof bytes === 'number' &&
  typeof verified === 'boolean' &&
  Array.isArray(notes) &&
  Array.isArray(problems);

/** Writes a line for each file, and more where it differs from its source. */
export function bakeTextWriter(): ReportWriter<BakeReport> {
  return {
    begin: () => '',
    entry: ({ checked: { report } }) => {
      if (report === null) return '';
      const { file, out, bytes, verified, problems, notes } = report;
      const state = verified ? `${counted(bytes)} bytes, written and read back` : 'NOT verified: nothing was written';
      const lines = problems.map((problem) => `  error: ${printable(problem)}.\n`);
      return `${printable(file)}: ${printable(out)}, ${state}\n${lines.join('')}${notesText(notes)}`;
    },
    end: () => '',
  };
}

/** Counts of baked files, which give the verdict. */
export interface BakeTotals {
  readonly add: (entry: RunEntry<BakeReport>) => void;
  /** Sets the exit code: 1 if a file was not verified, 2 if one was not read. */
  readonly judge: (context: VerdictContext) => void;
  /** One line. */
  readonly text: () => string;
}

export function createBakeTotals(): BakeTotals {
  let [files, unread, failed, bytes] = [0, 0, 0, 0];
  return {
    add: ({ checked: { report } }) => {
      files++;
      if (report === null) unread++;
      else if (!report.verified) failed++;
      else bytes += report.bytes;
    },
    judge: (context) => {
      if (failed > 0) context.fail();
      if (unread > 0) context.miss();
    },
    text: () => {
      const rest = [...(unread > 0 ? [`${counted(unread)} not read`] : []), ...(failed > 0 ? [`${counted(failed)} not verified`] : [])];
      return `${[many(files, 'file'), many(bytes, 'byte'), ...rest].join(', ')}\n`;
    },
  };
}
