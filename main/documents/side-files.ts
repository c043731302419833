import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { posix } from 'node:path';
import { InspectorError } from '#core/error';
import { diskSource, sourceName, type FileSource } from './file-source.ts';
import { readSource } from './read-source.ts';
import { slashed } from './slashed.ts';

export interface SideFileOptions {
  /** The files that were opened together. */
  readonly set: readonly FileSource[];
  /** Maximum total size of the side files. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** Called with each requested file of the set. */
  readonly onServe?: (source: FileSource) => void;
  /** Called before each file is read, which waits for it. */
  readonly beforeRead?: (source: FileSource) => Promise<void>;
}

/** Returns the bytes of a file that an opened file refers to; `null` if it does not exist. @throws InspectorError. */
export type SideFileReader = (relativePath: string) => Promise<Uint8Array | null>;

/**
 * Returns the reader of files that an opened file refers to. It reads only the files that were opened together, and the folder of the
 * opened file with its subfolders, never other folders or the network.
 *
 * The reader returns `null` for a file that does not exist.
 * @throws InspectorError (the reader) `unsafe-path`, `unreadable`, `too-large`.
 */
export function sideFileReader(opened: FileSource, { set, maxBytes, signal, onServe, beforeRead }: SideFileOptions): SideFileReader {
  let left = maxBytes;
  return async (relativePath) => {
    checkRelative(relativePath);
    const ofSet = inSet(opened, set, relativePath);
    if (ofSet !== null) onServe?.(ofSet);
    const source = ofSet ?? (await inFolder(opened, relativePath));
    if (source === null) return null;
    await beforeRead?.(source);
    const bytes = await readOrEmpty(source, left, signal);
    left -= bytes.length;
    return bytes;
  };
}

/**
 * Returns a file that was opened together with a file, or lies in its folder or below it; `null` if it does not exist.
 * @throws InspectorError `unsafe-path` for any other path.
 */
export async function fileNextTo(opened: FileSource, set: readonly FileSource[], relativePath: string): Promise<FileSource | null> {
  checkRelative(relativePath);
  return inSet(opened, set, relativePath) ?? (await inFolder(opened, relativePath));
}

/** @throws InspectorError `unsafe-path` for a path that leaves its folder on any operating system, or names a host. */
export function checkRelative(path: string): void {
  const leaves = path.split(/[\\/]/).includes('..');
  const absolute = /^[\\/]/.test(path) || /^[a-z][a-z0-9+.-]*:/i.test(path);
  if (leaves || absolute || path === '' || path.includes('\0')) throw unsafe(path);
}

/** Returns a file of the set by its path relative to the opened file, or by its name if that is unique. */
function inSet(opened: FileSource, set: readonly FileSource[], relativePath: string): FileSource | null {
  const others = set.filter((source) => source !== opened);
  const wanted = posix.join(posix.dirname(slashed(opened.path)), slashed(relativePath));
  const exact = others.find((source) => posix.normalize(slashed(source.path)) === wanted);
  if (exact !== undefined) return exact;
  // In a dropped folder, files of the same name in other subfolders are other files.
  if (opened.kind === 'memory' && opened.path.includes('/')) return null;
  const name = basename(slashed(relativePath));
  const [byName, another] = others.filter((source) => sourceName(source) === name);
  return byName !== undefined && another === undefined ? byName : null;
}

async function inFolder(opened: FileSource, relativePath: string): Promise<FileSource | null> {
  if (opened.kind !== 'disk') return null;
  const folder = await realpath(dirname(opened.path));
  const path = await realpathOrNull(join(folder, relativePath));
  if (path === null) return null;
  // A symbolic link may point outside the folder.
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) throw unsafe(relativePath);
  return (await isFolder(path)) ? null : diskSource(path);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Who reads it reports why it cannot be read.
    return false;
  }
}

async function realpathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    return null;
  }
}

/** Reads a file. The reader of the format decides about an empty one. */
async function readOrEmpty(source: FileSource, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    return await readSource(source, signal === undefined ? { maxBytes } : { maxBytes, signal });
  } catch (thrown) {
    if (thrown instanceof InspectorError && thrown.code === 'empty-file') return new Uint8Array(0);
    throw thrown;
  }
}

function unsafe(path: string): InspectorError {
  return new InspectorError({
    code: 'unsafe-path',
    message: `The file refers to ${JSON.stringify(path)}, which is not a file in its own folder`,
    fix: 'Put the referenced file into the same folder and refer to it by its name',
    location: {},
  });
}
