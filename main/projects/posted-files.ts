import { createHash } from 'node:crypto';
import { lstat, readdir, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileSource } from '../documents/file-source.ts';
import { sweepTemporaries } from '../documents/temporary-files.ts';
import { readUserFile, writeUserFile } from './user-files.ts';

/** A file that a page posted. */
export type PostedFile = Extract<FileSource, { readonly kind: 'memory' }>;

/** Limits of the copies: of one set of files, and of all. The least recently used are removed first. */
const maxSetBytes = 512 * 2 ** 20;
const maxBytes = 2 ** 30;

/**
 * Copies of the files that pages posted, by the hash of the first one. A browser does not say where a dropped file is. Without a copy,
 * projects, the last session and the list of recent files could not open it again. They never fail: a copy that cannot be written
 * does not exist.
 */
export class PostedFiles {
  readonly #folder: string | null;

  /** `null` keeps nothing. */
  constructor(userFolder: string | null) {
    this.#folder = userFolder === null ? null : join(userFolder, 'posted');
  }

  /** Keeps a file with its side files. A file that is kept is written again if it comes with side files, which may have changed. */
  async keep(sha256: string, files: readonly PostedFile[]): Promise<void> {
    const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (this.#folder === null || total > maxSetBytes) return;
    const head = JSON.stringify(files.map(({ path, bytes }) => ({ path, byteLength: bytes.length })));
    try {
      if (files.length === 1 && (await this.#touch(sha256))) return;
      await writeUserFile(this.#folder, sha256, Buffer.from(`${head}\n`), ...files.map(({ bytes }) => bytes));
      await this.#prune();
    } catch {
      // Without a copy the file has to be chosen again.
    }
  }

  /** Returns a file with its side files; `null` if there is no complete copy. */
  async find(sha256: string): Promise<readonly PostedFile[] | null> {
    if (this.#folder === null) return null;
    const bytes = await readUserFile(this.#folder, sha256);
    const files = bytes === null ? null : splitFiles(bytes);
    const [first] = files ?? [];
    if (first === undefined || createHash('sha256').update(first.bytes).digest('hex') !== sha256) return null;
    await this.#touch(sha256);
    return files;
  }

  async clear(): Promise<void> {
    for (const { name } of await this.#entries()) await unlink(join(this.#folder!, name)).catch(() => {});
  }

  /** Marks a copy as used. Returns whether there is one. */
  async #touch(sha256: string): Promise<boolean> {
    const now = new Date();
    return utimes(join(this.#folder!, sha256), now, now).then(
      () => true,
      () => false,
    );
  }

  async #prune(): Promise<void> {
    await sweepTemporaries(this.#folder!);
    let left = maxBytes;
    for (const { name, bytes } of (await this.#entries()).sort((a, b) => b.used - a.used)) {
      left -= bytes;
      if (left < 0) await unlink(join(this.#folder!, name)).catch(() => {});
    }
  }

  async #entries(): Promise<{ readonly name: string; readonly bytes: number; readonly used: number }[]> {
    if (this.#folder === null) return [];
    const folder = this.#folder;
    const names = (await readdir(folder).catch((): string[] => [])).filter((name) => /^[0-9a-f]{64}$/.test(name));
    const entries = names.map(async (name) => {
      const status = await lstat(join(folder, name)).catch(() => null);
      return status === null ? [] : [{ name, bytes: status.size, used: status.mtimeMs }];
    });
    return (await Promise.all(entries)).flat();
  }
}

/** Returns the files behind the head line; `null` for bytes of another form. */
function splitFiles(bytes: Uint8Array<ArrayBuffer>): readonly PostedFile[] | null {
  const end = bytes.indexOf(10);
  try {
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as readonly { path: string; byteLength: number }[];
    let at = end + 1;
    return head.map(({ path, byteLength }) => {
      at += byteLength;
      return { kind: 'memory', path, bytes: bytes.slice(at - byteLength, at) };
    });
  } catch {
    return null;
  }
}
