import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileStamp, sameStamp, type FileStamp } from './file-stamp.ts';

export interface DiskWatchOptions {
  /** How long a file must have been still before its change is told, milliseconds: a half-written file is never offered. */
  readonly stillness?: number;
  /** From one look at every file to the next, milliseconds. */
  readonly pollInterval?: number;
  /** How long all other files wait for the answer of one, milliseconds. */
  readonly patience?: number;
  /** How events of a folder are had; a test stands in for a drive that tells none. */
  readonly watchFolder?: WatchFolder;
  /** How a file is looked at; a test stands in for a drive that does not answer. */
  readonly stampOf?: (path: string) => Promise<FileStamp | null>;
}

/** Tells the name of a file in the folder of which something was heard, `null` for any; returns the function that stops. */
export type WatchFolder = (folder: string, heard: (name: string | null) => void) => () => void;

interface WatchedFile {
  readonly path: string;
  readonly onChange: (now: FileStamp | null) => void;
  /** As it was told last, or read. */
  told: FileStamp | null;
  looking: boolean;
  /** Something was heard since the last look. */
  heard: boolean;
  stopped: boolean;
}

interface WatchedFolder {
  readonly files: Set<WatchedFile>;
  readonly stop: () => void;
}

/**
 * Watches files for changes. What counts is a file's size and time of change, and that they have come to rest; events only
 * say when to look. Folders are watched and not files, since most programs replace a file by another of its name, and
 * everything is looked at from time to time besides: network drives tell nothing, and a folder that was itself replaced no more.
 */
export class DiskWatch {
  readonly #stillness: number;
  readonly #pollInterval: number;
  readonly #patience: number;
  readonly #watchFolder: WatchFolder;
  readonly #stampOf: (path: string) => Promise<FileStamp | null>;
  readonly #folders = new Map<string, WatchedFolder>();
  /** Files that have been looked at and have not answered yet. */
  readonly #asked = new Set<WatchedFile>();
  #poll: NodeJS.Timeout | undefined;

  constructor({
    stillness = 250,
    pollInterval = 2000,
    patience = 1000,
    watchFolder = watchByEvents,
    stampOf = fileStamp,
  }: DiskWatchOptions = {}) {
    this.#stillness = stillness;
    this.#pollInterval = pollInterval;
    this.#patience = patience;
    this.#watchFolder = watchFolder;
    this.#stampOf = stampOf;
  }

  /**
   * Tells each change of a file since `asRead`, once it has come to rest: `null` when the file is gone.
   * Returns the function that stops.
   */
  watch(path: string, asRead: FileStamp | null, onChange: (now: FileStamp | null) => void): () => void {
    const file: WatchedFile = { path, onChange, told: asRead, looking: false, heard: false, stopped: false };
    const folder = this.#folderOf(path);
    folder.files.add(file);
    this.#poll ??= this.#pollSoon();
    // It may have changed between being read and being watched.
    void this.#look(file);
    return () => this.#forget(file);
  }

  dispose(): void {
    for (const { files, stop } of this.#folders.values()) {
      for (const file of files) file.stopped = true;
      stop();
    }
    this.#folders.clear();
    clearTimeout(this.#poll);
    this.#poll = undefined;
  }

  #folderOf(path: string): WatchedFolder {
    const name = dirname(path);
    const known = this.#folders.get(name);
    if (known !== undefined) return known;
    const files = new Set<WatchedFile>();
    const stop = this.#watchFolder(name, (heard) => {
      for (const file of files) if (heard === null || plain(heard) === plain(basename(file.path))) void this.#look(file);
    });
    const folder = { files, stop };
    this.#folders.set(name, folder);
    return folder;
  }

  #forget(file: WatchedFile): void {
    file.stopped = true;
    const name = dirname(file.path);
    const folder = this.#folders.get(name);
    if (folder === undefined || !folder.files.delete(file) || folder.files.size > 0) return;
    folder.stop();
    this.#folders.delete(name);
    if (this.#folders.size > 0) return;
    clearTimeout(this.#poll);
    this.#poll = undefined;
  }

  /** Looks until the file is at rest, and tells what it has become. */
  async #look(file: WatchedFile): Promise<void> {
    file.heard = true;
    if (file.looking) return;
    file.looking = true;
    let seen = file.told;
    while (file.heard && !file.stopped) {
      file.heard = false;
      const now = await this.#ask(file);
      if (sameStamp(now, seen)) continue;
      seen = now;
      file.heard = true;
      await pause(this.#stillness);
    }
    file.looking = false;
    if (file.stopped || sameStamp(seen, file.told)) return;
    file.told = seen;
    file.onChange(seen);
  }

  #pollSoon(): NodeJS.Timeout {
    return setTimeout(() => void this.#lookAround(), this.#pollInterval).unref();
  }

  async #ask(file: WatchedFile): Promise<FileStamp | null> {
    this.#asked.add(file);
    const now = await this.#stampOf(file.path);
    this.#asked.delete(file);
    return now;
  }

  /**
   * One file after the other, and none on a drive that still owes an answer: one that gives none holds one of Node's few
   * file threads, not all of them, and keeps nobody else waiting for long.
   */
  async #lookAround(): Promise<void> {
    const round = this.#poll;
    for (const file of [...this.#folders.values()].flatMap(({ files }) => [...files])) {
      if (file.looking || file.stopped || [...this.#asked].some((other) => onOneDrive(other, file))) continue;
      const answered = this.#ask(file).then((now) => {
        if (!file.stopped && !sameStamp(now, file.told)) void this.#look(file);
      });
      await Promise.race([answered, pause(this.#patience)]);
    }
    // Stopped meanwhile, or stopped and begun anew.
    if (this.#poll === round) this.#poll = this.#pollSoon();
  }
}

/** Of a file that is gone the drive is not known, but its folder is. */
function onOneDrive(a: WatchedFile, b: WatchedFile): boolean {
  if (a.told === null || b.told === null) return dirname(a.path) === dirname(b.path);
  return a.told.drive === b.told.drive;
}

/** Without events (too many watches, no such folder, a file system that has none) polling is left. */
function watchByEvents(folder: string, heard: (name: string | null) => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, (_kind, name) => heard(name));
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => {};
  }
}

/** Some file systems tell a name in another case or composition than it was opened by; a look too many does no harm. */
function plain(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
