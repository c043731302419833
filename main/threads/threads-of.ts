import { availableParallelism } from 'node:os';
import { invalidArgument } from '#core/error';

export interface QueryThreadsOptions {
  /** Number of worker threads; by default one for each processor. */
  readonly threads?: number;
}

/**
 * Returns the number of threads of some options. It is checked where threads start.
 * @param also names of the other options.
 * @throws InspectorError `invalid-argument` for other names, and for options that are not a record.
 */
export function threadsOf(options: QueryThreadsOptions, also: readonly string[] = []): number {
  if (typeof options !== 'object') throw invalidArgument(`The options are ${String(options)}`, 'Give a record: { threads: 2 }');
  const known = ['threads', ...also];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalidArgument(`Unknown option "${unknown}"`, `Known options: ${known.join(', ')}`);
  return options.threads ?? availableParallelism();
}
