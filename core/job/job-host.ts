import type { DecodeDraco } from '../import/importer.ts';
import type { Progress } from '../progress.ts';
import type { BuildCrew } from '../tree/wide/crew/build-crew.ts';

/** What a job needs of the thread it runs on. */
export interface JobHost {
  /** See `Progress`: also throws when the job was cancelled. */
  readonly progress: Progress;
  readonly readSideFile: (relativePath: string) => Promise<Uint8Array | null>;
  /** See `ImportContext.decodeDraco`. */
  readonly decodeDraco?: DecodeDraco | undefined;
  /** Memory for a mesh that several threads read; plain memory will do where none is shared. */
  readonly allocateMesh: (byteLength: number) => ArrayBuffer | SharedArrayBuffer;
  /** Starts so many threads that help to build a tree; left out where there are none. They are ended after it. */
  readonly startCrew?: (helpers: number) => StartedCrew;
  /** SHA-256 as 64 hexadecimal digits in lower case; left out where the host has none, and bakes then name no hash. */
  readonly sha256?: (bytes: Uint8Array) => string;
}

export interface StartedCrew {
  readonly crew: BuildCrew;
  readonly end: () => void;
}
