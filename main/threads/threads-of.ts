import { availableParallelism } from 'node:os';
import { invalidArgument } from '#core/error';

/** How many threads run queries, builds or checks. */
export interface QueryThreadsOptions {
  /** Number of worker threads; by default one for each processor. */
  readonly threads?: number;
}

/**
 * Returns the number of threads of some options. It is checked where threads start.
 * @param also names of the other options.
 * @throws InspectorError as `checkNames`.
 */
export function threadsOf(options: QueryThreadsOptions, also: readonly string[] = []): number {
  checkNames(options, ['threads', ...also]);
  return options.threads === undefined ? availableParallelism() : options.threads;
}

/** @throws InspectorError `invalid-argument` for options that are no record, and for other names. */
export function checkNames(options: object, known: readonly string[]): void {
  const isRecord = typeof options === 'object' && (options as object | null) !== null && !Array.isArray(options);
  if (!isRecord) throw invalidArgument(`The options are ${JSON.stringify(options)}`, `Give a record with ${known.join(', ')}`);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalidArgument(`Unknown option "${unknown}"`, `Known options: ${known.join(', ')}`);
}
