import { randomBytes } from 'node:crypto';
import { lstat, readdir, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { InspectorError } from '#core/error';
import type { KeptSession } from '#host-api';
import { type ProjectFile, readProject, writeProject } from './project-file.ts';
import { readUserFile, writeUserFile } from './user-files.ts';

/** Older sessions beyond this number are removed. */
const maxSessions = 5;
/** A running process marks its session this often. After three times as long, another process has its number. */
const markMilliseconds = 60_000;

const names = /^session-(\d{1,10})-[0-9a-f]{8}\.json$/;

/** The sessions that pages keep for the next start: one file for each process, in the form of a project file with absolute paths. */
export class KeptSessions {
  readonly #folder: string | null;
  /** The file of this process. */
  #own = ownName();
  readonly #mark: NodeJS.Timeout | undefined;
  /** One write after the other. */
  #busy: Promise<void> = Promise.resolve();

  /** `null` keeps nothing. */
  constructor(userFolder: string | null) {
    this.#folder = userFolder === null ? null : join(userFolder, 'sessions');
    if (this.#folder === null) return;
    const folder = this.#folder;
    this.#mark = setInterval(() => {
      const now = new Date();
      void utimes(join(folder, this.#own), now, now).catch(() => {});
    }, markMilliseconds).unref();
  }

  dispose(): void {
    clearInterval(this.#mark);
  }

  /** Keeps the session of this process; one without meshes removes it. Never fails. */
  keep(session: ProjectFile): Promise<void> {
    const folder = this.#folder;
    if (folder === null) return Promise.resolve();
    this.#busy = this.#busy
      .then(() => (session.meshes.length === 0 ? unlink(join(folder, this.#own)) : writeUserFile(folder, this.#own, writeProject(session))))
      .catch(() => {});
    return this.#busy;
  }

  /**
   * Returns the sessions of processes that have ended, and of earlier pages of this one, newest first. Removes sessions that are too many, but none
   * that only another version of Boxwood reads.
   *
   * @param isOpen whether a page shows the newest session of this process: it is left out. Otherwise, what a page keeps from now on goes to
   *   another file, so that the session can be restored later.
   */
  async list(isOpen: boolean): Promise<readonly KeptSession[]> {
    await this.#busy;
    if (!isOpen) this.#own = ownName();
    const files = await this.#files();
    const sessions = await Promise.all(files.map((name) => this.#summary(name)));
    const kept = newestOf(sessions.filter((session) => session !== null));
    for (const [i, id] of files.length > maxSessions ? files.entries() : []) {
      if (id === this.#own || kept.some((session) => session.id === id)) continue;
      if (sessions[i] !== null || (await this.#isDamaged(id))) await this.forget(id);
    }
    return kept.filter(({ id }) => id !== this.#own);
  }

  /** Returns a session; `null` if it does not exist or is damaged. */
  async read(id: string): Promise<ProjectFile | null> {
    if (this.#folder === null || !names.test(id)) return null;
    const bytes = await readUserFile(this.#folder, id);
    try {
      return bytes === null ? null : readProject(bytes, id);
    } catch {
      return null;
    }
  }

  async forget(id: string): Promise<void> {
    if (this.#folder !== null && names.test(id)) await unlink(join(this.#folder, id)).catch(() => {});
  }

  async #summary(id: string): Promise<KeptSession | null> {
    const session = await this.read(id);
    if (session === null) return null;
    return { id, savedAt: session.savedAt, names: session.meshes.map((mesh) => mesh.name), holds: session.holds ?? [] };
  }

  /** Whether a file holds no session; false if it cannot be read now, or only by a later version. */
  async #isDamaged(id: string): Promise<boolean> {
    const bytes = this.#folder === null ? null : await readUserFile(this.#folder, id);
    if (bytes === null) return false;
    try {
      readProject(bytes, id);
      return false;
    } catch (thrown) {
      return !(thrown instanceof InspectorError && thrown.code === 'unsupported-dialect');
    }
  }

  /** The files of processes that have ended, and of this one. */
  async #files(): Promise<readonly string[]> {
    if (this.#folder === null) return [];
    const folder = this.#folder;
    const found = (await readdir(folder).catch((): string[] => [])).filter((name) => names.test(name));
    const all = await Promise.all(
      found.map(async (name) => ({ name, marked: (await lstat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
    );
    return all.filter(({ name, marked }) => !isRunning(Number(names.exec(name)![1]), marked)).map(({ name }) => name);
  }
}

/**
 * Returns the sessions to keep, newest first. Those that hold meshes only are given up first, except the newest one: each start keeps one,
 * and they would displace a session with work.
 */
function newestOf(sessions: readonly KeptSession[]): readonly KeptSession[] {
  const sorted = sessions.toSorted((a, b) => b.savedAt - a.savedAt);
  const rank = (session: KeptSession): number => (session === sorted[0] ? 0 : session.holds.length > 0 ? 1 : 2);
  const kept = new Set(sorted.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxSessions));
  return sorted.filter((session) => kept.has(session));
}

function ownName(): string {
  return `session-${process.pid}-${randomBytes(4).toString('hex')}.json`;
}

/** Whether the other process that wrote a session runs. Its number alone may belong to another program by now. */
function isRunning(pid: number, marked: number): boolean {
  if (pid === process.pid || Date.now() - marked > 3 * markMilliseconds) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
