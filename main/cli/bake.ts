import { Command, Option } from 'commander';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  type BakeFormat,
  type BakeFormatName,
  bakeFormatNames,
  bakeFormatOf,
  bakeFormats,
  type BakeNote,
  type Verification,
} from '#core/bake';
import { ignoredFor, joinIgnored } from '#core/health';
import { interpretSpace } from '#core/import';
import { buildOptions, importOptions, spaceOptions, threadOptions } from '#core/options';
import { invalidArgument } from '#core/error';
import { defaultMaxBytes, requireOpenable } from '../documents/read-source.ts';
import { checkWritable, writeAtomically } from '../documents/write-atomically.ts';
import { columns, counted, measured, printable } from '../terminal/columns.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { kindOf } from './kind-flag.ts';
import { readIgnoreList } from './read-ignore-list.ts';
import { withMeshWork, type MeshWork, type ReadMesh } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, givenFlags, readOptionFlags } from './option-flags.ts';
import { verificationText } from './verify.ts';

type Flags = Readonly<Record<string, unknown>> & {
  readonly out?: string;
  readonly format?: BakeFormatName;
  readonly ignore?: string;
  readonly json?: true;
};

export function bakeCommand(context: VerdictContext): Command {
  const extensions = Object.values(bakeFormats)
    .map(({ extension }) => `.${extension}`)
    .join(', ');
  const command = new Command('bake')
    .description('Write a mesh and its tree to a verified file')
    .argument('<file>', 'Mesh file, or a baked .boxwood')
    .option('-o, --out <file>', `Output file (required); its extension selects the format: ${extensions}`)
    .option('--ignore <file>', 'Ignored findings to store in a .boxwood file; see boxwood check')
    .addOption(
      new Option('--format <name>', `Output format: ${bakeFormatNames.join(', ')} (default by the extension)`).choices(bakeFormatNames),
    );
  return addOptionFlags(addOptionFlags(addOptionFlags(addOptionFlags(command, buildOptions), threadOptions), importOptions), spaceOptions)
    .option('--json', 'Print one JSON document (schema: bake.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood bake crate.obj -o crate.boxwood --split sah --leaf-triangles 2')
    .action(async (file: string, flags: Flags) => {
      const out = readOut(flags);
      const format = readFormat(out, flags);
      await refuseSameFile(file, out);
      await checkWritable(out);
      const report = await withMeshWork(
        context,
        (work) => bakeFile(work, { file, out, format, flags, signal: context.signal }),
        readOptionFlags(threadOptions, flags),
      );
      if (!report.verified) context.fail();
      context.out(flags.json ? jsonText(report) : bakeText(report));
    });
}

function readOut({ out }: Flags): string {
  if (out === undefined || out === '') throw missingFlag('--out', 'Give an output file, such as -o crate.boxwood');
  return out;
}

function readFormat(out: string, flags: Flags): BakeFormat {
  const format = flags.format === undefined ? bakeFormatOf(out) : bakeFormats[flags.format];
  if (format === null)
    throw invalidArgument(`The extension of "${out}" is not that of a bake format`, `Give --format, one of ${bakeFormatNames.join(', ')}`);
  const [flag] = givenFlags(buildOptions, flags);
  if (!format.hasTree && flag !== undefined)
    throw invalidArgument(`${flag} does not apply to ${format.title}, which stores no tree`, 'Remove it');
  const [threads] = givenFlags(threadOptions, flags);
  if (!format.hasTree && threads !== undefined)
    throw invalidArgument(`${threads} does not apply to ${format.title}, which stores no tree`, 'Remove it');
  const kind = kindOf(flags);
  if (kind !== null && kind !== 'aabb' && !format.keepsKind)
    throw invalidArgument(`--kind ${kind} does not apply to ${format.title}, which stores only AABBs`, 'Remove it, or bake to .boxwood');
  return format;
}

/** Compares files, not names, so that links and a disk that ignores case are detected. */
async function refuseSameFile(file: string, out: string): Promise<void> {
  const [from, to] = await Promise.all([file, out].map((path) => stat(resolve(path), { bigint: true }).catch(() => null)));
  if (from == null || to == null || from.ino !== to.ino || from.dev !== to.dev) return;
  throw invalidArgument('--out is the input file', 'Give another name: a bake never replaces its source');
}

interface BakeTask {
  readonly file: string;
  readonly out: string;
  readonly format: BakeFormat;
  readonly flags: Flags;
  readonly signal: AbortSignal;
}

async function bakeFile(work: MeshWork, { file, out, format, flags, signal }: BakeTask) {
  const read = await work.read(file, readOptionFlags(importOptions, flags));
  const { mesh, source, findings } = read.imported;
  const list = await readIgnoreList(work, flags.ignore);
  const ignored = joinIgnored(read.imported.ignored, ignoredFor(list, source, readOptionFlags(importOptions, flags)));
  const space = interpretSpace(read.imported.space, readOptionFlags(spaceOptions, flags));
  const trees = format.hasTree ? await treesOf(work, read, flags) : [];
  const baked = await work.run(file, 'baking', { kind: 'bake', format: format.name, mesh, trees, source, space, findings, ignored });
  const bytes = baked.bytes.length;
  requireOpenable(bytes, defaultMaxBytes, out);
  let verification: Verification | null = null;
  const verified = await writeAtomically(out, baked.bytes, {
    signal,
    approve: async (readBack) => {
      // With `--format`, the extension may be that of another format.
      const fileName = flags.format === undefined ? basename(out) : `baked.${format.extension}`;
      ({ verification } = await work.run(out, 'verifying', {
        kind: 'verify',
        fileName,
        bytes: readBack,
        against: { mesh, trees, source, space, findings, ignored },
      }));
      return verification.ok;
    },
  });
  return bakeReport(file, out, format.name, bytes, verified, baked.notes, verification);
}

/** Returns the trees of a baked file, unless flags select other options. */
async function treesOf({ build, anyTree }: MeshWork, read: ReadMesh, flags: Flags): Promise<readonly ArrayBuffer[]> {
  if (givenFlags(buildOptions, flags).length > 0) return [(await build(read, readOptionFlags(buildOptions, flags))).tree];
  return read.imported.trees.length > 0 ? read.imported.trees.map(({ tree }) => tree) : [(await anyTree(read)).tree];
}

type BakeReport = ReturnType<typeof bakeReport>;

function bakeReport(
  file: string,
  out: string,
  format: BakeFormatName,
  bytes: number,
  verified: boolean,
  notes: readonly BakeNote[],
  verification: Verification | null,
) {
  const { queries, mismatches, problems } = verification ?? { queries: 0, mismatches: 0, problems: [] };
  return { file, out, format, bytes, verified, queries, mismatches, problems, notes };
}

function bakeText(report: BakeReport): string {
  const { out, format, bytes, verified, notes } = report;
  const rows = [
    ['format', bakeFormats[format].title],
    ['bytes', counted(bytes)],
    ['written', verified ? 'yes, and read back' : 'no: the previous file is unchanged'],
  ];
  const changed = notes.map(
    ({ message, count, largest }) =>
      `  note: ${message} (${counted(count)}${largest === undefined ? '' : `, by at most ${measured(largest)}`}).\n`,
  );
  return [`${printable(out)}\n`, columns(rows), verificationText({ ok: verified, trees: 0, compared: true, ...report }), ...changed].join(
    '',
  );
}
