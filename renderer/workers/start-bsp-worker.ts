import type { FromBspWorker, SpawnBsp } from '../state/bsp/bsp-messages.ts';

/** The worker that builds BSP trees, as a thread of the page. */
export const spawnBsp: SpawnBsp = (message, lost) => {
  const worker = new Worker(new URL('./bsp-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromBspWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
};
