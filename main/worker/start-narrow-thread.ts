import { Worker } from 'node:worker_threads';
import type { FromNarrow, NarrowThread } from '#core/scene';

const productScript = new URL('./narrow-helper.js', import.meta.url);

/** Starts a thread that tests pairs of a scene; one that cannot start counts as lost when it gets its first message. */
export function startNarrowThread(script = productScript): NarrowThread {
  const worker = new Worker(script, { execArgv: [] });
  return {
    post: (message) => worker.postMessage(message),
    listen: (receive) => {
      worker.on('message', (message: FromNarrow) => receive(message));
      for (const end of ['error', 'messageerror', 'exit'] as const) worker.on(end, () => receive(null));
    },
    end: () => void worker.terminate(),
  };
}
