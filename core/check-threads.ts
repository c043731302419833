import { invalidArgument } from './error.ts';

/** @throws InspectorError `invalid-argument` for a wrong number of threads, and without shared memory. */
export function checkThreads(threads: number): void {
  if (!Number.isInteger(threads) || threads < 1)
    throw invalidArgument(`The number of threads is ${threads}`, 'Give a whole number of 1 or more');
  if (typeof SharedArrayBuffer === 'undefined')
    throw invalidArgument(
      'This page has no shared memory',
      'Serve it with the headers COOP and COEP, or use the functions without threads',
    );
}
