import { Command, Option } from 'commander';
import { type BakeFormat, type BakeFormatName, bakeFormatNames, bakeFormats, runsOfParts, type TriangleRuns } from '#core/bake';
import { invalidArgument } from '#core/error';
import { interpretSpace } from '#core/import';
import { meshBounds, partsByName, type SourceSpace, type TriangleMesh, unitName } from '#core/mesh';
import { type ExportOptions, exportOptions, exportPartOptions, importOptions, spaceOptions, withPreset } from '#core/options';
import { convertForBake } from './bake-request.ts';
import { meshFileWords, outFormatWords } from './file-words.ts';
import { checkOut, isSameFile } from '../remote/write-out.ts';
import { columns, counted, measured, printable } from '../terminal/columns.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork, type MeshWork, type ReadMesh } from './mesh-work.ts';
import { addOptionFlags, givenOptions, readOptionFlags } from './option-flags.ts';
import { verificationText } from './verify.ts';
import { notesText, readOut, readOutFormat, writeBake, type WrittenBake, writtenText } from './write-bake.ts';

type Flags = Readonly<Record<string, unknown>> & {
  readonly out?: string;
  readonly format?: BakeFormatName;
  readonly json?: true;
};

export function exportCommand(context: VerdictContext): Command {
  const extensions = Object.values(bakeFormats)
    .map(({ extension }) => `.${extension}`)
    .join(', ');
  const command = new Command('export')
    .description('Write a mesh in another format, unit or space, or some of its parts')
    .argument('<file>', meshFileWords)
    .option('-o, --out <file>', `Output file (required); its extension selects the format: ${extensions}`)
    .addOption(new Option('--format <name>', outFormatWords).choices(bakeFormatNames));
  for (const table of [exportOptions, exportPartOptions, spaceOptions, importOptions]) addOptionFlags(command, table);
  return command
    .option('--json', 'Print one JSON document (schema: export.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\n--unit, --up and --handedness state what the coordinates of the input mean, where its file does not.')
    .addHelpText('after', 'Trees are built with default options; boxwood bake has them all.')
    .addHelpText('after', '\nExample:\n  boxwood export level.glb -o walls.obj --preset unreal --parts "wall*"')
    .action(async (file: string, flags: Flags) => {
      const out = readOut(flags);
      const format = readOutFormat(out, flags);
      const options = withPreset(readOptionFlags(exportOptions, flags), givenOptions(exportOptions, flags));
      if (await isSameFile(file, out))
        throw invalidArgument('--out is the input file', 'Give another name: an export never replaces its source');
      await checkOut(out);
      const report = await withMeshWork(context, (work) => exportFile(work, { file, out, format, options, flags, signal: context.signal }));
      if (!report.verified) context.fail();
      context.out(flags.json ? jsonText(report) : exportText(report));
    });
}

interface FileTask {
  readonly file: string;
  readonly out: string;
  readonly format: BakeFormat;
  readonly options: ExportOptions;
  readonly flags: Flags;
  readonly signal: AbortSignal;
}

async function exportFile(work: MeshWork, { file, out, format, options, flags, signal }: FileTask) {
  const read = await work.read(file, readOptionFlags(importOptions, flags));
  const { imported } = read;
  const space = interpretSpace(imported.space, readOptionFlags(spaceOptions, flags));
  const runs = runsOf(read.mesh, readOptionFlags(exportPartOptions, flags).parts);
  const trees = async (ready: ReadMesh) => [(await work.anyTree(ready)).tree];
  const { request, mesh } = await convertForBake(work, read, { format, space, options, runs }, trees);
  const written = await writeBake(work, { file, out, request, hasFormat: flags.format !== undefined, signal });
  return exportReport({ file, out, format }, written, mesh, request.space);
}

/** Returns the triangles of the parts of a list; `null` for all. */
function runsOf(mesh: TriangleMesh, list: string): TriangleRuns | null {
  if (list === '') return null;
  const chosen = partsByName(mesh, list);
  return chosen.length === mesh.parts.length ? null : runsOfParts(mesh, chosen);
}

type ExportReport = ReturnType<typeof exportReport>;

function exportReport(
  { file, out, format }: Pick<FileTask, 'file' | 'out' | 'format'>,
  { bytes, verified, notes, verification }: WrittenBake,
  mesh: TriangleMesh,
  { metresPerUnit, up, handedness }: SourceSpace,
) {
  const { queries, mismatches, problems } = verification ?? { queries: 0, mismatches: 0, problems: [] };
  return {
    file,
    out,
    format: format.name,
    bytes,
    triangles: mesh.indices.length / 3,
    vertices: mesh.positions.length / 3,
    parts: mesh.parts.map(({ name, triangleCount }) => ({ name, triangles: triangleCount })),
    bounds: meshBounds(mesh),
    units: unitName(metresPerUnit),
    up,
    handedness,
    verified,
    queries,
    mismatches,
    problems,
    notes,
  };
}

function exportText(report: ExportReport): string {
  const { out, format, bytes, verified, notes, triangles, vertices, parts, bounds, units, up, handedness } = report;
  const corner = (values: readonly number[] | undefined): string => values?.map(measured).join(', ') ?? '';
  const rows = [
    ['format', bakeFormats[format].title],
    ['triangles', counted(triangles)],
    ['vertices', counted(vertices)],
    ['parts', counted(parts.length)],
    ['bounds min', corner(bounds?.min)],
    ['bounds max', corner(bounds?.max)],
    ['unit', units ?? 'unknown'],
    ['axes', `${up ?? 'unknown'} up, ${handedness === null ? 'unknown handedness' : `${handedness}-handed`}`],
    ['bytes', counted(bytes)],
    ['written', writtenText(verified)],
  ];
  const verification = verificationText({ ok: verified, trees: 0, compared: true, ...report });
  return `${printable(out)}\n${columns(rows)}${verification}${notesText(notes)}`;
}
