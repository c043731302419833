import { Worker } from 'node:worker_threads';
import type { StartedCrew } from '#core/job';
import { createBuildCrew, type CrewThread, type FromBuilder } from '#core/tree';

const productScript = new URL('./build-helper.js', import.meta.url);

/** Starts threads that help to build a tree; a thread that cannot start counts as lost. */
export function startCrew(helpers: number, script = productScript): StartedCrew {
  const workers = Array.from({ length: helpers }, () => startWorker(script));
  const crew = createBuildCrew(workers.map((worker) => threadOf(worker)));
  return {
    crew,
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

function threadOf(worker: Worker | null): CrewThread {
  return {
    post: (message) => worker?.postMessage(message),
    listen: (onMessage) => {
      if (worker === null) return onMessage(null);
      worker.on('message', (message: FromBuilder) => onMessage(message));
      for (const end of ['error', 'messageerror', 'exit'] as const) worker.on(end, () => onMessage(null));
    },
  };
}
