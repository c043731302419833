import { constants } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { InspectorError, type InspectorErrorCode } from '#core/error';
import { cancelledError } from '#core/cancelled';
import { inMebibytes } from '#core/import/source/byte-source';
import { sourceName, type FileSource } from './file-source.ts';
import { systemRefusal } from './system-refusal.ts';

export interface ReadOptions {
  /** Larger files are refused before anything is read. */
  readonly maxBytes: number;
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Of files that are held as a whole: 2 GiB, or an eighth of the machine's memory, since mesh, tree and what builds them take several times as
 * much outside the heap that a worker's limits bound. Of what comes in pieces the mesh is held to a limit instead.
 */
export const defaultMaxBytes = Math.min(2 ** 31, Math.floor(totalmem() / 8));

/** Small enough to cancel and report in time, large enough to cost nothing. */
const chunkBytes = 8 * 2 ** 20;

/**
 * Byte length of a file; with `maxBytes`, of one that is no larger.
 * @throws InspectorError `unreadable`, `empty-file`, `too-large`.
 */
export async function sourceSize(source: FileSource, maxBytes = Infinity): Promise<number> {
  const name = sourceName(source);
  const size = source.kind === 'memory' ? source.bytes.length : await sizeOnDisk(source.path, name);
  if (size === 0) throw refused('empty-file', name, 'The file is empty', 'Export it again, or choose another');
  if (size > maxBytes) {
    const message = `The file has ${inMebibytes(size)}, and at most ${inMebibytes(maxBytes)} are read on this machine`;
    throw refused('too-large', name, message, 'Split it into parts, or use a machine with more memory');
  }
  return size;
}

/**
 * Holds a file that is still to be written to the limit that opening it will set.
 * @throws InspectorError `too-large`.
 */
export function requireOpenable(byteLength: number, maxBytes: number, file: string): void {
  if (byteLength <= maxBytes) return;
  const message = `The baked file would have ${inMebibytes(byteLength)}, and at most ${inMebibytes(maxBytes)} are opened on this machine`;
  throw refused('too-large', file, message, 'Bake to a smaller format, bake fewer trees, or use a machine with more memory');
}

/**
 * All bytes of a file, in a buffer of their own.
 * @throws InspectorError `unreadable`, `empty-file`, `too-large`, `cancelled`.
 */
export async function readSource(source: FileSource, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
  const size = await sourceSize(source, options.maxBytes);
  if (source.kind === 'memory') return source.bytes;
  const name = sourceName(source);
  const bytes = allocate(size, name);
  const file = await attempt(name, () => open(source.path, constants.O_RDONLY));
  try {
    return await fill(bytes, file, name, options);
  } finally {
    await file.close();
  }
}

/**
 * All bytes of a file on the disk, a piece at a time in the same memory.
 * @throws InspectorError (the iterator) `unreadable`, `empty-file`, `cancelled`.
 */
export async function* sourcePieces(path: string, { onProgress, signal }: Omit<ReadOptions, 'maxBytes'>): AsyncGenerator<Uint8Array> {
  const source: FileSource = { kind: 'disk', path };
  const name = sourceName(source);
  const size = await sourceSize(source);
  const piece = new Uint8Array(Math.min(size, chunkBytes));
  const file = await attempt(name, () => open(path, constants.O_RDONLY));
  try {
    for (let at = 0; at < size; ) {
      if (signal?.aborted) throw cancelledError();
      const { bytesRead } = await attempt(name, () => file.read(piece, 0, Math.min(piece.length, size - at), at));
      if (bytesRead === 0) return;
      at += bytesRead;
      onProgress?.(at / size);
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function fill(
  bytes: Uint8Array<ArrayBuffer>,
  file: FileHandle,
  name: string,
  { onProgress, signal }: ReadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  let at = 0;
  while (at < bytes.length) {
    if (signal?.aborted) throw cancelledError();
    const wanted = Math.min(chunkBytes, bytes.length - at);
    const { bytesRead } = await attempt(name, () => file.read(bytes, at, wanted, at));
    // The file became shorter meanwhile: what is there is read, and its reader tells what is missing.
    if (bytesRead === 0) return bytes.slice(0, at);
    at += bytesRead;
    onProgress?.(at / bytes.length);
  }
  return bytes;
}

async function sizeOnDisk(path: string, name: string): Promise<number> {
  const status = await attempt(name, () => stat(path));
  if (status.isDirectory()) throw refused('unreadable', name, 'This is a folder', 'Open the mesh files in it');
  if (!status.isFile()) throw refused('unreadable', name, 'This is not a regular file', 'Copy its content to a file first');
  return status.size;
}

function allocate(size: number, name: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(size);
  } catch {
    const message = `There is no memory for the ${inMebibytes(size)} of this file`;
    throw refused('too-large', name, message, 'Close other documents, or split the file into parts');
  }
}

/** Runs a call of the operating system and says its refusals in words. */
async function attempt<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (thrown) {
    throw systemRefusal(thrown, name);
  }
}

function refused(code: InspectorErrorCode, file: string, message: string, fix: string): InspectorError {
  return new InspectorError({ code, message, fix, location: { file } });
}
