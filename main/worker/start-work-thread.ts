import { Worker } from 'node:worker_threads';
import type { FromWork, WorkThread } from '#core/work-messages';

/** Starts a thread of a pool, whose script runs `serveWork`; one that cannot start counts as lost when it gets its first message. */
export function startWorkThread<Start, Step, Batch, Result>(script: URL): WorkThread<Start, Step, Batch, Result> {
  let worker: Worker;
  try {
    worker = new Worker(script, { execArgv: [] });
  } catch (thrown) {
    return threadWithout(thrown);
  }
  return {
    post: (message) => worker.postMessage(message),
    listen: (receive) => {
      worker.on('message', (message: FromWork<Result>) => receive(message));
      for (const end of ['error', 'messageerror', 'exit'] as const) worker.on(end, () => receive(null));
    },
    end: () => void worker.terminate(),
  };
}

/** Where the system has no room for another thread. */
function threadWithout<Start, Step, Batch, Result>(reason: unknown): WorkThread<Start, Step, Batch, Result> {
  return {
    post: () => {
      throw reason;
    },
    listen: () => {},
    end: () => {},
  };
}
