import { availableParallelism } from 'node:os';
import { maxThreads } from '#core/check-threads';

/** Returns the number of threads where none is given: one for each processor, up to the most that are accepted. */
export function defaultThreads(): number {
  return Math.min(maxThreads, availableParallelism());
}
