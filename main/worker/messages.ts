import type { InspectorErrorData } from '#core/error';
import type { JobRequest, JobResult } from '#core/job/job';

/** What a worker thread is told. It does one job at a time. */
export type ToWorker =
  | { readonly kind: 'run'; readonly request: JobRequest; readonly cancelFlag: SharedArrayBuffer }
  | { readonly kind: 'sideFile'; readonly ask: number; readonly outcome: SideFileOutcome };

/** `null` bytes: the file was not supplied. */
export type SideFileOutcome = { readonly bytes: Uint8Array | null } | { readonly error: InspectorErrorData };

/** What a worker thread tells. The last message of a job is `done` or `failed`. */
export type FromWorker =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'askSideFile'; readonly ask: number; readonly path: string }
  | { readonly kind: 'done'; readonly result: JobResult }
  | { readonly kind: 'failed'; readonly error: InspectorErrorData; readonly stack: string | null };

/** The value of the first Int32 of a job's `cancelFlag` when the job is no longer wanted. */
export const cancelRequested = 1;
