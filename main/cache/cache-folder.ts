import { lstat, mkdir, open, readdir, rename, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { cancelledError } from '#core/cancelled';
import { diskSource } from '../documents/file-source.ts';
import { defaultMaxBytes, readSource } from '../documents/read-source.ts';
import { sweepTemporaries, temporaryName } from '../documents/temporary-files.ts';
import { attempt } from '../documents/write-atomically.ts';
import { readEntry, writeEntry, type EntryName } from './cache-entry.ts';

/** A folder of entries. Several processes and machines may read and write it at the same time. */
export interface CacheFolder {
  readonly path: string;
  readonly version: string;
  readonly signal: AbortSignal;
}

/** Returns the content of an entry and marks it as used; `null` if there is no valid entry. @throws InspectorError `cancelled`. */
export async function fromCache({ path, version, signal }: CacheFolder, key: string): Promise<{ readonly content: unknown } | null> {
  const file = join(path, entryFileName(key));
  const bytes = await readSource(diskSource(file), { maxBytes: defaultMaxBytes, signal }).catch(() => null);
  if (signal.aborted) throw cancelledError();
  const entry = bytes === null ? null : readEntry({ key, version }, bytes);
  const now = new Date();
  // May fail in a folder of another user.
  if (entry !== null) await utimes(file, now, now).catch(() => {});
  return entry;
}

/**
 * Stores an entry. It gets its name once it is complete. If several processes write it at once, the last one stays; all have the
 * same content. It is not flushed to the disk: after a power cut it may be damaged, which its hash detects.
 * @throws InspectorError `unreadable` as the operating system refuses.
 */
export async function intoCache({ path, version }: CacheFolder, key: string, content: unknown): Promise<void> {
  const name: EntryName = { key, version };
  const temporary = join(path, temporaryName());
  try {
    await attempt(path, async () => {
      await mkdir(path, { recursive: true });
      const file = await open(temporary, 'wx');
      try {
        await file.writeFile(writeEntry(name, content));
      } finally {
        await file.close();
      }
      await takeName(temporary, join(path, entryFileName(key)));
    });
  } finally {
    await unlink(temporary).catch(() => {}); // Renamed, or never created.
  }
}

/** Removes the least recently used entries beyond a total size, and the files that killed programs left. Never fails. */
export async function pruneCache({ path }: Pick<CacheFolder, 'path'>, maxBytes: number): Promise<void> {
  await sweepTemporaries(path);
  const names = await readdir(path).catch((): string[] => []);
  const files = await Promise.all(
    names
      .filter((name) => fileNames.test(name))
      .map(async (name) => {
        const status = await lstat(join(path, name)).catch(() => null);
        return status?.isFile() === true ? [{ name, bytes: status.size, used: status.mtimeMs }] : [];
      }),
  );
  let left = maxBytes;
  for (const { name, bytes } of files.flat().sort((a, b) => b.used - a.used || (a.name < b.name ? -1 : 1))) {
    left -= bytes;
    if (left < 0) await unlink(join(path, name)).catch(() => {});
  }
}

/** Returns the name of the file of an entry. */
export function entryFileName(key: string): string {
  return `${key}.cache`;
}

/** Other files in the folder are never removed. */
const fileNames = /^[0-9a-f]{64}\.cache$/;

/** Windows does not rename over a file that is being read; the file there has the same content. */
async function takeName(temporary: string, file: string): Promise<void> {
  try {
    await rename(temporary, file);
  } catch (thrown) {
    if ((await lstat(file).catch(() => null))?.isFile() !== true) throw thrown;
  }
}
