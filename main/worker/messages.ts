import type { InspectorErrorData } from '#core/error';
import type { JobRequest, JobResult } from '#core/job';

/** A message to a worker thread. It runs one job at a time. */
export type ToWorker =
  | { readonly kind: 'run'; readonly request: JobRequest; readonly cancelFlag: SharedArrayBuffer }
  | { readonly kind: 'sideFile'; readonly request: number; readonly outcome: SideFileOutcome };

/** `null` bytes: the file does not exist. */
export type SideFileOutcome = { readonly bytes: Uint8Array | null } | { readonly error: InspectorErrorData };

/** A message from a worker thread. The last message of a job is `done` or `failed`. */
export type FromWorker =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'sideFileRequest'; readonly request: number; readonly path: string }
  | { readonly kind: 'done'; readonly result: JobResult }
  | { readonly kind: 'failed'; readonly error: InspectorErrorData; readonly stack: string | null };

/** The value of the first Int32 of a job's `cancelFlag` when the job is cancelled. */
export const cancelRequested = 1;
