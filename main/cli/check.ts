import { Command } from 'commander';
import { InspectorError, invalidArgument } from '#core/error';
import { budgetFor, checksNotRun, type NotRun, optionsThatRun, parseBudget } from '#core/health';
import { cacheOptions, checkImportOptions, checkOptions, type CheckOptions, checkValues, flagOf, healthOptions } from '#core/options';
import { readFormatsWords } from './file-words.ts';
import { productVersion } from '../product-version.ts';
import { CheckCache } from './check/check-cache.ts';
import type { CheckSettings } from './check/check-file.ts';
import { checkFiles } from './check/check-files.ts';
import { addFile, checkText, noFiles, summaryText } from './check/check-text.ts';
import { type CheckedRun, checkedRun, type RunEntry } from './check/checked-run.ts';
import { exclusiveFlags, givenFiles, type Part, shardPart } from './check/given-files.ts';
import { junitWriter } from './check/junit.ts';
import { jsonWriter, ndjsonWriter, type ReportWriter } from './check/report-writer.ts';
import { isCheckReport } from './check/read-report.ts';
import { createReportFile } from './check/report-file.ts';
import { resumeRun } from './check/resumed-run.ts';
import { sarifWriter } from './check/sarif.ts';
import { readElements, withShortLists } from './check/limit-lists.ts';
import { isPattern } from './check/expand-files.ts';
import type { VerdictContext } from './context.ts';
import { counted, many } from '../terminal/columns.ts';
import { errorLine } from '../terminal/error-line.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork, type MeshWork } from './mesh-work.ts';
import { readIgnoreList } from './read-ignore-list.ts';
import { readSidecar } from './read-sidecar.ts';
import { isAddress } from '../remote/address.ts';
import { addOptionFlags, givenFlags, givenOptions, readOptionFlags } from './option-flags.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly budget?: string;
  readonly ignore?: string;
  readonly cache?: readonly string[];
  readonly filesFrom?: string;
  readonly shard?: string;
  readonly format?: string;
  readonly resume?: string;
  readonly output?: string;
  readonly json?: true;
}

export function checkCommand(context: VerdictContext): Command {
  const command = new Command('check')
    .description('Check meshes for issues, and list the triangles of each')
    .argument('[files...]', `${readFormatsWords}; * and ? match file names in a folder`)
    .option('--files-from <list>', 'File with one path or address a line, or - for standard input')
    .option('--budget <file>', 'Allowed findings (schema: budget.schema.json); else exit code 1')
    .option('--ignore <file>', 'Ignored findings with reasons, outside the budget (ignored.schema.json)')
    .option('--cache <dir>', 'Folder or address of results, used for the same bytes; repeatable', collected)
    .option('--shard <i/n>', 'Check part i of n, or the part of this array job: auto')
    .option('-o, --output <file>', 'File for the report, written when it is complete')
    .option('--resume <file>', 'Write NDJSON to this file, and skip the files that it already has');
  // Brief: new checks bring new flags, and the help has a limit.
  for (const table of [checkOptions, cacheOptions, healthOptions, checkImportOptions]) addOptionFlags(command, table, 'brief');
  return command
    .option('--json', 'Print one JSON document (schema: check.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nAll rendered parts are checked as one surface, each collider separately. See Checks in the manual.')
    .addHelpText('after', 'Exits with 2 if a file cannot be read, with 1 if a finding is over the budget or reaches --fail-on.')
    .addHelpText(
      'after',
      '\nExample:\n  boxwood check crate.obj --engine mujoco --json\n  boxwood check --files-from meshes.txt --budget budget.json --shard auto --resume part.ndjson',
    )
    .action(async (given: readonly string[], flags: Flags) => {
      const files = await givenFiles('check', given, flags, context.signal);
      const options = formatted(readOptionFlags(checkOptions, flags), flags);
      const part = await shardPart(files, flags, context.signal);
      // A pattern may match one file today and several tomorrow: its report has the form of several files.
      const isAlone = given.length === 1 && !given.some(isPattern) && flags.shard === undefined && flags.resume === undefined;
      // More threads that check one large file are started by the one that checks it.
      const steps = Math.min(options.jobs, Math.max(1, part.indices.length));
      const cache = openCache(context, flags);
      await withMeshWork(context, (work) => checkAll(work, context, { files, ...part, isAlone }, options, flags, cache), { steps });
      await cache?.close();
    });
}

/** `--json` is `--format json`, and `--resume` needs NDJSON. @throws InspectorError `invalid-argument` together with another format. */
function formatted(options: CheckOptions, { json, format, resume, output }: Flags): CheckOptions {
  const isNdjson = format === undefined || options.format === 'ndjson';
  if (resume !== undefined && (!isNdjson || json !== undefined))
    throw exclusiveFlags(
      `--resume and ${json === undefined ? `--format ${options.format}` : '--json'}`,
      'The file is NDJSON: leave the format out',
    );
  if (resume !== undefined && isAddress(resume))
    throw invalidArgument('--resume cannot append to a file on a server', 'Give a file on a disk, or use --cache and --output');
  if (resume !== undefined && output !== undefined) throw exclusiveFlags('--resume and --output', 'Use only one of them');
  if (resume !== undefined) return { ...options, format: 'ndjson' };
  if (json === undefined) return options;
  if (format !== undefined && options.format !== 'json')
    throw exclusiveFlags(`--json and --format ${options.format}`, 'Use only one of them');
  return { ...options, format: 'json' };
}

function inputsOf(files: readonly string[], { filesFrom, budget, ignore }: Flags): readonly string[] {
  return [...files, ...[filesFrom, budget, ignore].filter((name) => name !== undefined)];
}

interface Files extends Part {
  /** The whole list. */
  readonly files: readonly string[];
  readonly isAlone: boolean;
}

async function checkAll(
  work: MeshWork,
  context: VerdictContext,
  { files, indices, shard, isAlone }: Files,
  options: CheckOptions,
  flags: Flags,
  cache: CheckCache | null,
): Promise<void> {
  const settings = { ...(await readSettings(work, options, flags)), cache, threads: indices.length === 1 ? options.jobs : 1 };
  const isText = options.format === 'text';
  const maxListed = options.format === 'json' || options.format === 'ndjson' ? readElements(options.elements) : Infinity;
  const run = checkedRun(productVersion(), files, settings, maxListed, shard === null ? null : { ...shard, files: indices.length });
  const writer = writerFor(options.format, run, isAlone);
  let summary = noFiles;
  const add = ({ checked }: RunEntry): void => void (summary = addFile(summary, checked));
  const resumed = flags.resume === undefined ? null : await resumeRun(flags.resume, run, writer.begin(), isCheckReport, add);
  const output = flags.output === undefined ? null : await createReportFile(flags.output, inputsOf(files, flags), context.signal);
  const write = resumed?.append ?? output?.write ?? context.out;
  try {
    if (resumed === null) write(writer.begin());
    const left = indices.filter((i) => resumed?.finished.has(i) !== true);
    const names = left.map((i) => files[i]!);
    let next = 0;
    await checkFiles(work, names, settings, options.jobs, (checked) => {
      const entry = { index: left[next++]!, checked: withShortLists(checked, maxListed) };
      add(entry);
      if (checked.error !== null) {
        // An error about the only file is the error of the program; of several files each has its own.
        if (isAlone && (isText || options.format === 'json')) throw new InspectorError(checked.error);
        work.clearProgress();
        context.err(errorLine(checked.error));
      }
      if (isText) work.clearProgress();
      write(writer.entry(entry));
    });
    if (summary.over > 0) context.fail();
    if (summary.unread > 0) context.miss();
    if (isText && !isAlone) write(summaryText(summary, cache?.hits ?? null));
    // Documents do not depend on the cache, and one file has no summary.
    else if (cache !== null) context.err(`boxwood: ${counted(cache.hits)} of ${many(summary.files, 'file')} from the cache\n`);
    write(writer.end());
    await output?.commit();
  } finally {
    resumed?.close();
    output?.dispose();
  }
}

function writerFor(format: CheckOptions['format'], run: CheckedRun, isAlone: boolean): ReportWriter {
  switch (format) {
    case 'text':
      return { begin: () => '', entry: ({ checked }) => (checked.report === null ? '' : checkText(checked.report)), end: () => '' };
    case 'json':
      return isAlone ? { begin: () => '', entry: ({ checked }) => jsonText(checked.report), end: () => '' } : jsonWriter(run);
    case 'ndjson':
      return ndjsonWriter(run);
    case 'sarif':
      return sarifWriter(productVersion());
    case 'junit':
      return junitWriter(null);
  }
}

/** Reads the settings. Flags override the thresholds of the budget. */
async function readSettings(work: MeshWork, { failOn }: CheckOptions, flags: Flags): Promise<Omit<CheckSettings, 'cache'>> {
  const reading = readOptionFlags(checkImportOptions, flags);
  if (flags.budget !== undefined && flags['failOn'] !== undefined)
    throw exclusiveFlags('--budget and --fail-on', 'Set allowSeverity in the budget');
  const budget =
    flags.budget === undefined ? budgetFor(failOn) : readSidecar(flags.budget, await work.readBytes(flags.budget), parseBudget);
  // A budget with a number enables a check that is off; `any` does not.
  const demanded = Object.entries(budget?.allow ?? {}).flatMap(([code, allowed]) => (allowed === 'any' ? [] : [code]));
  const options = checkValues(
    healthOptions,
    { ...optionsThatRun(demanded), ...budget?.options, ...givenOptions(healthOptions, flags) },
    flagOf,
  );
  const off = checksNotRun(options).find(({ code }) => demanded.includes(code));
  if (off !== undefined) throw neverRun(off, flags.budget ?? '');
  return { options, reading, budget, ignoring: await readIgnoreList(work, flags.ignore) };
}

function collected(place: string, before: readonly string[] = []): readonly string[] {
  return [...before, place];
}

/** @throws InspectorError `invalid-argument`. */
function openCache(context: VerdictContext, flags: Flags): CheckCache | null {
  const { cacheSize } = readOptionFlags(cacheOptions, flags);
  if (flags.cache === undefined) {
    if (givenFlags(cacheOptions, flags).length > 0)
      throw invalidArgument('--cache-size needs --cache', 'Add the folder of the cache: --cache <dir>');
    return null;
  }
  if (flags.cache.includes('')) throw invalidArgument('--cache cannot be ""', 'Give a folder');
  return new CheckCache(flags.cache, cacheSize * 2 ** 20, context);
}

function neverRun({ code, reason, option }: NotRun, file: string): InspectorError {
  const why = reason === null ? '--only excludes it' : reason;
  const fix =
    option === null
      ? `Add ${code} to --only, or remove it from the budget`
      : `Set ${flagOf(option)}, or ${option} in the options of the budget`;
  return new InspectorError({
    code: 'invalid-argument',
    message: `The budget contains ${code}, but this check does not run: ${why}`,
    fix,
    location: { file, pointer: `/allow/${code}` },
  });
}
