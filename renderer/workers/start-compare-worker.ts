import type { SpawnCompare } from '../state/compare/compare.ts';
import type { FromCompareWorker } from '../state/compare/compare-messages.ts';

/** The comparison's worker as a thread of the page. */
export const spawnCompare: SpawnCompare = (request, message, lost) => {
  const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromCompareWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  worker.addEventListener('messageerror', () => lost('a message could not be read'));
  worker.postMessage(request);
  return () => worker.terminate();
};
