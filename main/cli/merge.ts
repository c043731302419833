import { Command } from 'commander';
import { invalidArgument } from '#core/error';
import { type Budget, budgetFor, overBudget, parseBudget } from '#core/health';
import { defaultValues, mergeOptions, type MergeOptions } from '#core/options';
import { productVersion } from '../product-version.ts';
import { spentOf } from './check/check-findings.ts';
import { isOverBudget } from './check/check-file.ts';
import type { CheckedRun, RunEntry } from './check/checked-run.ts';
import { expandFiles } from './check/expand-files.ts';
import { addTests, type JunitTotals, junitWriter, noTests } from './check/junit.ts';
import { readReport } from './check/read-report.ts';
import { createReportFile } from './check/report-file.ts';
import { jsonWriter, ndjsonWriter, type ReportWriter } from './check/report-writer.ts';
import { sarifWriter } from './check/sarif.ts';
import type { VerdictContext } from './context.ts';
import { addToCorpus, type EarlierRun, htmlWriter, noCorpus } from './merge/html-writer.ts';
import { isOfBakes, mergeBakes } from './merge/merge-bakes.ts';
import { mergedEntries } from './merge/merged-entries.ts';
import { mergedTextWriter } from './merge/merged-text.ts';
import { type ReportPath, surveyReports } from './merge/survey.ts';
import { shownFile } from '../remote/address.ts';
import { withMeshWork, type MeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readSidecar } from './read-sidecar.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly budget?: string;
  readonly against?: string;
  readonly failOn?: string;
  readonly output?: string;
  readonly json?: true;
}

export function mergeCommand(context: VerdictContext): Command {
  const command = new Command('merge')
    .description('Merge the reports of all shards of boxwood check or bake into one verdict')
    .argument('<reports...>', 'JSON or NDJSON of boxwood check or bake; * and ? match file names in a folder')
    .option('--budget <file>', 'Allowed findings, instead of the budget of the check (budget.schema.json)')
    .option('-o, --output <file>', 'File for the report, written when it is complete')
    .option('--against <report>', 'An earlier report: the HTML page shows the trend');
  return addOptionFlags(command, mergeOptions, 'brief')
    .option('--json', 'Print one JSON document (schema: check.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText(
      'after',
      '\nExits with 1 if a finding is over the budget, or a shard is missing, incomplete, given twice or of\nanother run.\nExits with 2 if a file was not read.\n\nExample:\n  boxwood merge part-*.ndjson --format junit\n  boxwood merge part-*.ndjson --format html --against last-week.json > report.html',
    )
    .action(async (given: readonly string[], flags: Flags) => {
      const options = { ...readOptionFlags(mergeOptions, flags), ...(flags.json === true && { format: 'json' as const }) };
      if (flags.json === true && flags['format'] !== undefined && flags['format'] !== 'json')
        throw invalidArgument(`--json and --format ${String(flags['format'])} exclude each other`, 'Use only one of them');
      if (flags.against !== undefined && options.format !== 'html')
        throw invalidArgument('--against needs --format html', 'Add --format html, or leave --against out');
      if (flags.budget !== undefined && options.failOn !== defaultValues(mergeOptions).failOn)
        throw invalidArgument('--budget and --fail-on exclude each other', 'Set allowSeverity in the budget');
      const reports = await expandFiles(given, context.signal);
      const inputs = [...reports, ...[flags.budget, flags.against].filter((name) => name !== undefined)];
      const output = flags.output === undefined ? null : await createReportFile(flags.output, inputs, context.signal);
      try {
        await withMeshWork(context, async (work) =>
          mergeReports(work, { ...context, ...(output !== null && { out: output.write }) }, reports, options, flags),
        );
        await output?.commit();
      } finally {
        output?.dispose();
      }
    });
}

async function readBudget(work: MeshWork, { failOn }: MergeOptions, { budget }: Flags): Promise<Budget | null> {
  return budget === undefined ? budgetFor(failOn) : readSidecar(budget, await work.readBytes(budget), parseBudget);
}

async function mergeReports(
  work: MeshWork,
  context: VerdictContext,
  files: readonly string[],
  options: MergeOptions,
  flags: Flags,
): Promise<void> {
  const { signal } = context;
  const { format } = options;
  const budget = await readBudget(work, options, flags);
  const given: ReportPath[] = [];
  for (const file of files) given.push({ file: shownFile(file), path: await work.localPath(file) });
  const [first] = given;
  if (first !== undefined && (await isOfBakes(first, signal))) {
    if (flags.budget !== undefined || flags.failOn !== undefined)
      throw invalidArgument('Reports of boxwood bake have no findings', 'Leave --budget and --fail-on out');
    return mergeBakes(context, given, format);
  }
  let tests = noTests;
  const { run, reports, problems } = await surveyReports(given, signal, (entry) => {
    // Judged before anything is printed: a budget may need a check that did not run.
    const { checked } = withBudget(entry, budget);
    if (format === 'junit') tests = addTests(tests, checked);
  });
  const earlier =
    flags.against === undefined ? null : await readEarlier(shownFile(flags.against), await work.localPath(flags.against), signal);
  // Totals of reports that are left out do not count.
  const writer = writerFor(format, run, problems, problems.length === 0 ? tests : null, earlier);
  let over = 0;
  let unread = 0;
  context.out(writer.begin());
  for await (const entry of mergedEntries(reports, signal)) {
    const judged = withBudget(entry, budget);
    const { report } = judged.checked;
    if (report === null) unread++;
    else if (isOverBudget(report)) over++;
    const text = writer.entry(judged);
    if (text !== '') context.out(text);
    await context.drained?.();
  }
  context.out(writer.end());
  for (const problem of problems) context.err(`boxwood: ${problem}.\n`);
  if (over + problems.length > 0) context.fail();
  if (unread > 0) context.miss();
}

/** Judges a report again. Without a budget the verdict of the check stays. @throws InspectorError `invalid-argument` for a check that did not run. */
function withBudget(entry: RunEntry, budget: Budget | null): RunEntry {
  const { checked } = entry;
  if (budget === null || checked.report === null) return entry;
  const missing = checked.report.notRun.find(({ code }) => typeof budget.allow[code] === 'number');
  if (missing !== undefined)
    throw invalidArgument(
      `The budget contains ${missing.code}, but this check did not run on ${checked.file}`,
      'Run boxwood check with this budget',
    );
  const over = overBudget(budget, checked.report.findings.map(spentOf));
  return { ...entry, checked: { ...checked, report: { ...checked.report, overBudget: over } } };
}

function writerFor(
  format: MergeOptions['format'],
  run: CheckedRun | null,
  problems: readonly string[],
  tests: JunitTotals | null,
  earlier: EarlierRun | null,
): ReportWriter {
  switch (format) {
    case 'text':
      return mergedTextWriter();
    case 'json':
      return jsonWriter(run, problems);
    case 'ndjson':
      return ndjsonWriter(run);
    case 'sarif':
      return sarifWriter(productVersion());
    case 'junit':
      return junitWriter(tests);
    case 'html':
      return htmlWriter(problems, earlier);
  }
}

async function readEarlier(file: string, path: string, signal: AbortSignal): Promise<EarlierRun> {
  const totals = noCorpus();
  for await (const item of readReport(file, { path, signal })) if (item.kind === 'entry') addToCorpus(totals, item.entry);
  return { file, totals };
}
