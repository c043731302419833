import type { BakeFormatName } from '../bake/bake-format.ts';
import type { BakeSideFile } from '../bake/bake-input.ts';
import type { BakedFormatName } from '../bake/baked-format.ts';
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
import type { BspJobRequest, BspJobResult } from './bsp-job.ts';
import type { BuildJobRequest, BuildJobResult } from './build-job.ts';
import type { CheckJobRequest, CheckJobResult } from './check-job.ts';
import type { ColliderRegionsJobRequest, ColliderRegionsJobResult } from './collider-regions-job.ts';
import type { CompareCollidersJobRequest, CompareCollidersJobResult } from './compare-colliders-job.ts';
import type { CompareJobRequest, CompareJobResult } from './compare-job.ts';
import type { ConvexPairJobRequest, ConvexPairJobResult } from './convex-pair-job.ts';
import type { DecomposeJobRequest, DecomposeJobResult } from './decompose-job.ts';
import type { DeviationJobRequest, DeviationJobResult } from './deviation-job.ts';
import type { DiffJobRequest, DiffJobResult } from './diff-job.ts';
import type { ConvertJobRequest, ConvertJobResult } from './convert-job.ts';
import type { FitJobRequest, FitJobResult } from './fit-job.ts';
import type { HullJobRequest, HullJobResult } from './hull-job.ts';
import type { HostFile } from './job-host.ts';
import type { MakeColliderJobRequest, MakeColliderJobResult } from './make-collider-job.ts';
import type { MotionJobRequest, MotionJobResult, VerifyMotionJobRequest, VerifyMotionJobResult } from './motion-job.ts';
import type { PairJobRequest, PairJobResult } from './pair-job.ts';
import type { PatchJobRequest, PatchJobResult } from './patch-job.ts';
import type { PenetrationJobRequest, PenetrationJobResult } from './penetration-job.ts';
import type { RefitJobRequest, RefitJobResult } from './refit-job.ts';
import type { RepairJobRequest, RepairJobResult } from './repair-job.ts';
import type { CompareSceneJobRequest, CompareSceneJobResult, SceneJobRequest, SceneJobResult } from './scene-job.ts';
import type { SphereJobRequest, SphereJobResult } from './sphere-job.ts';
import type { TargetJobRequest, TargetJobResult } from './target-job.ts';
import type { WalkJobRequest, WalkJobResult } from './walk-job.ts';

/** A request to a worker, as plain data. */
export type JobRequest =
  | {
      readonly kind: 'import';
      readonly fileName: string;
      readonly bytes: Uint8Array | HostFile;
      readonly options?: Partial<ImportOptions> | undefined;
    }
  | BuildJobRequest
  | BakeJobRequest
  | BspJobRequest
  | PairJobRequest
  | MotionJobRequest
  | VerifyMotionJobRequest
  | SceneJobRequest
  | CompareSceneJobRequest
  | WalkJobRequest
  | SphereJobRequest
  | CheckJobRequest
  | CompareJobRequest
  | DiffJobRequest
  | ConvertJobRequest
  | HullJobRequest
  | DecomposeJobRequest
  | ColliderRegionsJobRequest
  | CompareCollidersJobRequest
  | MakeColliderJobRequest
  | PenetrationJobRequest
  | FitJobRequest
  | DeviationJobRequest
  | ConvexPairJobRequest
  | PatchJobRequest
  | RefitJobRequest
  | RepairJobRequest
  | TargetJobRequest
  | {
      readonly kind: 'verify';
      readonly fileName: string;
      readonly bytes: Uint8Array;
      /** The input of the bake; `null` to check the file against itself only. */
      readonly against: BakedFromData | null;
      readonly options?: VerifyOptions | undefined;
      /** Side files of the bake; others are read by the host. */
      readonly files?: readonly BakeSideFile[] | undefined;
    };

export interface BakeJobRequest {
  readonly kind: 'bake';
  readonly format: BakeFormatName;
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  /** Valid trees of this mesh, the preferred one first; formats without trees ignore them. */
  readonly trees: readonly ArrayBuffer[];
  readonly source: BakeSource | null;
  readonly space: SourceSpace;
  readonly findings: readonly Finding[];
  readonly ignored: readonly IgnoredFinding[];
  /** See `BakeInput`. */
  readonly stem?: string | undefined;
  /** What the conversion of the mesh changed; the result has them first. */
  readonly notes?: readonly BakeNote[];
}

/** `BakedFrom` as plain data. */
export type BakedFromData = Pick<BakeJobRequest, 'mesh'> &
  Partial<Pick<BakeJobRequest, 'trees' | 'source' | 'space' | 'findings' | 'ignored'>>;

export type JobKind = JobRequest['kind'];

/** The format of an opened file: a mesh format, or a baked file with trees. */
export type OpenedFormat = FormatName | BakedFormatName;

export interface ImportJobResult {
  readonly kind: 'import';
  readonly format: OpenedFormat;
  readonly dialect: string;
  readonly units: string | null;
  readonly space: SourceSpace;
  /** `null` if the file has no scenes. */
  readonly scenes: SceneChoice | null;
  readonly findings: readonly Finding[];
  /** Ignored findings of the import and of the health checks, from a baked file. */
  readonly ignored: readonly IgnoredFinding[];
  /** Colliders of the file that are not part of the mesh. */
  readonly colliders: readonly ApartCollider[];
  /** See `openMeshBytes`; in shared memory if the host allocates it. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  /** Checked trees of a baked file, in order; empty for other formats. */
  readonly trees: readonly HeldTree[];
  /** The source file of the mesh; for a baked file, the source that it names. */
  readonly source: BakeSource;
  /** SHA-256 of the bytes; `null` if the host has none. */
  readonly sha256: string | null;
  /** SHA-256 of the side files that were read, with their paths; `null` without side files, or if the host has none. */
  readonly sideSha256: string | null;
  /** Time to read and hash the bytes; 0 if they were in memory. */
  readonly readMilliseconds: number;
  /** Time without `readMilliseconds`. */
  readonly milliseconds: number;
}

/** A tree from the file, which needs no build. */
export interface HeldTree {
  /** See `openTree`. */
  readonly tree: ArrayBuffer;
  readonly options: BuildOptions;
  readonly statistics: TreeStatistics;
}

export interface BakeJobResult {
  readonly kind: 'bake';
  /** The whole file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly notes: readonly BakeNote[];
  readonly files: readonly BakeSideFile[];
}

export interface VerifyJobResult {
  readonly kind: 'verify';
  readonly verification: Verification;
}

export type JobResult =
  | ImportJobResult
  | BuildJobResult
  | BakeJobResult
  | BspJobResult
  | VerifyJobResult
  | PairJobResult
  | MotionJobResult
  | VerifyMotionJobResult
  | SceneJobResult
  | CompareSceneJobResult
  | WalkJobResult
  | SphereJobResult
  | CheckJobResult
  | CompareJobResult
  | DiffJobResult
  | ConvertJobResult
  | HullJobResult
  | DecomposeJobResult
  | ColliderRegionsJobResult
  | CompareCollidersJobResult
  | MakeColliderJobResult
  | PenetrationJobResult
  | FitJobResult
  | DeviationJobResult
  | ConvexPairJobResult
  | PatchJobResult
  | RefitJobResult
  | RepairJobResult
  | TargetJobResult;

/** The result type of a request. */
export type ResultOf<Request extends JobRequest> = Extract<JobResult, { kind: Request['kind'] }>;
