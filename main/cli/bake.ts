import { Command, Option } from 'commander';
import { type BakeFormat, type BakeFormatName, bakeFormatNames, bakeFormats, bakeTargetNames } from '#core/bake';
import type { IgnoreList } from '#core/health';
import { interpretSpace } from '#core/import';
import type { ImportJobResult } from '#core/job';
import {
  buildOptions,
  defaultValues,
  exportOptions,
  flagOf,
  flatOptions,
  type ImportOptions,
  importOptions,
  spaceOptions,
  threadOptions,
} from '#core/options';
import { invalidArgument } from '#core/error';
import { meshFileWords, outFormatWords } from './file-words.ts';
import { checkOut, isSameFile } from '../remote/write-out.ts';
import { columns, counted, printable } from '../terminal/columns.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { bakeTargetsCommand } from './bake-targets-command.ts';
import { missingFlag } from './missing-flag.ts';
import { bakeMany, type BakeReport } from './bake/bake-many.ts';
import { isPattern } from './check/expand-files.ts';
import { listKey } from './check/files-from.ts';
import { exclusiveFlags, givenFiles, type ManyFlags, shardPart } from './check/given-files.ts';
import { isAddress, shownFile } from '../remote/address.ts';
import { kindOf } from './kind-flag.ts';
import { readIgnoreList } from './read-ignore-list.ts';
import { withMeshWork, type MeshWork, type ReadMesh } from './mesh-work.ts';
import { addOptionFlags, givenFlags, givenOptions, readOptionFlags } from './option-flags.ts';
import { verificationText } from './verify.ts';
import { notesText, readOut, readOutFormat, writeBake, type WrittenBake, writtenText } from './write-bake.ts';

type Flags = Readonly<Record<string, unknown>> & {
  readonly out?: string;
  readonly format?: BakeFormatName;
  readonly ignore?: string;
  readonly target?: string;
  readonly recipe?: string;
  readonly cache?: string;
  readonly dryRun?: true;
  readonly resume?: string;
  readonly json?: true;
} & ManyFlags;

export function bakeCommand(context: VerdictContext): Command {
  const command = new Command('bake')
    .description('Write a mesh and its tree to a verified file')
    .argument('[files...]', `${meshFileWords}; * and ? match file names in a folder`)
    .option('-o, --out <file>', 'Output file, whose extension chooses the format, or folder of several (required)')
    .option('--target <name,name>', `Bake for ${bakeTargetNames.join(', ')}`)
    .option('--recipe <file>', 'Targets, names and tree options of a pipeline (schema: recipe.schema.json)')
    .option('--dry-run', 'With targets: report what would be written, and write nothing')
    .option('--cache <dir>', 'With targets: skip files that have the bytes of the same input and recipe')
    .option('--files-from <list>', 'File with one path or address a line, or - for standard input')
    .option('--shard <i/n>', 'Bake part i of n, or the part of this array job: auto')
    .option('--resume <file>', 'Write NDJSON to this file, and skip the files that it already has')
    .option('--ignore <file>', 'Ignored findings to store in a .boxwood file; see boxwood check')
    .addOption(new Option('--format <name>', outFormatWords).choices(bakeFormatNames));
  return addOptionFlags(
    addOptionFlags(
      addOptionFlags(addOptionFlags(addOptionFlags(command, flatOptions), buildOptions), threadOptions),
      importOptions,
      'brief',
    ),
    spaceOptions,
    'brief',
  )
    .option('--json', 'Print one JSON document (schema: bake.schema.json, of several files bake-many)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText(
      'after',
      '\nExample:\n  boxwood bake crate.obj -o crate.boxwood --split sah --leaf-triangles 2\n  boxwood bake --files-from props.txt --target unreal,physx -o baked --shard auto --jobs 4',
    )
    .action(async (given: readonly string[], flags: Flags) => {
      if (flags.target !== undefined || flags.recipe !== undefined) return bakeTargetsCommand(context, given, flags);
      refuseFlagsOfTargets(flags);
      const file = given.length === 1 && !isPattern(given[0]!) ? given[0]! : null;
      if (file === null || flags.filesFrom !== undefined || flags.shard !== undefined || flags.resume !== undefined)
        return bakeGiven(context, given, flags);
      const out = readOut(flags);
      const format = readFormat(out, flags);
      await refuseSameFile(file, out);
      await checkOut(out);
      const report = await withMeshWork(
        context,
        (work) => bakeFile(work, { file, out, format, flags, signal: context.signal }),
        readOptionFlags(threadOptions, flags),
      );
      if (!report.verified) context.fail();
      context.out(flags.json ? jsonText(report) : bakeText(report));
    });
}

/** @throws InspectorError `invalid-argument` for a flag of targets. */
function refuseFlagsOfTargets(flags: Flags): void {
  const ofTargets = (['cache', 'dryRun'] as const).find((name) => flags[name] !== undefined);
  if (ofTargets !== undefined)
    throw invalidArgument(`${flagOf(ofTargets)} needs --target or --recipe`, 'Add --target, such as --target physx');
}

/** Bakes several files, or the part of a shard, into a folder. */
async function bakeGiven(context: VerdictContext, given: readonly string[], flags: Flags): Promise<void> {
  const { signal } = context;
  const files = await givenFiles('bake', given, flags, signal);
  const folder = readOut(flags);
  if (flags.format === undefined)
    throw missingFlag('--format', `Several files need --target or --recipe, or one format: ${bakeFormatNames.join(', ')}`);
  if (flags.resume !== undefined && flags.json === true)
    throw exclusiveFlags('--resume and --json', 'The file is NDJSON: leave --json out');
  if (flags.resume !== undefined && isAddress(flags.resume))
    throw invalidArgument('--resume cannot append to a file on a server', 'Give a file on a disk');
  const format = readFormat(folder, { ...flags, jobs: undefined });
  const { jobs } = readOptionFlags(threadOptions, flags);
  const part = await shardPart(files, flags, signal);
  const tables = [buildOptions, importOptions, spaceOptions, flatOptions] as const;
  await withMeshWork(
    context,
    async (work) => {
      const ignore = await readIgnoreList(work, flags.ignore);
      // Trees are built on the thread of their file.
      const alone = { ...flags, jobs: undefined };
      const inputs = new Set(files.map((file) => listKey(file).toLowerCase()));
      await bakeMany(work, context, {
        files,
        ...part,
        folder,
        extension: format.extension,
        settings: { format: format.name, options: tables.map((table) => givenOptions(table, flags)), ignore },
        jobs,
        isJson: flags.json === true,
        resume: flags.resume ?? null,
        bake: async (file, out) => {
          await refuseSameFile(file, out);
          return bakeFile(work, { file, out, format, flags: alone, inputs, signal });
        },
      });
    },
    { steps: Math.min(jobs, Math.max(1, part.indices.length)) },
  );
}

function readFormat(out: string, flags: Flags): BakeFormat {
  const format = readOutFormat(out, flags);
  const [flag] = givenFlags(buildOptions, flags);
  if (!format.hasTree && flag !== undefined)
    throw invalidArgument(`${flag} does not apply to ${format.title}, which stores no tree`, 'Remove it');
  const [threads] = givenFlags(threadOptions, flags);
  if (!format.hasTree && threads !== undefined)
    throw invalidArgument(`${threads} does not apply to ${format.title}, which stores no tree`, 'Remove it');
  const [flat] = givenFlags(flatOptions, flags);
  if (format.shapes === undefined && flat !== undefined)
    throw invalidArgument(`${flat} does not apply to ${format.title}, which stores triangles`, 'Remove it');
  const kind = kindOf(flags);
  if (kind !== null && kind !== 'aabb' && !format.keepsKind)
    throw invalidArgument(`--kind ${kind} does not apply to ${format.title}, which stores only AABBs`, 'Remove it, or bake to .boxwood');
  return format;
}

async function refuseSameFile(file: string, out: string): Promise<void> {
  if (await isSameFile(file, out)) throw invalidArgument('--out is the input file', 'Give another name: a bake never replaces its source');
}

interface BakeTask {
  readonly file: string;
  readonly out: string;
  readonly format: BakeFormat;
  readonly flags: Flags;
  readonly inputs?: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** Returns the ignored findings of a file with those of a list. The modules of health are loaded only for a list with records. */
async function joinedIgnored({ ignored, source }: ImportJobResult, list: IgnoreList, importing: ImportOptions) {
  if (list.length === 0) return ignored;
  const { ignoredFor, joinIgnored } = await import('#core/health');
  return joinIgnored(ignored, ignoredFor(list, source, importing));
}

async function bakeFile(work: MeshWork, { file, out, format, flags, inputs, signal }: BakeTask) {
  const read = await work.read(file, readOptionFlags(importOptions, flags));
  const { mesh, source, findings } = read.imported;
  const list = await readIgnoreList(work, flags.ignore);
  const ignored = await joinedIgnored(read.imported, list, readOptionFlags(importOptions, flags));
  const space = interpretSpace(read.imported.space, readOptionFlags(spaceOptions, flags));
  const trees = format.hasTree ? await treesOf(work, read, flags) : [];
  const { flat } = readOptionFlags(flatOptions, flags);
  const options = { ...defaultValues(exportOptions), flat };
  const solid =
    flat === 'refuse'
      ? { mesh: null, notes: [] }
      : await work.run(file, 'converting', { kind: 'convert', mesh, format: format.name, space, options, runs: null });
  const { notes } = solid;
  const request = { kind: 'bake', format: format.name, mesh: solid.mesh ?? mesh, trees, source, space, findings, ignored, notes } as const;
  const written = await writeBake(work, { file, out, request, hasFormat: flags.format !== undefined, inputs, signal });
  return bakeReport(file, out, format.name, written);
}

/** Returns the trees of a baked file, unless flags select other options. */
async function treesOf({ build, anyTree }: MeshWork, read: ReadMesh, flags: Flags): Promise<readonly ArrayBuffer[]> {
  if (givenFlags(buildOptions, flags).length > 0) return [(await build(read, readOptionFlags(buildOptions, flags))).tree];
  return read.imported.trees.length > 0 ? read.imported.trees.map(({ tree }) => tree) : [(await anyTree(read)).tree];
}

function bakeReport(file: string, out: string, format: BakeFormatName, written: WrittenBake): BakeReport {
  const { bytes, verified, notes, verification } = written;
  const { queries, mismatches, problems } = verification ?? { queries: 0, mismatches: 0, problems: [] };
  return { file: shownFile(file), out: shownFile(out), format, bytes, verified, queries, mismatches, problems, notes };
}

function bakeText(report: BakeReport): string {
  const { out, format, bytes, verified, notes } = report;
  const rows = [
    ['format', bakeFormats[format as BakeFormatName].title],
    ['bytes', counted(bytes)],
    ['written', writtenText(verified)],
  ];
  const verification = verificationText({ ok: verified, trees: 0, compared: true, ...report });
  return `${printable(out)}\n${columns(rows)}${verification}${notesText(notes)}`;
}
