import type { FromSliceWorker, SpawnSlice } from '../state/probe/slice-messages.ts';

/** The worker that measures slices, as a thread of the page. */
export const spawnSlice: SpawnSlice = (message, lost) => {
  const worker = new Worker(new URL('./slice-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromSliceWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
};
