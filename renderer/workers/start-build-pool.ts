import type { StartedPool } from '#core/job';
import { createBuildPool, type BuildThread, type FromBuilder } from '#core/tree';

/** Maximum number of threads: with more, the serial part dominates. */
const maxThreads = 4;

/** Returns how many workers can help the calling one; 0 if the page cannot share memory. */
export function buildHelpers(): number {
  return globalThis.crossOriginIsolated === true ? Math.min(navigator.hardwareConcurrency, maxThreads) - 1 : 0;
}

/** Starts workers that help to build a tree; one that cannot start counts as lost. They end with the worker that starts them, at the latest. */
export function startBuildWorkers(helpers: number): StartedPool {
  const workers = Array.from({ length: helpers }, () => new Worker(new URL('./build-helper.ts', import.meta.url), { type: 'module' }));
  return {
    pool: createBuildPool(workers.map(threadOf)),
    end: () => {
      for (const worker of workers) worker.terminate();
    },
  };
}

function threadOf(worker: Worker): BuildThread {
  return {
    post: (message) => worker.postMessage(message),
    listen: (listener) => {
      worker.addEventListener('message', (event: MessageEvent<FromBuilder>) => listener(event.data));
      worker.addEventListener('error', (event) => {
        // One thread builds the tree then: nobody else need hear of it.
        event.preventDefault();
        listener(null);
      });
      worker.addEventListener('messageerror', () => listener(null));
    },
  };
}
