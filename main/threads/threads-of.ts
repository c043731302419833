import { availableParallelism } from 'node:os';
import { invalidArgument } from '#core/error';

/** How many threads read, query, build or check. */
export interface QueryThreadsOptions {
  /** Number of threads; by default one for each processor. For files and builds, the thread that calls is one of them. */
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
