import { cancelledError } from '../cancelled.ts';
import { noProgress } from '../progress.ts';
import type { WorkPool } from '../work-pool.ts';

/** Runs the batches of one step after those of another. */
export interface Turns<Step, Batch, Result> {
  (step: Step, batches: readonly Batch[]): Promise<readonly Result[]>;
  /** Ends the threads, and cancels what runs and waits. */
  readonly end: () => void;
}

/** Returns a function that runs steps on a pool in the order of its calls. */
export function inTurns<Start, Step, Batch, Result>(pool: WorkPool<Start, Step, Batch, Result>): Turns<Step, Batch, Result> {
  let last: Promise<unknown> = Promise.resolve();
  let hasEnded = false;
  const run = (step: Step, batches: readonly Batch[]): Promise<readonly Result[]> => {
    const results = last.then(() => {
      if (hasEnded) throw cancelledError();
      return pool.run(step, batches, noProgress);
    });
    last = results.catch(() => {});
    return results;
  };
  return Object.assign(run, {
    end: () => {
      hasEnded = true;
      pool.end();
    },
  });
}
