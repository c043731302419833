/** The worker that checks the health of a mesh, so that the page stays responsive. Ending it cancels the check. */
import type { ToHealthWorker } from '../state/health/health-messages.ts';
import { serveHealth } from './serve-health.ts';

self.addEventListener('message', (event: MessageEvent<ToHealthWorker>) => {
  serveHealth(
    event.data,
    (message, transfer) => self.postMessage(message, { transfer }),
    () => performance.now(),
  );
});
