import type { FromComponentWorker } from '../state/colour/component-messages.ts';
import type { SpawnComponents } from '../state/colour/follow-components.ts';

/** The worker that finds connected components, as a thread of the page. */
export const spawnComponents: SpawnComponents = (message, lost) => {
  const worker = new Worker(new URL('./component-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromComponentWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
};
