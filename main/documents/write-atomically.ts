import { constants } from 'node:fs';
import { chmod, open, readlink, realpath, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { InspectorError } from '#core/error';
import { cancelledError } from '#core/cancelled';
import { readSource, type ReadOptions } from './read-source.ts';
import { sweepTemporaries, temporaryName } from './temporary-files.ts';

export interface WriteOptions {
  /**
   * Called with the bytes that were read back, which it may keep. If it resolves to `false`, nothing is replaced.
   * Its errors are passed on.
   */
  readonly approve: (readBack: Uint8Array<ArrayBuffer>) => Promise<boolean>;
  readonly signal: AbortSignal;
  /** Tests replace it for a disk that fails, and record the order of calls. */
  readonly disk?: Disk;
}

/** The calls of the file system that matter for a kill or a power cut. */
export interface Disk {
  readonly open: typeof open;
  readonly read: (path: string, options: ReadOptions) => Promise<Uint8Array<ArrayBuffer>>;
  readonly rename: (from: string, to: string) => Promise<void>;
}

export const realDisk: Disk = { open, rename, read: (path, options) => readSource({ kind: 'disk', path }, options) };

/** Small enough for cancellation. */
const chunkBytes = 8 * 2 ** 20;

/**
 * Writes a file atomically and resolves to whether it was replaced. Whenever the program or the machine ends, the file has either the old
 * or the complete new content. The bytes are written to a temporary file in the same folder, flushed to the disk, and read back, most
 * likely from the file cache. They are compared and approved, and only then renamed. A killed program may leave a file `.boxwood-….tmp`; a
 * later write into that folder removes it.
 *
 * Symbolic links are followed, also to a missing file, so that they stay links.
 * @throws InspectorError `unreadable` as the operating system refuses; `cancelled`.
 */
export async function writeAtomically(
  path: string,
  bytes: Uint8Array,
  { approve, signal, disk = realDisk }: WriteOptions,
): Promise<boolean> {
  const { target, mode } = await targetOf(path);
  await sweepTemporaries(dirname(target));
  const temporary = join(dirname(target), temporaryName());
  try {
    await attempt(path, () => writeFlushed(disk, temporary, bytes, mode, signal));
    const readBack = await readUnderName(path, () => disk.read(temporary, { maxBytes: bytes.length, signal }));
    if (Buffer.compare(readBack, bytes) !== 0)
      throw refused(path, 'The file differs after reading it back', 'Check the disk, or write to another one');
    if (!(await approve(readBack))) return false;
    if (signal.aborted) throw cancelledError();
    await attempt(path, () => disk.rename(temporary, target), mode === null ? refusals : { ...refusals, ...refusalsToReplace });
    await flushFolder(disk, dirname(target));
    return true;
  } finally {
    await unlink(temporary).catch(() => {}); // Renamed, or never created.
  }
}

/** Reads with errors about the final name: the user does not know the temporary one. */
async function readUnderName<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    const { code, message, fix, location, detail } = thrown;
    throw new InspectorError(
      { code, message, fix, location: { ...location, file: path }, ...(detail !== undefined && { detail }) },
      { cause: thrown },
    );
  }
}

/**
 * Fails early where `writeAtomically` would fail after the work.
 * @throws InspectorError `unreadable`.
 */
export async function checkWritable(path: string): Promise<void> {
  const { target } = await targetOf(path);
  const trial = join(dirname(target), temporaryName());
  await attempt(path, async () => {
    await (await open(trial, 'wx')).close();
    await unlink(trial);
  });
}

/** Returns the file that is written under a name: the target of links. @throws InspectorError `unreadable` for a folder, a device, and a link to itself. */
export async function writableTarget(path: string): Promise<string> {
  return (await targetOf(path)).target;
}

/** Returns the target of links, and its permissions if it exists. */
async function targetOf(path: string): Promise<{ readonly target: string; readonly mode: number | null }> {
  const target = await attempt(path, () => endOfLinks(path));
  const status = await stat(target).catch(() => null);
  if (status?.isDirectory() === true) throw refused(path, 'This is a folder', 'Give the name of a file in it');
  if (status !== null && !status.isFile()) throw refused(path, 'This is not a regular file', 'Give another name');
  return { target, mode: status === null ? null : status.mode & 0o777 };
}

/** Like `realpath`, but the file may be missing: a link may point to its future location. */
async function endOfLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (!hasCode(thrown, 'ENOENT')) throw thrown;
    const link = await readlink(path).catch(() => null);
    // Circular links have failed above.
    return link === null ? path : endOfLinks(resolve(await realpath(dirname(path)), link));
  }
}

async function writeFlushed(disk: Disk, path: string, bytes: Uint8Array, mode: number | null, signal: AbortSignal): Promise<void> {
  const file = await disk.open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      if (signal.aborted) throw cancelledError();
      await writeAll(file, bytes.subarray(at, at + chunkBytes), at);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (mode !== null) await chmod(path, mode);
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
}

/** Flushes the folder, which stores the new name. Windows cannot open folders and does not need it. */
async function flushFolder(disk: Disk, folder: string): Promise<void> {
  const opened = await disk.open(folder, constants.O_RDONLY).catch(() => null);
  await opened?.sync().catch(() => {});
  await opened?.close();
}

/** Runs a call of the operating system that writes, and converts its errors. @throws InspectorError `unreadable`. */
export async function attempt<Result>(path: string, call: () => Promise<Result>, says: Refusals = refusals): Promise<Result> {
  try {
    return await call();
  } catch (thrown) {
    if (thrown instanceof InspectorError) throw thrown;
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    const [message, fix] = says[code] ?? ['The file cannot be written', 'Write it somewhere else'];
    throw refused(path, message, fix, code, thrown);
  }
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}

type Refusals = Readonly<Record<string, readonly [message: string, fix: string]>>;

const refusals: Refusals = {
  ENOENT: ['Folder not found', 'Create the folder first'],
  ENOTDIR: ['Folder not found', 'Create the folder first'],
  EEXIST: ['A file with this name exists', 'Give another name'],
  EACCES: ['No permission to write to this folder', 'Change its permissions, or write to another folder'],
  EPERM: ['No permission to write to this folder', 'Change its permissions, or write to another folder'],
  EROFS: ['This folder is read-only', 'Write to another folder'],
  ENOSPC: ['The disk is full', 'Free disk space, or write to another disk'],
  EDQUOT: ['Your disk quota is exceeded', 'Free disk space, or write to another disk'],
  ENAMETOOLONG: ['The name of the file is too long', 'Give a shorter one'],
  ELOOP: ['The name is a symbolic link to itself', 'Give another name'],
};

const held = [
  'The existing file cannot be replaced: another program has it open, or its folder is protected',
  'Close it there, or give another name',
] as const;

/** Windows does not rename over an open file, and reports that as a permission error. */
const refusalsToReplace: Refusals = { EPERM: held, EACCES: held, EBUSY: held };

function refused(path: string, message: string, fix: string, detail?: string, cause?: unknown): InspectorError {
  const data = { code: 'unreadable', message, fix, location: { file: path } } as const;
  return new InspectorError(detail === undefined ? data : { ...data, detail }, { cause });
}
