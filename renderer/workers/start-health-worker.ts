import type { HealthParts } from '../state/health/check-meshes.ts';
import type { FromHealthWorker } from '../state/health/health-messages.ts';
import { startStudyWorkers } from './start-study-workers.ts';

/** The health worker as a thread of the page. */
export const healthWorkerParts: HealthParts = {
  spawn(request, message, lost) {
    const worker = new Worker(new URL('./health-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<FromHealthWorker>) => message(event.data));
    worker.addEventListener('error', (event) => {
      // Reported here, the error is not reported to the window too.
      event.preventDefault();
      lost(event.message ?? '');
    });
    worker.addEventListener('messageerror', () => lost('a message could not be read'));
    const { ports, end } = startStudyWorkers(request.mesh);
    worker.postMessage({ ...request, helpers: ports }, ports);
    return {
      terminate: () => {
        worker.terminate();
        end();
      },
    };
  },
};
