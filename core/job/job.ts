import type { BakeFormatName } from '../bake/bake-formats.ts';
import type { BakeNote } from '../bake/bake-note.ts';
import type { BakeSource } from '../bake/boxwood/contents.ts';
import type { Verification } from '../bake/verify/verify-baked.ts';
import type { Finding } from '../finding.ts';
import type { IgnoredFinding } from '../ignored-finding.ts';
import type { FormatName } from '../import/formats.ts';
import type { ApartCollider, SceneChoice } from '../import/importer.ts';
import type { SourceSpace } from '../mesh/source-space.ts';
import type { BuildOptions } from '../options/build-options.ts';
import type { ImportOptions } from '../options/import-options.ts';
import type { VerifyOptions } from '../options/verify-options.ts';
import type { TreeStatistics } from '../tree/statistics.ts';
import type { BuildJobRequest, BuildJobResult } from './build-job.ts';
import type { CheckJobRequest, CheckJobResult } from './check-job.ts';
import type { CompareJobRequest, CompareJobResult } from './compare-job.ts';
import type { HostFile } from './job-host.ts';
import type { PairJobRequest, PairJobResult } from './pair-job.ts';
import type { RefitJobRequest, RefitJobResult } from './refit-job.ts';
import type { SphereJobRequest, SphereJobResult } from './sphere-job.ts';

/** Work that a worker does, as plain data. */
export type JobRequest =
  | {
      readonly kind: 'import';
      readonly fileName: string;
      readonly bytes: Uint8Array | HostFile;
      readonly options?: Partial<ImportOptions> | undefined;
    }
  | BuildJobRequest
  | BakeJobRequest
  | PairJobRequest
  | SphereJobRequest
  | CheckJobRequest
  | CompareJobRequest
  | RefitJobRequest
  | {
      readonly kind: 'verify';
      readonly fileName: string;
      readonly bytes: Uint8Array;
      /** What was baked, as far as it is known; `null` to check the file against itself alone. */
      readonly against: BakedFromData | null;
      readonly options?: VerifyOptions | undefined;
    };

export interface BakeJobRequest {
  readonly kind: 'bake';
  readonly format: BakeFormatName;
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  /** Sound trees of this mesh, the most wanted one first; formats without a tree pass over them. */
  readonly trees: readonly ArrayBuffer[];
  readonly source: BakeSource | null;
  readonly space: SourceSpace;
  readonly findings: readonly Finding[];
  readonly ignored: readonly IgnoredFinding[];
}

/** `BakedFrom` as data: the mesh, and with it what else is to be compared. */
export type BakedFromData = Pick<BakeJobRequest, 'mesh'> &
  Partial<Pick<BakeJobRequest, 'trees' | 'source' | 'space' | 'findings' | 'ignored'>>;

export type JobKind = JobRequest['kind'];

/** What a file that is opened can be: a mesh format, or a mesh and its trees baked before. */
export type OpenedFormat = FormatName | 'boxwood' | 'three-mesh-bvh';

export interface ImportJobResult {
  readonly kind: 'import';
  readonly format: OpenedFormat;
  readonly dialect: string;
  readonly units: string | null;
  readonly space: SourceSpace;
  /** `null` where the file has no scenes. */
  readonly scenes: SceneChoice | null;
  readonly findings: readonly Finding[];
  /** What of them, and of what the checks find, a baked file says is let be. */
  readonly ignored: readonly IgnoredFinding[];
  /** Colliders that the file names and that are not part of the mesh. */
  readonly colliders: readonly ApartCollider[];
  /** `openMeshBytes` reads it; in shared memory where the host allocates that. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  /** Of a baked file, proven, in its order; no other format has any. */
  readonly trees: readonly HeldTree[];
  /** The file that the mesh was made of: for a baked file, the one that it names. */
  readonly source: BakeSource;
  /** SHA-256 of the bytes that were read; `null` where the host has none. */
  readonly sha256: string | null;
  /** What bringing the bytes took, and hashing them on the way; 0 where they were there. */
  readonly readMilliseconds: number;
  /** Without that. */
  readonly milliseconds: number;
}

/** A tree that came with the file and need not be built. */
export interface HeldTree {
  /** `openTree` reads it. */
  readonly tree: ArrayBuffer;
  readonly options: BuildOptions;
  readonly statistics: TreeStatistics;
}

export interface BakeJobResult {
  readonly kind: 'bake';
  /** The whole file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly notes: readonly BakeNote[];
}

export interface VerifyJobResult {
  readonly kind: 'verify';
  readonly verification: Verification;
}

export type JobResult =
  | ImportJobResult
  | BuildJobResult
  | BakeJobResult
  | VerifyJobResult
  | PairJobResult
  | SphereJobResult
  | CheckJobResult
  | CompareJobResult
  | RefitJobResult;

/** The result that belongs to a request. */
export type ResultOf<Request extends JobRequest> = Extract<JobResult, { kind: Request['kind'] }>;
