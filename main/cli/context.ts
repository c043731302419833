import type { WorkerPool } from '../documents/worker-pool.ts';

/** What the verbs see of the terminal. */
export interface CliContext {
  /** Results: standard output. */
  readonly out: (text: string) => void;
  /** Messages and progress: standard error. */
  readonly err: (text: string) => void;
  /** Whether a person sits at standard error. */
  readonly showsProgress: boolean;
  /** Aborted by Ctrl-C or a polite request to end. */
  readonly signal: AbortSignal;
  /** Threads for the long steps, which keep running after the command. Without it, a verb starts its own and ends them. */
  readonly pool?: WorkerPool;
}

/** What verbs that give a verdict see besides. */
export interface VerdictContext extends CliContext {
  /** The verification failed, or something is over the budget: the program ends with 1. */
  readonly fail: () => void;
  /** One of several inputs could not be read, and its error is told: the program ends with 2. */
  readonly miss: () => void;
}

/** What the program ends with. */
export const exitCodes = { done: 0, findings: 1, unreadable: 2, usage: 64, cancelled: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
