import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { attempt } from '../documents/write-atomically.ts';
import { type Address, isAddress, parseAddress } from './address.ts';

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
    folder ??= attempt(tmpdir(), () => mkdtemp(join(tmpdir(), 'boxwood-')));
    const own = join(await folder, String(count++));
    await attempt(own, () => mkdir(own));
    // The name selects some formats.
    const path = join(own, safeName(address));
    // Most files are on the disk.
    const { fetchInto } = await import('./fetch-into.ts');
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
      const path = await folder?.catch(() => null);
      if (path != null) await rm(path, { recursive: true, force: true }).catch(() => {});
    },
  };
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
