import { randomBytes } from 'node:crypto';
import { lstat, readdir, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { LastSession } from '#host-api';
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
  /** All files of this process so far. */
  readonly #owned = new Set([this.#own]);
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
   * Returns the newest session of a process that has ended, or of this one; `null` for none. What a page keeps from now on goes to
   * another file, so that the session can be restored later.
   *
   * @param hasOtherPages then the sessions of this process are open, and are left out
   */
  async last(hasOtherPages: boolean): Promise<LastSession | null> {
    await this.#busy;
    if (!hasOtherPages) this.#own = ownName();
    this.#owned.add(this.#own);
    const files = await this.#files();
    for (const { name } of files) {
      if (hasOtherPages && this.#owned.has(name)) continue;
      const session = await this.read(name);
      if (session !== null) return { id: name, savedAt: session.savedAt, names: session.meshes.map((mesh) => mesh.name) };
    }
    return null;
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

  /** Sessions that may be restored, the newest first. Removes those that are too many. */
  async #files(): Promise<readonly { readonly name: string }[]> {
    if (this.#folder === null) return [];
    const folder = this.#folder;
    const found = (await readdir(folder).catch((): string[] => [])).filter((name) => names.test(name));
    const all = await Promise.all(
      found.map(async (name) => ({ name, marked: (await lstat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
    );
    const free = all.filter(({ name, marked }) => !isRunning(Number(names.exec(name)![1]), marked));
    free.sort((a, b) => b.marked - a.marked);
    for (const { name } of free.slice(maxSessions)) await unlink(join(folder, name)).catch(() => {});
    return free.slice(0, maxSessions);
  }
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
