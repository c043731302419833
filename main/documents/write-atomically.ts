import { constants } from 'node:fs';
import { chmod, open, readlink, realpath, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { InspectorError } from '#core/error';
import { cancelledError } from '#core/cancelled';
import { readSource, type ReadOptions } from './read-source.ts';
import { sweepTemporaries, temporaryName } from './temporary-files.ts';

export interface WriteOptions {
  /**
   * Asked with the bytes as they were read back, which it may keep; where it says no, nothing is replaced.
   * What it throws is thrown.
   */
  readonly approve: (readBack: Uint8Array<ArrayBuffer>) => Promise<boolean>;
  readonly signal: AbortSignal;
  /** A test stands in for a disk that fails, and writes down what is done in which order. */
  readonly disk?: Disk;
}

/** What of the file system decides whether a kill or a power cut can do harm. */
export interface Disk {
  readonly open: typeof open;
  readonly read: (path: string, options: ReadOptions) => Promise<Uint8Array<ArrayBuffer>>;
  readonly rename: (from: string, to: string) => Promise<void>;
}

export const realDisk: Disk = { open, rename, read: (path, options) => readSource({ kind: 'disk', path }, options) };

/** Small enough to cancel in time. */
const chunkBytes = 8 * 2 ** 20;

/**
 * Writes a file so that its name leads to the old content or to all of the new one, whenever the program or the machine
 * ends: the bytes go to another name in the same folder, are flushed to the disk, read back (most likely from the system's
 * memory), compared and approved, and only then renamed. A killed program may leave a file `.boxwood-….tmp` behind; nothing ever
 * reads it, and a write into that folder a quarter of an hour later removes it.
 *
 * A symbolic link is followed, also to where nothing is yet, so that it stays one. Tells whether the file was replaced.
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
      throw refused(path, 'What was written reads back otherwise', 'Check the disk, or write to another one');
    if (!(await approve(readBack))) return false;
    if (signal.aborted) throw cancelledError();
    await attempt(path, () => disk.rename(temporary, target), mode === null ? refusals : { ...refusals, ...refusalsToReplace });
    await flushFolder(disk, dirname(target));
    return true;
  } finally {
    await unlink(temporary).catch(() => {}); // Renamed, or never made.
  }
}

/** A person knows the name that was asked for, and not the one that the file has meanwhile. */
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
 * Refuses early what `writeAtomically` would refuse after the work.
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

/** The file behind links, and its permissions where it is there. */
async function targetOf(path: string): Promise<{ readonly target: string; readonly mode: number | null }> {
  const target = await attempt(path, () => endOfLinks(path));
  const status = await stat(target).catch(() => null);
  if (status?.isDirectory() === true) throw refused(path, 'This is a folder', 'Give the name of a file in it');
  if (status !== null && !status.isFile()) throw refused(path, 'This is not a regular file', 'Give another name');
  return { target, mode: status === null ? null : status.mode & 0o777 };
}

/** As `realpath`, but of a file that need not be there: a link may lead to the place where it is to be. */
async function endOfLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (!hasCode(thrown, 'ENOENT')) throw thrown;
    const link = await readlink(path).catch(() => null);
    // Links that lead in circles have failed above.
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

/** The new name is on disk once its folder is. Windows opens no folders, and needs none of this. */
async function flushFolder(disk: Disk, folder: string): Promise<void> {
  const opened = await disk.open(folder, constants.O_RDONLY).catch(() => null);
  await opened?.sync().catch(() => {});
  await opened?.close();
}

/** Runs a call of the operating system that writes, and says its refusals in words. @throws InspectorError `unreadable`. */
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
  ENOENT: ['There is no such folder', 'Make the folder first'],
  ENOTDIR: ['There is no such folder', 'Make the folder first'],
  EEXIST: ['There is a file of this name already', 'Give another name'],
  EACCES: ['There is no permission to write in this folder', 'Change its permissions, or write to a folder of your own'],
  EPERM: ['There is no permission to write in this folder', 'Change its permissions, or write to a folder of your own'],
  EROFS: ['This folder can only be read', 'Write to another folder'],
  ENOSPC: ['There is no room on the disk', 'Make room, or write to another disk'],
  EDQUOT: ['There is no room left for you on the disk', 'Make room, or write to another disk'],
  ENAMETOOLONG: ['The name of the file is too long', 'Give a shorter one'],
  ELOOP: ['The name is a symbolic link that leads back to itself', 'Give another name'],
};

const held = [
  'The file that is there cannot be replaced: another program holds it open, or its folder forbids it',
  'Close it there, or give another name',
] as const;

/** Windows renames nothing over an open file, and calls that a matter of permissions. */
const refusalsToReplace: Refusals = { EPERM: held, EACCES: held, EBUSY: held };

function refused(path: string, message: string, fix: string, detail?: string, cause?: unknown): InspectorError {
  const data = { code: 'unreadable', message, fix, location: { file: path } } as const;
  return new InspectorError(detail === undefined ? data : { ...data, detail }, { cause });
}
