import type { InspectorErrorData } from './error.ts';

/** A message to a thread of a pool: what all runs share, what the batches of one run share, and a batch. */
export type ToWork<Start, Step, Batch> =
  | { readonly kind: 'start'; readonly start: Start }
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'batch'; readonly batch: Batch };

/** Reply of a thread: its batch is done, or has bad input. */
export type FromWork<Result> = { readonly result: Result } | { readonly error: InspectorErrorData };

/** A thread that runs `serveWork`. The host starts and ends it, because `core` has no thread API. */
export interface WorkThread<Start, Step, Batch, Result> {
  /** Sends a message. The thread may still be starting. */
  readonly post: (message: ToWork<Start, Step, Batch>) => void;
  /** Sets the receiver of replies. It gets `null` when the thread could not start or has ended. */
  readonly listen: (receive: (message: FromWork<Result> | null) => void) => void;
  readonly end: () => void;
}
