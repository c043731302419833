import type { HealthParts } from '../state/health/check-meshes.ts';
import type { FromHealthWorker } from '../state/health/health-messages.ts';

/** The health worker as a thread of the page. */
export const healthWorkerParts: HealthParts = {
  spawn(question, message, lost) {
    const worker = new Worker(new URL('./health-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<FromHealthWorker>) => message(event.data));
    worker.addEventListener('error', (event) => {
      // What is told here is not told to the window again.
      event.preventDefault();
      lost(event.message ?? '');
    });
    worker.addEventListener('messageerror', () => lost('a message could not be read'));
    worker.postMessage(question);
    return { terminate: () => worker.terminate() };
  },
};
