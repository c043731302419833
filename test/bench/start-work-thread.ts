import { Worker } from 'node:worker_threads';
import type { FromWork, WorkThread } from '#core/work-messages';
import { builtScript } from './corpus-folder.ts';

/** Starts a thread of the built product, by the name of its script in `main/worker`. */
export function startWorkThread<Start, Step, Batch, Result>(script: string): WorkThread<Start, Step, Batch, Result> {
  const worker = new Worker(builtScript(`main/worker/${script}`));
  return {
    post: (message) => worker.postMessage(message),
    listen: (receive) => {
      worker.on('message', (message: FromWork<Result>) => receive(message));
      for (const end of ['error', 'exit']) worker.on(end, () => receive(null));
    },
    end: () => void worker.terminate(),
  };
}
