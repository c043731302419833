import type { SpawnHeat } from '../state/heat/heat.ts';
import type { FromHeatWorker } from '../state/heat/heat-messages.ts';

/** The worker that draws what rays cost, as a thread of the page. */
export const spawnHeat: SpawnHeat = (message, lost) => {
  const worker = new Worker(new URL('./heat-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromHeatWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
};
