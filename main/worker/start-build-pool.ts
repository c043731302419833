import { Worker } from 'node:worker_threads';
import type { StartedPool } from '#core/job';
import { createBuildPool, type BuildThread, type FromBuilder } from '#core/tree/kinds/wide/parallel/build-pool';

const productScript = new URL('./build-helper.js', import.meta.url);

/** Starts threads that help to build a tree; a thread that cannot start counts as lost. */
export function startBuildPool(helpers: number, script = productScript): StartedPool {
  const workers = Array.from({ length: helpers }, () => startWorker(script));
  const pool = createBuildPool(workers.map((worker) => threadOf(worker)));
  return {
    pool,
    end: () => {
      for (const worker of workers) void worker?.terminate();
    },
  };
}

function startWorker(script: URL): Worker | null {
  try {
    return new Worker(script, { execArgv: [] });
  } catch {
    return null;
  }
}

function threadOf(worker: Worker | null): BuildThread {
  return {
    post: (message) => worker?.postMessage(message),
    listen: (onMessage) => {
      if (worker === null) return onMessage(null);
      worker.on('message', (message: FromBuilder) => onMessage(message));
      for (const end of ['error', 'messageerror', 'exit'] as const) worker.on(end, () => onMessage(null));
    },
  };
}
