import type { DecodeDraco } from '../import/importer.ts';
import type { ByteSource } from '../import/source/byte-source.ts';
import type { RunningHash } from '../import/source/watched-source.ts';
import type { Progress } from '../progress.ts';
import type { BuildCrew } from '../tree/kinds/wide/crew/build-crew.ts';

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
  /** Left out where the host has no SHA-256, and bakes then name no hash. */
  readonly createHash?: () => RunningHash;
  /** Opens a file that a request names; left out where there are none. @throws InspectorError `unreadable`. */
  readonly openFile?: (file: HostFile) => OpenedFile;
  /** See `ImportContext.maxMeshBytes`. */
  readonly maxMeshBytes?: number;
}

/** A file that the host of a job opens where the job runs, so that its bytes come in pieces. */
export interface HostFile {
  readonly path: string;
  /** See `ByteSource.maxHeld`. */
  readonly maxHeld: number;
}

/** A file that stays open until it is closed. */
export interface OpenedFile {
  readonly source: ByteSource;
  readonly close: () => void;
}

export interface StartedCrew {
  readonly crew: BuildCrew;
  readonly end: () => void;
}
