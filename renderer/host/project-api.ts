/** What the interface and its host exchange about projects, sessions and recent files; `host-api.ts` exports all of it. */

/** Extension of project files. */
export const projectExtension = 'boxwood-project';

/** Token for a project file on disk, valid as long as the process runs. */
export type ProjectFileToken = string;
export type ProjectId = number;

export interface SavedProject {
  readonly name: string;
  readonly byteLength: number;
  /** Temporary path of the bytes, to save as a file; `null` if the host has written the file. */
  readonly path: string | null;
  /** The file that the host has written; `null` if the page saves it. */
  readonly fileToken: ProjectFileToken | null;
}

/** A project whose meshes are not open yet: the page first checks its session. */
export interface ReadProject {
  readonly id: ProjectId;
  readonly name: string;
  readonly fileToken: ProjectFileToken | null;
  readonly isEmbedded: boolean;
  /** The session as the page wrote it, not checked. */
  readonly session: unknown;
}

/** A mesh of a project that is not where the project says. */
export interface MissingMesh {
  /** Index of its document in the session. */
  readonly mesh: number;
  readonly name: string;
  /** Why it was not opened, as one sentence. */
  readonly why: string;
}

/** A session that a page kept before it ended. */
export interface KeptSession {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Names of its documents. */
  readonly names: readonly string[];
  /** What it holds in addition to the meshes, in the words of the page: `ray`, `section`. */
  readonly holds: readonly string[];
}

/** A file that was opened lately. No page gets its path. */
export interface RecentFile {
  readonly id: string;
  readonly kind: 'mesh' | 'project' | 'scene';
  readonly name: string;
  /** Name of its folder; `null` for a file that a page posted, of which the host has a copy. */
  readonly folder: string | null;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
}
