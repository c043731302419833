import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { temporaryName } from '../documents/temporary-files.ts';
import { attempt } from '../documents/write-atomically.ts';
import { type Address, isAddress, parseAddress } from './address.ts';
import { downloadFile } from './download.ts';
import { remoteSettings } from './remote-settings.ts';

export interface LocalCopies {
  /** Runs a step with the path of a file, or of its copy on the disk. A copy exists as long as a step or a hold needs it. */
  readonly use: <Result>(file: string, step: (path: string) => Promise<Result>) => Promise<Result>;
  /** Runs steps that need the same copy, which is downloaded once, when the first step uses it. */
  readonly hold: <Result>(file: string, steps: () => Promise<Result>) => Promise<Result>;
  /** Returns the path of a file on the disk, or of its copy, which exists until `dispose`. */
  readonly keep: (file: string) => Promise<string>;
  /** Removes all copies. */
  readonly dispose: () => Promise<void>;
}

interface Copy {
  users: number;
  path: Promise<string> | null;
}

/**
 * Copies files at addresses to a temporary folder. With `BOXWOOD_DOWNLOADS`, a file whose address has a digest is kept in that folder, and
 * is not downloaded again.
 */
export function createLocalCopies(signal: AbortSignal, onProgress: (fraction: number) => void): LocalCopies {
  const copies = new Map<string, Copy>();
  let folder: Promise<string> | null = null;
  let count = 0;
  const download = async (file: string): Promise<string> => {
    const address = parseAddress(file);
    folder ??= mkdtemp(join(tmpdir(), 'boxwood-'));
    const own = join(await folder, String(count++));
    await mkdir(own);
    // The name selects some formats.
    const path = join(own, safeName(address));
    await fetchInto(address, path, { signal, onProgress });
    return path;
  };
  const hold: LocalCopies['hold'] = async (file, steps) => {
    if (!isAddress(file)) return steps();
    const copy = copies.get(file) ?? { users: 0, path: null };
    copies.set(file, copy);
    copy.users++;
    try {
      return await steps();
    } finally {
      if (--copy.users === 0) {
        copies.delete(file);
        const path = await copy.path?.catch(() => null);
        if (path != null) await rm(join(path, '..'), { recursive: true, force: true });
      }
    }
  };
  return {
    hold,
    use: (file, step) => {
      if (!isAddress(file)) return step(resolve(file));
      return hold(file, () => {
        const copy = copies.get(file)!;
        copy.path ??= download(file);
        return copy.path.then(step);
      });
    },
    keep: (file) => (isAddress(file) ? download(file) : Promise.resolve(resolve(file))),
    dispose: async () => {
      if (folder !== null) await rm(await folder, { recursive: true, force: true }).catch(() => {});
    },
  };
}

interface Fetching {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

async function fetchInto(address: Address, path: string, { signal, onProgress }: Fetching): Promise<void> {
  const sending = { settings: remoteSettings(process.env), signal };
  const store = process.env['BOXWOOD_DOWNLOADS'] ?? '';
  if (store === '' || address.sha256 === null) {
    await downloadFile(address, path, sending, onProgress);
    return;
  }
  const kept = join(resolve(store), `${address.sha256}.download`);
  if ((await linkOrCopy(kept, path)) && (await digestOf(path)) === address.sha256) return;
  await rm(path, { force: true });
  await attempt(store, () => mkdir(resolve(store), { recursive: true }));
  const temporary = join(resolve(store), temporaryName());
  try {
    await downloadFile(address, temporary, sending, onProgress);
    // Several processes may store the same bytes.
    await attempt(store, () => rename(temporary, kept));
  } finally {
    await rm(temporary, { force: true });
  }
  await attempt(store, () => copyFile(kept, path));
}

/** Returns whether the file exists. A link to it stays when another process removes it. */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    return copyFile(from, to).then(
      () => true,
      () => false,
    );
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
}

/** Returns the name of a file without its folder, as import and reports use it. */
export function fileNameOf(file: string): string {
  return isAddress(file) ? safeName(parseAddress(file)) : basename(resolve(file));
}

/** The name of an address without characters that no system allows in names. */
function safeName({ name }: Address): string {
  // oxlint-disable-next-line no-control-regex
  const safe = name.replace(/[\u0000-\u001f<>:"/\\|?*]/g, '_');
  return safe === '' || safe === '.' || safe === '..' ? 'file' : safe;
}
