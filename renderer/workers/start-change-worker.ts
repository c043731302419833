import type { FromChangeWorker } from '../state/changes/change-messages.ts';
import type { SpawnComparison } from '../state/changes/follow-changes.ts';

/** The worker that compares two versions, as a thread of the page. */
export const spawnChanges: SpawnComparison = (request, message, lost) => {
  const worker = new Worker(new URL('./change-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromChangeWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  worker.addEventListener('messageerror', () => lost('a message could not be read'));
  worker.postMessage(request);
  return { terminate: () => worker.terminate() };
};
