import { resolve } from 'node:path';
import { Command } from 'commander';
import { InspectorError, invalidArgument } from '#core/error';
import { budgetFor, checksNotRun, chosenChecks, type NotRun, optionsThatRun, parseBudget } from '#core/health';
import { formatsInWords } from '#core/import';
import { cacheOptions, checkImportOptions, checkOptions, type CheckOptions, checkValues, flagOf, healthOptions } from '#core/options';
import { productVersion } from '../product-version.ts';
import { CheckCache } from './check/check-cache.ts';
import type { CheckSettings } from './check/check-file.ts';
import { checkFiles, type CheckedFile } from './check/check-files.ts';
import { addFile, checkText, noFiles, summaryText } from './check/check-text.ts';
import { junitText } from './check/junit.ts';
import { sarifLog } from './check/sarif.ts';
import { withShortLists } from './check/limit-lists.ts';
import { expandFiles, isPattern } from './check/expand-files.ts';
import { readShard, shardOf } from './check/shard.ts';
import type { VerdictContext } from './context.ts';
import { counted, many } from '../terminal/columns.ts';
import { errorLine } from '../terminal/error-line.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork, type MeshWork } from './mesh-work.ts';
import { readIgnoreList } from './read-ignore-list.ts';
import { readSidecar } from './read-sidecar.ts';
import { addOptionFlags, givenFlags, givenOptions, readOptionFlags } from './option-flags.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly budget?: string;
  readonly ignore?: string;
  readonly cache?: string;
  readonly shard?: string;
  readonly format?: string;
  readonly json?: true;
}

export function checkCommand(context: VerdictContext): Command {
  const command = new Command('check')
    .description('Check meshes for issues, and list the triangles of each')
    .argument('<files...>', `${formatsInWords('or')}, or baked .boxwood; * and ? match file names in a folder`)
    .option('--budget <file>', 'Allowed findings (schema: budget.schema.json); else exit code 1')
    .option('--ignore <file>', 'Ignored findings with reasons, outside the budget (ignored.schema.json)')
    .option('--cache <dir>', 'Folder for results, reused for the same bytes, side files and options')
    .option('--shard <i/n>', 'Check every n-th file, starting with the i-th');
  // Brief: new checks bring new flags, and the help has a limit.
  for (const table of [checkOptions, cacheOptions, healthOptions, checkImportOptions]) addOptionFlags(command, table, 'brief');
  return command
    .option('--json', 'Print one JSON document (schema: check.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nAll rendered parts are checked as one surface. Each collider is checked separately.')
    .addHelpText('after', 'The page Checks of the manual explains each check and option.')
    .addHelpText('after', 'An unknown code for --only prints all codes.')
    .addHelpText('after', 'Exits with 2 if a file cannot be read, with 1 if a finding is over the budget or reaches --fail-on.')
    .addHelpText(
      'after',
      '\nExample:\n  boxwood check crate.obj --json\n  boxwood check levels/*.glb --budget budget.json --format junit --jobs 4 --shard 1/8',
    )
    .action(async (given: readonly string[], flags: Flags) => {
      const files = await expandFiles(given);
      const options = formatted(readOptionFlags(checkOptions, flags), flags);
      const part = flags.shard === undefined ? files : shardOf(files, readShard(flags.shard));
      // A pattern may match one file today and several tomorrow: its report has the form of several files.
      const isAlone = given.length === 1 && !given.some(isPattern) && flags.shard === undefined;
      const steps = Math.min(options.jobs, Math.max(1, part.length));
      const cache = openCache(context, flags);
      await withMeshWork(context, (work) => checkAll(work, context, part, isAlone, options, flags, cache), { steps });
      await cache?.close();
    });
}

/** `--json` is `--format json`. @throws InspectorError `invalid-argument` together with another format. */
function formatted(options: CheckOptions, { json, format }: Flags): CheckOptions {
  if (json === undefined) return options;
  if (format !== undefined && options.format !== 'json') throw exclusive(`--json and --format ${options.format}`, 'Use only one of them');
  return { ...options, format: 'json' };
}

async function checkAll(
  work: MeshWork,
  context: VerdictContext,
  files: readonly string[],
  isAlone: boolean,
  options: CheckOptions,
  flags: Flags,
  cache: CheckCache | null,
): Promise<void> {
  const settings = { ...(await readSettings(work, options, flags)), cache };
  const isText = options.format === 'text';
  // A document needs all reports; text is printed report by report, which are not kept.
  const kept: CheckedFile[] = [];
  let summary = noFiles;
  await checkFiles(work, files, settings, options.jobs, (checked) => {
    summary = addFile(summary, checked);
    if (!isText) kept.push(options.format === 'json' && options.elements === 'first' ? withShortLists(checked) : checked);
    if (checked.error !== null) {
      // An error about the only file is the error of the program; of several files each has its own.
      if (isAlone && (isText || options.format === 'json')) throw new InspectorError(checked.error);
      work.clearProgress();
      context.err(errorLine(checked.error));
    } else if (isText) {
      work.clearProgress();
      context.out(checkText(checked.report));
    }
  });
  if (summary.over > 0) context.fail();
  if (summary.unread > 0) context.miss();
  if (isText && !isAlone) context.out(summaryText(summary, cache?.hits ?? null));
  // Documents do not depend on the cache, and one file has no summary.
  else if (cache !== null) context.err(`boxwood: ${counted(cache.hits)} of ${many(summary.files, 'file')} from the cache\n`);
  if (!isText) context.out(documentText(kept, options.format, isAlone, settings));
}

/** Reads the settings. Flags override the thresholds of the budget. */
async function readSettings(work: MeshWork, { failOn }: CheckOptions, flags: Flags): Promise<Omit<CheckSettings, 'cache'>> {
  const reading = readOptionFlags(checkImportOptions, flags);
  if (flags.budget !== undefined && flags['failOn'] !== undefined)
    throw exclusive('--budget and --fail-on', 'Set allowSeverity in the budget');
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

function documentText(
  checked: readonly CheckedFile[],
  format: Exclude<CheckOptions['format'], 'text'>,
  isAlone: boolean,
  { options }: CheckSettings,
): string {
  switch (format) {
    case 'json':
      return jsonText(isAlone ? checked[0]!.report : { files: checked.map(({ file, report, error }) => report ?? { file, error }) });
    case 'sarif':
      return jsonText(sarifLog(checked, productVersion()));
    case 'junit':
      return junitText(
        checked,
        chosenChecks(options.only).map(({ code }) => code),
        checksNotRun(options),
      );
  }
}

/** @throws InspectorError `invalid-argument`. */
function openCache(context: VerdictContext, flags: Flags): CheckCache | null {
  const { cacheSize } = readOptionFlags(cacheOptions, flags);
  if (flags.cache === undefined) {
    if (givenFlags(cacheOptions, flags).length > 0)
      throw invalidArgument('--cache-size needs --cache', 'Add the folder of the cache: --cache <dir>');
    return null;
  }
  if (flags.cache === '') throw invalidArgument('--cache cannot be ""', 'Give a folder');
  return new CheckCache(resolve(flags.cache), cacheSize * 2 ** 20, context);
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

function exclusive(flags: string, fix: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message: `${flags} exclude each other`, fix, location: {} });
}
