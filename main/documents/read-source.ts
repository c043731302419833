import { constants } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { InspectorError, type InspectorErrorCode } from '#core/error';
import { cancelledError } from '#core/cancelled';
import { sourceName, type FileSource } from './file-source.ts';

export interface ReadOptions {
  /** Larger files are refused before anything is read. */
  readonly mostBytes: number;
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * 2 GiB, or an eighth of the machine's memory: file, mesh, tree and what builds them took 5.5 times the file's size for a
 * binary STL when the mesh was still copied, 4 times now, and they lie outside the heap that a worker's limits bound.
 */
export const defaultMostBytes = Math.min(2 ** 31, Math.floor(totalmem() / 8));

/** Small enough to cancel and report in time, large enough to cost nothing. */
const chunkBytes = 8 * 2 ** 20;

/**
 * Byte length of a file.
 * @throws InspectorError `unreadable`, `empty-file`, `too-large`.
 */
export async function sourceSize(source: FileSource, mostBytes: number): Promise<number> {
  const name = sourceName(source);
  const size = source.kind === 'memory' ? source.bytes.length : await sizeOnDisk(source.path, name);
  if (size === 0) throw refused('empty-file', name, 'The file is empty', 'Export it again, or choose another');
  if (size > mostBytes) {
    const message = `The file has ${inMebibytes(size)}, and at most ${inMebibytes(mostBytes)} are read on this machine`;
    throw refused('too-large', name, message, 'Split it into parts, or use a machine with more memory');
  }
  return size;
}

/**
 * Holds a file that is still to be written to the limit that opening it will set.
 * @throws InspectorError `too-large`.
 */
export function requireOpenable(byteLength: number, mostBytes: number, file: string): void {
  if (byteLength <= mostBytes) return;
  const message = `The baked file would have ${inMebibytes(byteLength)}, and at most ${inMebibytes(mostBytes)} are opened on this machine`;
  throw refused('too-large', file, message, 'Bake to a smaller format, bake fewer trees, or use a machine with more memory');
}

/**
 * All bytes of a file, in a buffer of their own.
 * @throws InspectorError `unreadable`, `empty-file`, `too-large`, `cancelled`.
 */
export async function readSource(source: FileSource, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
  const size = await sourceSize(source, options.mostBytes);
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
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    const [message, cure] = refusals[code] ?? ['The file cannot be read', 'Check that it is there and may be read'];
    const data = { code: 'unreadable', message, cure, place: { file: name }, detail: code } as const;
    throw new InspectorError(data, { cause: thrown });
  }
}

const refusals: Readonly<Record<string, readonly [message: string, cure: string]>> = {
  ENOENT: ['There is no such file', 'Check its name and folder'],
  ENOTDIR: ['There is no such file', 'Check its name and folder'],
  EISDIR: ['This is a folder', 'Open the mesh files in it'],
  EACCES: ['There is no permission to read this file', 'Change its permissions, or copy it to a folder of your own'],
  EPERM: ['There is no permission to read this file', 'Change its permissions, or copy it to a folder of your own'],
  EMFILE: ['Too many files are open', 'Open fewer files at once'],
  ENAMETOOLONG: ['The name of the file is too long', 'Check its name'],
  ELOOP: ['The file is a symbolic link that leads back to itself', 'Open the file that was meant'],
};

function refused(code: InspectorErrorCode, file: string, message: string, cure: string): InspectorError {
  return new InspectorError({ code, message, cure, place: { file } });
}

function inMebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`;
}
