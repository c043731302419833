import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileStamp, sameStamp, type FileStamp } from './file-stamp.ts';

export interface DiskWatchOptions {
  /** Time without changes before a change is reported, in milliseconds, so that half-written files are not reported. */
  readonly stillness?: number;
  /** Time between two polls of all files, in milliseconds. */
  readonly pollInterval?: number;
  /** Maximum time that a poll waits for one file, in milliseconds. */
  readonly patience?: number;
  /** Watches a folder. Tests replace it for a drive without events. */
  readonly watchFolder?: WatchFolder;
  /** Reads the stamp of a file. Tests replace it for a drive that does not respond. */
  readonly stampOf?: (path: string) => Promise<FileStamp | null>;
}

/** Calls `onEvent` with the name of a changed file in the folder, `null` for any; returns the function that stops. */
export type WatchFolder = (folder: string, onEvent: (name: string | null) => void) => () => void;

interface WatchedFile {
  readonly path: string;
  readonly onChange: (now: FileStamp | null) => void;
  /** The stamp of the last report, or of the first reading. */
  reported: FileStamp | null;
  isChecking: boolean;
  /** There was an event since the last check. */
  hasEvent: boolean;
  stopped: boolean;
}

interface WatchedFolder {
  readonly files: Set<WatchedFile>;
  readonly stop: () => void;
}

/**
 * Watches files for changes of size or modification time. A change is reported once both are stable; events only trigger a check.
 * Folders are watched instead of files, since most programs replace a file by another with its name. All files are also polled,
 * since network drives and replaced folders send no events.
 */
export class DiskWatch {
  readonly #stillness: number;
  readonly #pollInterval: number;
  readonly #patience: number;
  readonly #watchFolder: WatchFolder;
  readonly #stampOf: (path: string) => Promise<FileStamp | null>;
  readonly #folders = new Map<string, WatchedFolder>();
  /** Files whose stamp is being read. */
  readonly #pending = new Set<WatchedFile>();
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
   * Reports each change of a file since `asRead`, once it is stable: `null` if the file is gone.
   * Returns the function that stops.
   */
  watch(path: string, asRead: FileStamp | null, onChange: (now: FileStamp | null) => void): () => void {
    const file: WatchedFile = { path, onChange, reported: asRead, isChecking: false, hasEvent: false, stopped: false };
    const folder = this.#folderOf(path);
    folder.files.add(file);
    this.#poll ??= this.#pollSoon();
    // It may have changed before it was watched.
    void this.#check(file);
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
    const stop = this.#watchFolder(name, (changed) => {
      for (const file of files) if (changed === null || plain(changed) === plain(basename(file.path))) void this.#check(file);
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

  /** Checks a file until it is stable, and reports its change. */
  async #check(file: WatchedFile): Promise<void> {
    file.hasEvent = true;
    if (file.isChecking) return;
    file.isChecking = true;
    let seen = file.reported;
    while (file.hasEvent && !file.stopped) {
      file.hasEvent = false;
      const now = await this.#readStamp(file);
      if (sameStamp(now, seen)) continue;
      seen = now;
      file.hasEvent = true;
      await pause(this.#stillness);
    }
    file.isChecking = false;
    if (file.stopped || sameStamp(seen, file.reported)) return;
    file.reported = seen;
    file.onChange(seen);
  }

  #pollSoon(): NodeJS.Timeout {
    return setTimeout(() => void this.#pollAll(), this.#pollInterval).unref();
  }

  async #readStamp(file: WatchedFile): Promise<FileStamp | null> {
    this.#pending.add(file);
    const now = await this.#stampOf(file.path);
    this.#pending.delete(file);
    return now;
  }

  /**
   * Checks one file after the other, and none on a drive with a pending stamp. So a drive that does not respond blocks only one of
   * the few file threads of Node, and delays the other files only briefly.
   */
  async #pollAll(): Promise<void> {
    const round = this.#poll;
    for (const file of [...this.#folders.values()].flatMap(({ files }) => [...files])) {
      if (file.isChecking || file.stopped || [...this.#pending].some((other) => onOneDrive(other, file))) continue;
      const checked = this.#readStamp(file).then((now) => {
        if (!file.stopped && !sameStamp(now, file.reported)) void this.#check(file);
      });
      await Promise.race([checked, pause(this.#patience)]);
    }
    // Stopped meanwhile, or stopped and started again.
    if (this.#poll === round) this.#poll = this.#pollSoon();
  }
}

/** Whether two files are on one drive. The drive of a missing file is unknown, so folders are compared. */
function onOneDrive(a: WatchedFile, b: WatchedFile): boolean {
  if (a.reported === null || b.reported === null) return dirname(a.path) === dirname(b.path);
  return a.reported.drive === b.reported.drive;
}

/** Watches a folder. Without events (too many watches, no such folder, other file systems) only polling remains. */
function watchByEvents(folder: string, onEvent: (name: string | null) => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, (_kind, name) => onEvent(name));
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => {};
  }
}

/** Some file systems return names in another case or Unicode form; an extra check does no harm. */
function plain(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
