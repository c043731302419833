import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { FromWorker } from './messages.ts';

/** What a pool needs of a thread. */
export interface JobThread extends Pick<Worker, 'postMessage' | 'terminate'> {
  on(event: 'message', listener: (message: FromWorker) => void): unknown;
  on(event: 'error' | 'messageerror', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

/** Serves jobs on the thread of the caller, which waits while one runs: for short jobs, where a thread takes longer to start. */
export function startLocalThread(): JobThread {
  const { port1: own, port2: served } = new MessageChannel();
  void serve(own, served);
  return {
    postMessage: (message, transfer) => own.postMessage(message, transfer),
    on: (event: string, listener: (received: never) => void) => own.on(event, listener as (received: unknown) => void),
    // Both ends close, so the process may end.
    terminate: async () => {
      own.close();
      return 0;
    },
  };
}

/** Messages wait in the channel until the jobs are loaded. */
async function serve(own: MessagePort, port: MessagePort): Promise<void> {
  try {
    const { serveJobs } = await import('./serve-jobs.ts');
    serveJobs(port);
  } catch (thrown) {
    own.emit('error', thrown);
    own.close();
  }
}
