import type { Finding } from '../finding.ts';
import type { FormatName } from '../import/importer.ts';
import type { BuildOptions } from '../options/build-options.ts';
import type { TreeStatistics } from '../tree/statistics.ts';

/** Work that a worker does, as plain data. */
export type JobRequest =
  | { readonly kind: 'import'; readonly fileName: string; readonly bytes: Uint8Array }
  | { readonly kind: 'build'; readonly mesh: ArrayBuffer | SharedArrayBuffer; readonly options: BuildOptions };

export type JobKind = JobRequest['kind'];

export interface ImportJobResult {
  readonly kind: 'import';
  readonly format: FormatName;
  readonly dialect: string;
  readonly units: string | null;
  readonly findings: readonly Finding[];
  /** `openMeshBytes` reads it; in shared memory where the host allocates that. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly milliseconds: number;
}

export interface BuildJobResult {
  readonly kind: 'build';
  /** `openTree` reads it. */
  readonly tree: ArrayBuffer;
  readonly statistics: TreeStatistics;
  /** The build alone, without the statistics. */
  readonly milliseconds: number;
}

export type JobResult = ImportJobResult | BuildJobResult;

/** The result that belongs to a request. */
export type ResultOf<Request extends JobRequest> = Extract<JobResult, { kind: Request['kind'] }>;
