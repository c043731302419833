import type { WorkerPool } from '../documents/worker-pool.ts';
import type { EarlyThread } from '../worker/early-thread.ts';

/** The terminal as the verbs see it. */
export interface CliContext {
  /** Results: standard output. */
  readonly out: (text: string) => void;
  /** Resolves when standard output takes more text; to false when nobody reads it any more. Without it, output is never full. */
  readonly drained?: () => Promise<boolean>;
  /** Messages and progress: standard error. */
  readonly err: (text: string) => void;
  /** Whether standard error is a terminal. */
  readonly showsProgress: boolean;
  /** Aborted by Ctrl-C (SIGINT) or SIGTERM. */
  readonly signal: AbortSignal;
  /** Threads for the long steps, which keep running after the command. Without it, a verb starts its own and ends them. */
  readonly pool?: WorkerPool;
  /** A thread that starts already, for the first verb that needs one. */
  readonly early?: EarlyThread | undefined;
}

/** The context of verbs that return a verdict. */
export interface VerdictContext extends CliContext {
  /** Sets exit code 1: the verification failed, or a finding is over the budget. */
  readonly fail: () => void;
  /** Sets exit code 2: one of several inputs could not be read, and its error was printed. */
  readonly miss: () => void;
  /** Runs another command line: `runCli`. */
  readonly run: (args: readonly string[], context: CliContext) => Promise<ExitCode>;
}

/** Exit codes of the program. */
export const exitCodes = { done: 0, findings: 1, unreadable: 2, usage: 64, cancelled: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
