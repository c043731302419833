import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { RecentFile } from '#host-api';
import { readUserFile, writeUserFile } from './user-files.ts';

/** A file that was opened lately, with what opens it again. */
export interface RecentEntry {
  readonly id: string;
  readonly kind: RecentFile['kind'];
  readonly name: string;
  readonly openedAt: number;
  /** Absolute paths, the file itself first; empty for a posted file. */
  readonly paths: readonly string[];
  /** Hash of a posted file, of which there may be a copy; `null` for a file on disk. */
  readonly posted: string | null;
}

/** Pages list this many; older ones still count as opened by the user. */
const maxListed = 12;
const maxKept = 300;
const fileName = 'recent.json';

/** The files that the user opened lately, newest first, for all processes of the user. */
export class RecentFiles {
  readonly #folder: string | null;
  readonly #changed: (recent: readonly RecentFile[]) => void;
  #entries: readonly RecentEntry[] = [];
  /** One change after the other. */
  #busy: Promise<void> = Promise.resolve();

  /** Without a folder nothing is kept. */
  constructor(userFolder: string | null, changed: (recent: readonly RecentFile[]) => void) {
    this.#folder = userFolder;
    this.#changed = changed;
  }

  async listed(): Promise<readonly RecentFile[]> {
    await this.#update((entries) => entries);
    return this.#listed();
  }

  async find(id: string): Promise<RecentEntry | null> {
    await this.#update((entries) => entries);
    return this.#entries.find((entry) => entry.id === id) ?? null;
  }

  /** Returns whether the user has opened a file lately. */
  async knows(path: string): Promise<boolean> {
    await this.#update((entries) => entries);
    return this.#entries.some(({ paths }) => paths.includes(path));
  }

  /** Puts a file at the front. */
  add(entry: Pick<RecentEntry, 'kind' | 'name' | 'paths' | 'posted'>): Promise<void> {
    return this.#update((entries) => {
      const isSame = (other: RecentEntry): boolean => {
        if (other.kind !== entry.kind || other.paths[0] !== entry.paths[0]) return false;
        // Each save of a project that a page writes has another content.
        return entry.paths[0] !== undefined || (other.name === entry.name && (other.posted === entry.posted || entry.kind === 'project'));
      };
      const id = entries.find(isSame)?.id ?? randomBytes(8).toString('hex');
      return [{ ...entry, id, openedAt: Date.now() }, ...entries.filter((other) => !isSame(other))].slice(0, maxKept);
    });
  }

  /** Removes an entry, or all for `null`. */
  remove(id: string | null): Promise<void> {
    return this.#update((entries) => (id === null ? [] : entries.filter((entry) => entry.id !== id)));
  }

  #listed(): readonly RecentFile[] {
    return this.#entries.slice(0, maxListed).map(({ id, kind, name, paths, openedAt }) => {
      return { id, kind, name, folder: paths[0] === undefined ? null : basename(dirname(paths[0])), openedAt };
    });
  }

  /** Reads the list, which another process may have changed, and writes it if it changes. Never fails: then nothing is kept. */
  #update(change: (entries: readonly RecentEntry[]) => readonly RecentEntry[]): Promise<void> {
    const folder = this.#folder;
    if (folder === null) return Promise.resolve();
    this.#busy = this.#busy.then(async () => {
      const before = parseEntries(await readUserFile(folder, fileName));
      const after = change(before);
      this.#entries = after;
      if (after === before) return;
      await writeUserFile(folder, fileName, Buffer.from(JSON.stringify({ recent: 1, files: after }))).catch(() => {});
      this.#changed(this.#listed());
    });
    return this.#busy;
  }
}

/** Returns the entries of the file; none for a damaged one or another version. */
function parseEntries(bytes: Uint8Array | null): readonly RecentEntry[] {
  if (bytes === null) return [];
  try {
    const { recent, files } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly recent: unknown; readonly files: unknown };
    return recent === 1 && Array.isArray(files) ? files.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is RecentEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, name, openedAt, paths, posted } = value as Readonly<Record<string, unknown>>;
  const isText = (text: unknown): boolean => typeof text === 'string';
  return (
    isText(id) &&
    (kind === 'mesh' || kind === 'project' || kind === 'scene') &&
    isText(name) &&
    typeof openedAt === 'number' &&
    Array.isArray(paths) &&
    paths.every(isText) &&
    (posted === null || isText(posted))
  );
}
