import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  type BakeSideFile,
  type BakeFormat,
  type BakeFormatName,
  bakeFormatNames,
  bakeFormatOf,
  bakeFormats,
  type BakeNote,
  type Verification,
} from '#core/bake';
import type { BakeJobRequest } from '#core/job';
import { invalidArgument } from '#core/error';
import { defaultMaxBytes, requireOpenable } from '../documents/read-source.ts';
import { commandFileNextTo, isAddress } from '../remote/address.ts';
import { fileNameOf } from '../remote/local-copies.ts';
import { isSameFile, writeOut } from '../remote/write-out.ts';
import { attempt } from '../documents/write-atomically.ts';
import { counted, measured } from '../terminal/columns.ts';
import { listKey } from './check/files-from.ts';
import { missingFlag } from './missing-flag.ts';
import type { MeshWork } from './mesh-work.ts';

export interface OutFlags {
  readonly out?: string;
  readonly format?: BakeFormatName;
}

/** @throws InspectorError `invalid-argument` without an output file. */
export function readOut({ out }: OutFlags): string {
  if (out === undefined || out === '') throw missingFlag('--out', 'Give an output file, such as -o crate.boxwood');
  return out;
}

/** Returns the format that `--format` or the extension selects. @throws InspectorError `invalid-argument` for another extension. */
export function readOutFormat(out: string, { format: given }: OutFlags): BakeFormat {
  const format = given === undefined ? bakeFormatOf(out) : bakeFormats[given];
  if (format !== null) return format;
  throw invalidArgument(`The extension of "${out}" is not that of a bake format`, `Give --format, one of ${bakeFormatNames.join(', ')}`);
}

export interface BakeTask {
  /** Input file, for the progress line. */
  readonly file: string;
  readonly out: string;
  readonly request: BakeJobRequest;
  /** Whether `--format` was given: then the extension may be that of another format. */
  readonly hasFormat: boolean;
  /** All files of the list that are baked, by `listKey` in lower case: no side file replaces one. */
  readonly inputs?: ReadonlySet<string> | undefined;
  readonly signal: AbortSignal;
}

export interface WrittenBake {
  readonly bytes: number;
  /** Whether the file was read back and is correct; else nothing was replaced. */
  readonly verified: boolean;
  readonly notes: readonly BakeNote[];
  readonly verification: Verification | null;
}

/** Bakes a mesh, writes the file atomically, and reads it back with the reader of its format. @throws InspectorError as these steps. */
export async function writeBake(work: MeshWork, { file, out, request, hasFormat, inputs, signal }: BakeTask): Promise<WrittenBake> {
  const baked = await work.run(file, 'baking', { ...request, stem: stemOf(out) });
  const { files } = baked;
  const bytes = baked.bytes.length;
  requireOpenable(bytes, defaultMaxBytes, out);
  const { mesh, trees, source, space, findings, ignored } = request;
  let verification: Verification | null = null;
  const writing = cancelUntilIgnored(signal);
  const verified = await writeOut(out, baked.bytes, {
    signal: writing.signal,
    approve: async (readBack) => {
      const fileName = hasFormat ? `baked.${bakeFormats[request.format].extension}` : fileNameOf(out);
      const against = { mesh, trees, source, space, findings, ignored };
      ({ verification } = await work.run(out, 'verifying', { kind: 'verify', fileName, bytes: readBack, against, files }));
      if (verification.ok && files.length > 0) {
        for (const { path } of files) await refuseInput(file, inputs, commandFileNextTo(out, path));
        if (!isAddress(out)) writing.ignoreCancel();
        await writeSideFiles(out, files, writing.signal);
      }
      return verification.ok;
    },
  }).finally(writing.ignoreCancel);
  return { bytes, verified, notes: baked.notes, verification };
}

function stemOf(out: string): string {
  return fileNameOf(out).replace(/\.[^.]+$/, '');
}

/** Returns a signal that follows another one until `ignoreCancel`. Side files take their names one after another: a cancellation would mix old and new ones. */
function cancelUntilIgnored(signal: AbortSignal): { readonly signal: AbortSignal; readonly ignoreCancel: () => void } {
  const own = new AbortController();
  const abort = (): void => own.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return { signal: own.signal, ignoreCancel: () => signal.removeEventListener('abort', abort) };
}

/** @throws InspectorError `invalid-argument` for a side file that is the input. */
async function refuseInput(file: string, inputs: ReadonlySet<string> | undefined, target: string): Promise<void> {
  if ((await isSameFile(file, target)) || inputs?.has(listKey(target).toLowerCase()) === true)
    throw invalidArgument(
      `A mesh file of the output, ${target}, would replace an input file`,
      'Write to another folder, or under another name',
    );
}

/** Writes the side files before the file that names them gets its name, so that it never names a missing one. */
async function writeSideFiles(out: string, files: readonly BakeSideFile[], signal: AbortSignal): Promise<void> {
  for (const { path, bytes } of files) {
    const target = commandFileNextTo(out, path);
    if (!isAddress(target)) await attempt(target, () => mkdir(dirname(resolve(target)), { recursive: true }));
    await writeOut(target, bytes, { signal, approve: async () => true });
  }
}

/** Returns whether a file was written, in words. */
export function writtenText(verified: boolean): string {
  return verified ? 'yes, and read back' : 'no: nothing was written';
}

/** Returns a line for each change or loss of a format. */
export function notesText(notes: readonly BakeNote[]): string {
  return notes
    .map(({ message, count, largest }) => {
      return `  note: ${message} (${counted(count)}${largest === undefined ? '' : `, by at most ${measured(largest)}`}).\n`;
    })
    .join('');
}
