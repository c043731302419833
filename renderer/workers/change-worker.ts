/** The worker that compares two versions of a mesh, so that the page stays responsive. Ending it cancels the comparison. */
import type { ToChangeWorker } from '../state/changes/change-messages.ts';
import { serveChanges } from './serve-changes.ts';

self.addEventListener('message', (event: MessageEvent<ToChangeWorker>) => {
  serveChanges(
    event.data,
    (message) => self.postMessage(message),
    () => performance.now(),
  );
});
