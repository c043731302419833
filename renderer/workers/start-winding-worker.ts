import type { FromWindingWorker, SpawnWinding } from '../state/probe/winding-messages.ts';

/** The worker that builds winding trees, as a thread of the page. */
export const spawnWinding: SpawnWinding = (message, lost) => {
  const worker = new Worker(new URL('./winding-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromWindingWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
};
