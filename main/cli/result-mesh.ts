import { type Command, Option } from 'commander';
import { type BakeFormat, type BakeFormatName, bakeFormatNames } from '#core/bake/known-formats';
import { InspectorError, invalidArgument } from '#core/error';
import { interpretSpace } from '#core/import';
import { openMeshBytes } from '#core/mesh';
import { buildOptions, defaultValues, spaceOptions } from '#core/options';
import { outFormatWords } from './file-words.ts';
import { checkOut, isSameFile } from '../remote/write-out.ts';
import type { MeshWork, ReadMesh } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { notesText, readOutFormat, writeBake, type WrittenBake, writtenText } from './write-bake.ts';
import { counted, printable } from '../terminal/columns.ts';

/** The file for the mesh that a verb makes. */
export interface ResultTarget {
  readonly out: string;
  readonly format: BakeFormat;
  readonly hasFormat: boolean;
}

type Flags = Readonly<Record<string, unknown>> & { readonly out?: string; readonly format?: BakeFormatName };

/** Adds `--out`, `--format` and the flags of the space to a verb that makes a mesh. */
export function addResultFlags(command: Command): Command {
  command
    .option('-o, --out <file>', 'Output file; its extension selects the format, as in boxwood bake (default none)')
    .addOption(new Option('--format <name>', outFormatWords).choices(bakeFormatNames));
  return addOptionFlags(command, spaceOptions);
}

/** Returns where the mesh is written; `null` without `--out`. @throws InspectorError `invalid-argument` and `unreadable`. */
export async function readResultTarget(file: string, flags: Flags): Promise<ResultTarget | null> {
  const { out } = flags;
  if (out === undefined || out === '') return null;
  const format = readOutFormat(out, flags);
  if (await isSameFile(file, out)) throw invalidArgument('--out is the input file', 'Give another name');
  await checkOut(out);
  return { out, format, hasFormat: flags.format !== undefined };
}

/** What a report says of the written file; its values are `null` without one. */
export interface ResultFile {
  readonly out: string | null;
  readonly format: BakeFormatName | null;
  readonly bytes: number | null;
  readonly verified: boolean | null;
  readonly notes: WrittenBake['notes'];
}

/** Writes a mesh that was made of `read`, in its space, and reads it back. @throws InspectorError `no-triangles`, and as `writeBake`. */
export async function writeResultMesh(
  work: MeshWork,
  read: ReadMesh,
  mesh: ArrayBuffer | SharedArrayBuffer,
  target: ResultTarget | null,
  { flags, signal }: { readonly flags: Flags; readonly signal: AbortSignal },
): Promise<ResultFile> {
  if (target === null) return { out: null, format: null, bytes: null, verified: null, notes: [] };
  const { out, format, hasFormat } = target;
  const made: ReadMesh = { ...read, mesh: openMeshBytes(mesh), imported: { ...read.imported, mesh, trees: [] } };
  if (made.mesh.indices.length === 0) {
    throw new InspectorError({
      code: 'no-triangles',
      message: 'The result has no triangle to write: its points are on a line or in one place',
      fix: 'Leave out --out to see the numbers',
      location: { file: read.file },
    });
  }
  const space = interpretSpace(read.imported.space, readOptionFlags(spaceOptions, flags));
  const trees = format.hasTree ? [(await work.build(made, defaultValues(buildOptions))).tree] : [];
  const request = { kind: 'bake', format: format.name, mesh, trees, source: null, space, findings: [], ignored: [] } as const;
  const { bytes, verified, notes } = await writeBake(work, { file: read.file, out, request, hasFormat, signal });
  return { out, format: format.name, bytes, verified, notes };
}

/** Returns a line about the written file; empty without one. */
export function resultFileText({ out, bytes, verified, notes }: ResultFile): string {
  if (out === null) return '';
  return `  ${printable(out)}: ${counted(bytes ?? 0)} bytes, written: ${writtenText(verified === true)}\n${notesText(notes)}`;
}
