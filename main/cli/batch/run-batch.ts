import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { cancelledError } from '#core/cancelled';
import { InspectorError } from '#core/error';
import { sharedCopy } from '#core/shared-copy';
import type { CliContext } from '../context.ts';
import type { LineQuery } from './query-lines.ts';
import { startLineThread, type LineThread } from './query-threads.ts';
import { readChunks } from './read-chunks.ts';
import type { LineFormat } from './read-query-line.ts';

/** A batch of queries: where they are read from, and what they run on. */
export interface BatchRun {
  /** File name, or `-` for standard input. */
  readonly file: string;
  readonly format: LineFormat;
  readonly query: LineQuery;
  /** See `openMeshBytes` and `openTree`. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly tree: ArrayBuffer;
  /** Number of threads. */
  readonly jobs: number;
}

/** Chunks that wait for each thread, so that it is never idle. */
const chunksPerThread = 2;

/**
 * Streams queries from a file through threads to standard output: one JSON line for each, in order. Memory is bounded: reading waits for the threads, and
 * the threads for the output. At the first line that is no query, the results before it are printed.
 * @throws InspectorError `unreadable`; `malformed` with the line; `cancelled`; errors of the threads.
 */
export async function runBatch(context: CliContext, run: BatchRun): Promise<void> {
  const source = await openSource(run.file);
  const { signal } = context;
  const stop = (): void => void source.destroy(cancelledError());
  signal.addEventListener('abort', stop, { once: true });
  const begin = { kind: 'begin', query: run.query, mesh: run.mesh, tree: sharedCopy(run.tree) } as const;
  const threads: LineThread[] = [];
  const pending: Promise<string>[] = [];
  /** Prints the oldest results; returns whether somebody still reads them. */
  const print = async (): Promise<boolean> => {
    context.out(await untilAborted(pending.shift()!, signal));
    return (await context.drained?.()) ?? true;
  };
  try {
    let chunks = 0;
    for await (const { numbers, error } of readChunks(source, run.file === '-' ? 'standard input' : run.file, run.format)) {
      const number = chunks++ % run.jobs;
      // A short batch starts one thread.
      const thread = (threads[number] ??= startLineThread(begin));
      const result = thread.run(numbers);
      // Awaited later: without this, an error before that would end the process.
      result.catch(() => {});
      pending.push(result);
      while (pending.length > (error === null ? chunksPerThread * run.jobs - 1 : 0)) if (!(await print())) return;
      if (error !== null) throw error;
    }
    while (pending.length > 0) if (!(await print())) return;
  } catch (error) {
    throw signal.aborted ? cancelledError() : error;
  } finally {
    signal.removeEventListener('abort', stop);
    source.destroy();
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

async function untilAborted(result: Promise<string>, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => (abort = () => reject(cancelledError())));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function openSource(file: string): Promise<NodeJS.ReadStream | ReturnType<typeof createReadStream>> {
  if (file === '-') return process.stdin;
  const path = resolve(file);
  try {
    if ((await stat(path)).isDirectory()) throw new Error('is a folder');
  } catch (cause) {
    throw new InspectorError(
      {
        code: 'unreadable',
        message: 'The file of queries cannot be read',
        fix: 'Give a text file, or - for standard input',
        location: { file },
      },
      { cause },
    );
  }
  return createReadStream(path);
}
