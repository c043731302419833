import type { FromMeasureWorker, SpawnMeasure } from '../state/measure/measure-messages.ts';

/** The worker of the measure tool, as a thread of the page. */
export const spawnMeasure: SpawnMeasure = (message, lost) => {
  const worker = new Worker(new URL('./measure-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromMeasureWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
};
