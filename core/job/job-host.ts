import type { BuildOptions } from '../options/build-options.ts';
import type { Dividers } from '../convex/decompose/dividers.ts';
import type { DecodeDraco } from '../import/importer.ts';
import type { StudyThread } from '../health/study/helpers/study-helpers.ts';
import type { ByteSource } from '../import/source/byte-source.ts';
import type { RunningHash } from '../import/source/watched-source.ts';
import type { Progress } from '../progress.ts';
import type { NarrowThread } from '../scene/narrow/narrow-messages.ts';
import type { BuildPool } from '../tree/kinds/wide/parallel/build-pool.ts';

/** What a job needs from the thread that runs it. */
export interface JobHost {
  /** Returns whether a build with this kind and split is the first one in this thread, and remembers it. By default each one is. */
  readonly isFirstBuild?: (options: Pick<BuildOptions, 'kind' | 'split'>) => boolean;
  /** See `Progress`; throws if the job was cancelled. */
  readonly progress: Progress;
  readonly readSideFile: (relativePath: string) => Promise<Uint8Array | null>;
  /** See `ImportContext.decodeDraco`. */
  readonly decodeDraco?: DecodeDraco | undefined;
  /** What divides a solid into nearly convex parts; left out without any. */
  readonly dividers?: Dividers;
  /** Allocates memory for a mesh; shared memory if several threads read it. */
  readonly allocateMesh: (byteLength: number) => ArrayBuffer | SharedArrayBuffer;
  /** Starts helper threads for a build, which end after it; left out without threads. */
  readonly startBuildPool?: (helpers: number) => StartedPool;
  /** Starts threads that help with checks, and again when they end if another check follows; left out without threads. */
  readonly startStudyThreads?: (helpers: number, anotherFollows: boolean) => StartedStudyThreads;
  /** Starts a thread for the narrow phase of a scene; left out without threads. */
  readonly startNarrowThread?: () => NarrowThread;
  /** Returns the processor time of this thread so far, in ms; left out if the host does not measure it. */
  readonly processorTime?: () => number;
  /** SHA-256; left out if the host has none, and bakes then have no hash. */
  readonly createHash?: () => RunningHash;
  /** Opens a file of a request; left out if the host has no files. @throws InspectorError `unreadable`. */
  readonly openFile?: (file: HostFile) => OpenedFile;
  /** See `ImportContext.maxMeshBytes`. */
  readonly maxMeshBytes?: number;
}

/** A file that the host opens in the thread of the job, to read its bytes in pieces. */
export interface HostFile {
  readonly path: string;
  /** See `ByteSource.maxHeld`. */
  readonly maxHeld: number;
}

/** An open file. */
export interface OpenedFile {
  readonly source: ByteSource;
  readonly close: () => void;
}

export interface StartedPool {
  readonly pool: BuildPool;
  readonly end: () => void;
}

export interface StartedStudyThreads {
  readonly threads: readonly StudyThread[];
  readonly end: () => void;
}
