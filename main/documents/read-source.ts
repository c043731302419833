import { constants } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { InspectorError, type InspectorErrorCode } from '#core/error';
import { cancelledError } from '#core/cancelled';
import { inMebibytes } from '#core/import';
import { sourceName, type FileSource } from './file-source.ts';
import { systemRefusal } from './system-refusal.ts';

export interface ReadOptions {
  /** Larger files are refused before anything is read. */
  readonly maxBytes: number;
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Maximum size of files that are held as a whole: 2 GiB, or an eighth of the memory of the machine. Mesh, tree and builder take several
 * times as much, outside the limited heap of a worker. For files that are read in pieces, the mesh is limited instead.
 */
export const defaultMaxBytes = Math.min(2 ** 31, Math.floor(totalmem() / 8));

/** Small enough for cancellation and progress, large enough to add no overhead. */
const chunkBytes = 8 * 2 ** 20;

/**
 * Returns the byte length of a file of at most `maxBytes`.
 * @throws InspectorError `unreadable`, `empty-file`, `too-large`.
 */
export async function sourceSize(source: FileSource, maxBytes = Infinity): Promise<number> {
  const name = sourceName(source);
  const size = source.kind === 'memory' ? source.bytes.length : await sizeOnDisk(source.path, name);
  if (size === 0) throw refused('empty-file', name, 'The file is empty', 'Export it again, or open another file');
  if (size > maxBytes) {
    const message = `The file has ${inMebibytes(size)}; the limit on this machine is ${inMebibytes(maxBytes)}`;
    throw refused('too-large', name, message, 'Split it into parts, or use a machine with more memory');
  }
  return size;
}

/**
 * Checks a file to be written against the limit for opening it again.
 * @throws InspectorError `too-large`.
 */
export function requireOpenable(byteLength: number, maxBytes: number, file: string): void {
  if (byteLength <= maxBytes) return;
  const message = `The baked file would have ${inMebibytes(byteLength)}; the limit for opening it on this machine is ${inMebibytes(maxBytes)}`;
  throw refused('too-large', file, message, 'Bake to a smaller format, bake fewer trees, or use a machine with more memory');
}

/**
 * Returns all bytes of a file, in their own buffer.
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
 * Yields the bytes of a file on the disk in pieces, which share one buffer.
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
    // The file was truncated meanwhile: its reader reports what is missing.
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
    const message = `Not enough memory for the ${inMebibytes(size)} of this file`;
    throw refused('too-large', name, message, 'Close other documents, or split the file into parts');
  }
}

/** Runs a call of the operating system and converts its errors. */
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
