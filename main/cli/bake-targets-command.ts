import { resolve } from 'node:path';
import { bakeFormats, type BakeFormatName, bakeTargets, parseRecipe, type Recipe, recipeOfTargets } from '#core/bake';
import { invalidArgument } from '#core/error';
import { buildOptions, importOptions, spaceOptions, threadOptions, flatOptions } from '#core/options';
import { resultVersion } from '../cache/result-version.ts';
import { columns, counted, many, measured, milliseconds, printable } from '../terminal/columns.ts';
import { errorLine } from '../terminal/error-line.ts';
import { bakeForTargets, refuseSameOutputs, type TargetReport, type TargetsOfFile, type TargetSettings } from './bake-targets.ts';
import { listKey } from './check/files-from.ts';
import { givenFiles, shardPart } from './check/given-files.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { printedLength, printedVolume } from './printed-length.ts';
import { missingFlag } from './missing-flag.ts';
import { type MeshWork, withMeshWork } from './mesh-work.ts';
import { givenFlags, readOptionFlags } from './option-flags.ts';
import { readSidecar } from './read-sidecar.ts';
import { notesText } from './write-bake.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly out?: string;
  readonly target?: string;
  readonly recipe?: string;
  readonly format?: BakeFormatName;
  readonly ignore?: string;
  readonly cache?: string;
  readonly shard?: string;
  readonly filesFrom?: string;
  readonly resume?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Bakes files for several targets: `boxwood bake --target`. @throws InspectorError as the flags and the recipe are wrong. */
export async function bakeTargetsCommand(context: VerdictContext, given: readonly string[], flags: Flags): Promise<void> {
  refuseOthers(flags);
  const { out: folder } = flags;
  if (folder === undefined || folder === '') throw missingFlag('--out', 'Give a folder for the files of the targets, such as -o baked');
  const all = await givenFiles('bake', given, flags, context.signal);
  const { indices } = await shardPart(all, flags, context.signal);
  const files = indices.map((i) => all[i]!);
  const { jobs } = readOptionFlags(threadOptions, flags);
  const done: TargetsOfFile[] = [];
  await withMeshWork(
    context,
    async (work) => {
      const settings = await readSettings(work, context, flags, { files: all, folder });
      refuseSameOutputs(all, settings.recipe, folder);
      let next = 0;
      const bakeNext = async (): Promise<void> => {
        for (let i = next++; i < files.length; i = next++) done[i] = await bakeForTargets(work, files[i]!, settings);
      };
      await Promise.all(Array.from({ length: Math.min(jobs, files.length) }, bakeNext));
      work.clearProgress();
    },
    { steps: Math.min(jobs, Math.max(1, files.length)) },
  );
  for (const { error } of done) if (error !== null) context.err(errorLine(error));
  if (done.some(({ error }) => error !== null)) context.miss();
  if (done.some(({ targets }) => targets.some(({ state }) => state === 'refused' || state === 'failed'))) context.fail();
  context.out(flags.json ? jsonText({ files: done }) : done.map(fileText).join(''));
}

/** Targets choose format and tree; a recipe has the tree options. */
function refuseOthers(flags: Flags): void {
  if (flags.target !== undefined && flags.recipe !== undefined)
    throw invalidArgument('--target and --recipe exclude each other', 'Write the targets into the recipe');
  const [other] = [
    ...(flags.format === undefined ? [] : ['--format']),
    ...(flags.ignore === undefined ? [] : ['--ignore']),
    ...(flags.resume === undefined ? [] : ['--resume']),
    ...givenFlags(buildOptions, flags),
  ];
  if (other !== undefined)
    throw invalidArgument(
      `${other} does not apply to targets`,
      'Remove it; tree options belong to the recipe, as "tree", and --cache skips what is baked',
    );
}

async function readSettings(
  work: MeshWork,
  { signal, err }: VerdictContext,
  flags: Flags,
  { files, folder }: { readonly files: readonly string[]; readonly folder: string },
): Promise<TargetSettings> {
  const { recipe: file, target, cache } = flags;
  const recipe: Recipe = file === undefined ? recipeOfTargets(target ?? '') : readSidecar(file, await work.readBytes(file), parseRecipe);
  let isReported = false;
  return {
    recipe,
    folder,
    onCacheError: (error) => {
      if (!isReported) err(errorLine({ ...error, fix: `${error.fix}. This cache is not written` }));
      isReported = true;
    },
    reading: readOptionFlags(importOptions, flags),
    space: readOptionFlags(spaceOptions, flags),
    flat: readOptionFlags(flatOptions, flags).flat,
    isDry: flags.dryRun === true,
    cache: cache === undefined ? null : { path: resolve(cache), version: resultVersion(), signal },
    inputs: new Set(files.map((one) => listKey(one).toLowerCase())),
    signal,
  };
}

function fileText({ file, targets, error }: TargetsOfFile): string {
  return `${printable(file)}${error === null ? '' : targets.length > 0 ? ': stopped after an error' : ': not read'}\n${targets.map(targetText).join('')}`;
}

const stateWords: Readonly<Record<TargetReport['state'], string>> = {
  written: 'written, and read back',
  unchanged: 'unchanged, by the cache',
  dry: 'not written: dry run',
  refused: 'REFUSED: nothing was written',
  failed: 'FAILED the verification: nothing was written',
};

function targetText({ target, out, bytes, state, queries, problems, notes, exceeded, engine, milliseconds: time }: TargetReport): string {
  const { title, format } = bakeTargets[target];
  const rows = [
    ['file', printable(out)],
    ['format', bakeFormats[format].title],
    ['state', stateWords[state]],
    ['bytes', counted(bytes)],
    ['rays compared', counted(queries)],
    ['time', milliseconds(time)],
    ...(engine === null
      ? []
      : [
          [
            `in ${engine.title}`,
            `${many(engine.vanishedTriangles, 'vanished triangle')}, vertices move by at most ${printedLength(engine.maxMoved, engine.metresPerUnit)}${
              engine.phantomVolume === null ? '' : `, phantom volume ${printedVolume(engine.phantomVolume, engine.metresPerUnit)}`
            }`,
          ],
        ]),
  ];
  const limits = exceeded.map(({ of, value, max, part, source, fix }) => {
    const where = part === null ? '' : ` of ${printable(part)}`;
    return `  LIMIT: ${of} ${measured(value)}${where}, at most ${measured(max)} (${source}). ${fix}.\n`;
  });
  return `${title}\n${columns(rows)}${limits.join('')}${problems.map((problem) => `  problem: ${printable(problem)}\n`).join('')}${notesText(notes)}`;
}
