import type { SpawnCompare } from '../state/compare/compare.ts';
import type { FromCompareWorker } from '../state/compare/compare-messages.ts';

/** The comparison's worker as a thread of the page. */
export const spawnCompare: SpawnCompare = (question, message, lost) => {
  const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<FromCompareWorker>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // What is told here is not told to the window again.
    event.preventDefault();
    lost(event.message ?? '');
  });
  worker.addEventListener('messageerror', () => lost('a message could not be read'));
  worker.postMessage(question);
  return () => worker.terminate();
};
