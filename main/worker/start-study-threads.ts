import { Worker } from 'node:worker_threads';
import type { StartedStudyThreads } from '#core/job';

const productScript = new URL('./study-helper.js', import.meta.url);

/** Starts threads that help with the study of a mesh. One that cannot start never helps. */
export function startStudyThreads(helpers: number, script = productScript): StartedStudyThreads {
  const workers = Array.from({ length: helpers }, () => startWorker(script)).filter((worker) => worker !== null);
  return {
    threads: workers.map((worker) => ({ post: (message) => worker.postMessage(message) })),
    end: () => {
      for (const worker of workers) void worker.terminate();
    },
  };
}

function startWorker(script: URL): Worker | null {
  try {
    const worker = new Worker(script, { execArgv: [] });
    // An error without a listener would end the thread that started it.
    worker.on('error', () => {});
    return worker;
  } catch {
    return null;
  }
}
