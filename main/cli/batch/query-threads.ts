import { Worker } from 'node:worker_threads';
import { InspectorError } from '#core/error';
import type { FromQueryWorker, ToQueryWorker } from './query-worker.ts';

// The compiled module: Node runs no TypeScript in a worker thread.
const script = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/main/cli/batch/query-worker.js' : './query-worker.js',
  import.meta.url,
);

/** A thread that runs chunks of queries, one after the other. */
export interface LineThread {
  /** Returns the results of queries as text. @throws InspectorError of the queries; `worker-lost`. */
  readonly run: (numbers: Float64Array) => Promise<string>;
  readonly end: () => Promise<unknown>;
}

/** Starts a thread on a mesh and its tree. */
export function startLineThread(begin: ToQueryWorker & { readonly kind: 'begin' }): LineThread {
  const worker = new Worker(script, { execArgv: [] });
  const waiting: { readonly resolve: (text: string) => void; readonly reject: (error: Error) => void }[] = [];
  let lost: Error | null = null;
  const lose = (error: Error): void => {
    lost ??= error;
    for (const { reject } of waiting.splice(0)) reject(lost);
  };
  worker.on('message', (message: FromQueryWorker) => {
    if ('error' in message) lose(new InspectorError(message.error));
    else waiting.shift()?.resolve(message.text);
  });
  worker.on('error', (error) => lose(threadLost(error)));
  worker.on('exit', () => lose(threadLost()));
  worker.postMessage(begin);
  return {
    run: (numbers) =>
      new Promise((resolve, reject) => {
        if (lost !== null) return reject(lost);
        waiting.push({ resolve, reject });
        worker.postMessage({ kind: 'run', numbers } satisfies ToQueryWorker, [numbers.buffer as ArrayBuffer]);
      }),
    end: () => worker.terminate(),
  };
}

function threadLost(cause?: Error): InspectorError {
  return new InspectorError(
    { code: 'worker-lost', message: 'A thread that runs queries has ended', fix: 'Use fewer threads, or a smaller mesh', location: {} },
    { cause },
  );
}
