import { invalidArgument } from '#core/error';
import type { MergeOptions } from '#core/options';
import { type BakeReport, bakeTextWriter, createBakeTotals, isBakeReport } from '../bake/bake-many.ts';
import { readReportOf } from '../check/read-report.ts';
import { jsonWriter, ndjsonWriter, type ReportWriter } from '../check/report-writer.ts';
import type { VerdictContext } from '../context.ts';
import { printable } from '../../terminal/columns.ts';
import { mergedEntries } from './merged-entries.ts';
import { type ReportPath, surveyReports } from './survey.ts';

/** Whether a report is that of `boxwood bake`. @throws as `readReport`. */
export async function isOfBakes({ file, path }: ReportPath, signal: AbortSignal): Promise<boolean> {
  for await (const item of readReportOf(file, () => true, { path, signal })) return item.kind === 'run' && item.run.verb === 'bake';
  return false;
}

/** Merges the reports of all shards of `boxwood bake` into one verdict. @throws InspectorError as `surveyReports`; `invalid-argument` for other formats. */
export async function mergeBakes(context: VerdictContext, given: readonly ReportPath[], format: MergeOptions['format']): Promise<void> {
  const { signal } = context;
  if (format !== 'text' && format !== 'json' && format !== 'ndjson')
    throw invalidArgument(`--format ${format} is for reports of boxwood check`, 'Use text, json or ndjson');
  const { run, reports, problems } = await surveyReports<BakeReport>(given, signal, () => {}, isBakeReport);
  const totals = createBakeTotals();
  const writer: ReportWriter<BakeReport> =
    format === 'text' ? bakeTextWriter() : format === 'json' ? jsonWriter(run, problems) : ndjsonWriter(run);
  context.out(writer.begin());
  for await (const entry of mergedEntries<BakeReport>(reports, signal, isBakeReport)) {
    totals.add(entry);
    const { file, error } = entry.checked;
    const text = format === 'text' && error !== null ? `${printable(file)}: not read. ${printable(error.message)}.\n` : writer.entry(entry);
    if (text !== '') context.out(text);
    await context.drained?.();
  }
  if (format === 'text') context.out(totals.text());
  context.out(writer.end());
  for (const problem of problems) context.err(`boxwood: ${problem}.\n`);
  if (problems.length > 0) context.fail();
  totals.judge(context);
}
