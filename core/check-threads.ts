import { invalidArgument } from './error.ts';

/** More than any machine has processors. Each thread takes memory from its start. */
export const maxThreads = 1024;

/** @throws InspectorError `invalid-argument` for a wrong number of threads, and without shared memory. */
export function checkThreads(threads: number): void {
  if (!Number.isInteger(threads) || threads < 1 || threads > maxThreads)
    throw invalidArgument(
      `The number of threads is ${typeof threads === 'string' ? JSON.stringify(threads) : threads}`,
      `Give a whole number from 1 to ${maxThreads}`,
    );
  if (typeof SharedArrayBuffer === 'undefined')
    throw invalidArgument(
      'This page has no shared memory',
      'Serve it with the headers COOP and COEP, or use the functions without threads',
    );
}
