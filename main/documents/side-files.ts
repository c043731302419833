import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { posix } from 'node:path';
import { InspectorError } from '#core/error';
import { diskSource, sourceName, type FileSource } from './file-source.ts';
import { readSource } from './read-source.ts';

export interface SideFileOptions {
  /** What was opened together. */
  readonly set: readonly FileSource[];
  /** Of all side files together. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** Told each file of the set that is wanted. */
  readonly onServe?: (source: FileSource) => void;
  /** Told each file before it is read, which waits for it. */
  readonly beforeRead?: (source: FileSource) => Promise<void>;
}

/** Gives the bytes of a file that an opened file names; `null` for one that is not there. @throws InspectorError. */
export type SideFileReader = (relativePath: string) => Promise<Uint8Array | null>;

/**
 * The reader of files that an opened file refers to. They come from the set that was opened with it, or from its own
 * folder and below; never from elsewhere and never from the network.
 *
 * The reader gives `null` for a file that is not there.
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

/** @throws InspectorError `unsafe-path` for a path that leaves its folder on any operating system, or names a host. */
function checkRelative(path: string): void {
  const leaves = path.split(/[\\/]/).includes('..');
  const absolute = /^[\\/]/.test(path) || /^[a-z][a-z0-9+.-]*:/i.test(path);
  if (leaves || absolute || path === '' || path.includes('\0')) throw unsafe(path);
}

/** A file of the set by its path beside the opened one, or by its name alone where that is unmistakable. */
function inSet(opened: FileSource, set: readonly FileSource[], relativePath: string): FileSource | null {
  const others = set.filter((source) => source !== opened);
  const wanted = posix.join(posix.dirname(slashed(opened.path)), slashed(relativePath));
  const exact = others.find((source) => posix.normalize(slashed(source.path)) === wanted);
  if (exact !== undefined) return exact;
  // Inside a dropped folder a file of the same name elsewhere is another file.
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
  // A symbolic link in the folder may lead out of it.
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) throw unsafe(relativePath);
  return diskSource(path);
}

async function realpathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    return null;
  }
}

/** An empty side file is for the format's reader to judge. */
async function readOrEmpty(source: FileSource, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    return await readSource(source, signal === undefined ? { maxBytes } : { maxBytes, signal });
  } catch (thrown) {
    if (thrown instanceof InspectorError && thrown.code === 'empty-file') return new Uint8Array(0);
    throw thrown;
  }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

function unsafe(path: string): InspectorError {
  return new InspectorError({
    code: 'unsafe-path',
    message: `The file refers to ${JSON.stringify(path)}, which is not a file in its own folder`,
    fix: 'Put the file that is meant beside it and refer to it by its name',
    location: {},
  });
}
