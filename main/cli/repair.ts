import { Command, Option } from 'commander';
import { type BakeFormatName, bakeFormatNames } from '#core/bake/known-formats';
import { type GivenRepairs, repairs, requestedRepairs } from '#core/health';
import { interpretSpace } from '#core/import';
import { openMeshBytes } from '#core/mesh';
import { buildOptions, checkValues, defaultValues, flagOf, healthOptions, importOptions, repairOptions, spaceOptions } from '#core/options';
import { invalidArgument } from '#core/error';
import { meshFileWords, outFormatWords } from './file-words.ts';
import { checkOut, isSameFile } from '../remote/write-out.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork, type MeshWork, type ReadMesh } from './mesh-work.ts';
import { addOptionFlags, givenOptions, readOptionFlags } from './option-flags.ts';
import { repairFileReport, type RepairTarget } from './repair-report.ts';
import { repairText } from './repair-text.ts';
import { readOut, readOutFormat, writeBake } from './write-bake.ts';

type Flags = Readonly<Record<string, unknown>> & {
  readonly out?: string;
  readonly format?: BakeFormatName;
  readonly force?: true;
  readonly dryRun?: true;
  readonly json?: true;
};

export function repairCommand(context: VerdictContext): Command {
  const command = new Command('repair')
    .description('Write a repaired copy of a mesh, and report what changed')
    .argument('<file>', meshFileWords)
    .option('-o, --out <file>', 'Output file; its extension selects the format, as in boxwood bake')
    .addOption(new Option('--format <name>', outFormatWords).choices(bakeFormatNames))
    .option('--force', 'Allow that --out is the input file')
    .option('--dry-run', 'Write no file: only report what would change');
  for (const table of [repairOptions, importOptions, spaceOptions]) addOptionFlags(command, table);
  return command
    .option('--json', 'Print one JSON document (schema: repair.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nOnly repairs with a flag run, in this order: on the rendered mesh, and on each collider apart.')
    .addHelpText('after', '\nExample:\n  boxwood repair scan.ply -o fixed.ply --weld 1e-5 --drop-degenerate --fill-holes --fix-winding')
    .action(async (file: string, flags: Flags) => {
      const options = readRepairs(flags);
      const target = flags.dryRun === true ? null : await readTarget(file, flags);
      const report = await withMeshWork(context, (work) => repairFile(work, { file, target, options, flags, signal: context.signal }));
      if (report.verified === false) context.fail();
      context.out(flags.json ? jsonText(report) : repairText(report));
    });
}

/** Returns the given repairs. @throws InspectorError `invalid-argument` without one, and for values out of range. */
function readRepairs(flags: Flags): GivenRepairs {
  const given = givenOptions(repairOptions, flags);
  const values = checkValues(repairOptions, given, flagOf);
  const options = Object.fromEntries(Object.entries(values).filter(([name]) => given[name] !== undefined)) as GivenRepairs;
  const requested = requestedRepairs(options);
  if (requested.length === 0) {
    const flagsOfRepairs = repairs.map(({ options: [first] }) => flagOf(first!)).join(', ');
    throw invalidArgument('No repair was requested', `Give one or more of ${flagsOfRepairs}`);
  }
  for (const { options: names, isRequested } of repairs) {
    const alone = names.find((name) => options[name] !== undefined);
    if (alone !== undefined && !isRequested(options))
      throw invalidArgument(`${flagOf(alone)} has no effect without ${flagOf(names[0]!)}`, `Add ${flagOf(names[0]!)}, or remove it`);
  }
  return options;
}

async function readTarget(file: string, flags: Flags): Promise<RepairTarget> {
  const out = readOut(flags);
  const format = readOutFormat(out, flags);
  if (flags.force !== true && (await isSameFile(file, out)))
    throw invalidArgument('--out is the input file', 'Give another name, or add --force to replace the input');
  await checkOut(out);
  return { out, format };
}

interface RepairTask {
  readonly file: string;
  /** `null` with `--dry-run`. */
  readonly target: RepairTarget | null;
  readonly options: GivenRepairs;
  readonly flags: Flags;
  readonly signal: AbortSignal;
}

async function repairFile(work: MeshWork, { file, target, options, flags, signal }: RepairTask) {
  const read = await work.read(file, readOptionFlags(importOptions, flags));
  const health = defaultValues(healthOptions);
  const { mesh, report } = await work.run(file, 'repairing', { kind: 'repair', mesh: read.imported.mesh, options, health });
  if (target === null) return repairFileReport(file, null, null, report);
  const { out, format } = target;
  const space = interpretSpace(read.imported.space, readOptionFlags(spaceOptions, flags));
  const trees = format.hasTree ? [(await work.build(repairedRead(read, mesh), defaultValues(buildOptions))).tree] : [];
  // Findings and ignored findings were about the mesh before.
  const request = { kind: 'bake', format: format.name, mesh, trees, source: null, space, findings: [], ignored: [] } as const;
  const hasFormat = flags.format !== undefined;
  return repairFileReport(file, target, await writeBake(work, { file, out, request, hasFormat, signal }), report);
}

/** Returns the repaired mesh as if it had been read. */
function repairedRead(read: ReadMesh, mesh: ArrayBuffer | SharedArrayBuffer): ReadMesh {
  return { ...read, mesh: openMeshBytes(mesh), imported: { ...read.imported, mesh, trees: [] } };
}
